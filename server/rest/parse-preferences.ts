// The header `Prefer`. Wishes nobody knows are passed over, unless the client asks to be told (handling=strict).
import { restError } from './errors.ts'

export type Count = 'exact' | 'planned' | 'estimated'

export type Preferences = {
	return?: 'minimal' | 'representation' | 'headers-only'
	count?: Count
	resolution?: 'merge-duplicates' | 'ignore-duplicates'
	/** What a key that one of several rows lacks means; PostgREST's default is null. */
	missing?: 'default' | 'null'
	/** `rollback`: do it, say what came out, and take it back. */
	tx?: 'commit' | 'rollback'
	handling?: 'strict' | 'lenient'
	/** Counts with handling=strict only. */
	'max-affected'?: string
}

const known: Record<keyof Preferences, RegExp> = {
	return: /^(minimal|representation|headers-only)$/,
	count: /^(exact|planned|estimated)$/,
	resolution: /^(merge|ignore)-duplicates$/,
	missing: /^(default|null)$/,
	tx: /^(commit|rollback)$/,
	handling: /^(strict|lenient)$/,
	'max-affected': /^\d{1,9}$/,
}

export function parsePreferences(header = ''): Preferences {
	const preferences: Record<string, string> = {}
	const unknown: string[] = []
	for (const wish of header.split(',').map((part) => part.trim())) {
		const [name = '', value = ''] = wish.split('=', 2)
		if (Object.hasOwn(known, name) && known[name as keyof Preferences].test(value)) preferences[name] ??= value
		else if (wish !== '') unknown.push(wish)
	}
	if (preferences.handling === 'strict' && unknown.length > 0) {
		throw restError('invalid_preference', { details: `Invalid preferences: ${unknown.join(', ')}` })
	}
	return preferences
}

/** How many rows a write may touch; undefined: as many as it finds. */
export function affectedLimit(preferences: Preferences): number | undefined {
	const limit = preferences['max-affected']
	return preferences.handling === 'strict' && limit !== undefined ? Number(limit) : undefined
}

/** The value of `Preference-Applied`: those of `names` that the client had a wish about. */
export function appliedPreferences(preferences: Preferences, names: (keyof Preferences)[]): string | undefined {
	const applied = names.filter((name) => preferences[name] !== undefined).map((name) => `${name}=${preferences[name]}`)
	return applied.length > 0 ? applied.join(', ') : undefined
}
