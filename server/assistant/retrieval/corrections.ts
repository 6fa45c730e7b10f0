// Questions nobody can answer ('¿cuándo me llega?', '¿me van a aprobar?') and things people have heard that are not so.
import type { FacetName } from '../../../contracts/guide.ts'
import type { Context, GateParts } from '../gate.ts'
import type { Gates } from '../gates/load-gates.ts'
import type { HeardText } from '../language/phrases.ts'

export type Correction = { kind: 'unknown' | 'answer'; says: string; topic?: string; take?: FacetName }

/** What nobody can know about. */
export function createUnknowable({ gates, compile }: GateParts): (context: Context) => Correction | undefined {
	const entries = gates.unknowable.entries.map((entry) => ({
		entry,
		signs: compile(entry.signs),
		unless: compile(entry.unless),
		fits: entry.fits && compile(entry.fits),
	}))
	return ({ reading: { heard }, state }) => {
		const found = entries.find(
			({ signs, unless, fits }) =>
				signs.matches(heard) && !unless.matches(heard) && (!fits || fits.matches(heard) || state.topic !== undefined),
		)
		return found && { kind: 'unknown', says: found.entry.says, topic: found.entry.topic, take: found.entry.take }
	}
}

/** What is not so. */
export function createMyths({ gates, compile }: GateParts): (context: Context) => Correction | undefined {
	const asserts = compile(gates.myths.asserts)
	const isTold = gates.myths.entries.map((entry) => mythTest(entry, compile))
	return ({ reading: { heard } }) => {
		const isAsserted = asserts.matches(heard)
		const { says, topic } = gates.myths.entries.find((_, i) => isTold[i]?.(heard, isAsserted)) ?? {}
		return says ? { kind: 'answer', says, topic } : undefined
	}
}

/** True for a text that tells this error, in one of its set phrases or by what it is about and what it claims. */
function mythTest(entry: Gates['myths']['entries'][number], compile: GateParts['compile']) {
	const [signs, about, claims, unless] = [entry.signs, entry.about, entry.claims, entry.unless].map((each) =>
		compile(each),
	)
	return (heard: HeardText, isAsserted: boolean) =>
		!unless?.matches(heard) &&
		(signs?.matches(heard) ||
			((entry.plain || isAsserted) && about?.matches(heard) === true && claims?.matches(heard) === true))
}
