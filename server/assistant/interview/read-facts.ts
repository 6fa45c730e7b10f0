// What a message says about how somebody came and what ties they have, by the tables of interview.yaml.
import { wholeMessage } from '../follow-up/whole-message.ts'
import type { GateParts } from '../gate.ts'
import type { Reading } from '../language/reading.ts'
import type { InterviewState } from '../state.ts'

/** `grounds` also holds `speaker-…`, `kin-…`, `third-…` and `child-…`, which become grounds only together. */
export type Facts = { entry?: string; year?: number; grounds: string[] }
/** `isHistory`: the message answers the question about other entries, deportations, courts and arrests. */
export type FactReader = (reading: Reading, isHistory?: boolean) => Facts

const thisYear = () => new Date().getFullYear()
const tables = { grounds: '', speaker: 'speaker-', kin: 'kin-', third: 'third-', child: 'child-' } as const
const shortAnswer = 3
/** A bare 'no' or 'nadie' answers the question, with these around it; inside a longer message it says nothing about it. */
const fillers = ['pues', 'la verdad', 'tengo', 'bueno', 'que yo sepa', 'a', 'de eso', 'la', 'las']

export function createFactReader({
	gates,
	compile,
	language,
}: Pick<GateParts, 'gates' | 'compile' | 'language'>): FactReader {
	const factsOf = (table: Record<string, string[]>, prefix = '') =>
		Object.entries(table).map(([fact, signs]) => ({ fact: prefix + fact, signs: compile(signs) }))
	const entries = factsOf(gates.interview.entry)
	const names = Object.keys(tables) as (keyof typeof tables)[]
	const grounds = names.flatMap((name) => factsOf(gates.interview[name], tables[name]))
	const alone = factsOf(gates.interview.alone)
	const history = factsOf(gates.interview.history)
	const isOnlyNothing = wholeMessage([...gates.interview.nothing, ...fillers], { language })
	const factsIn = (facts: typeof entries, { heard }: Reading) =>
		facts.filter(({ signs }) => signs.matches(heard)).map(({ fact }) => fact)
	return (reading, isHistory = false) => {
		const isDenied = /^no\b|\b(?:nunca|jamas|ningun|ninguna|tampoco)\b/.test(reading.plain)
		const said = factsIn(grounds, reading)
		// 'Soy ciudadana' is about the speaker.
		const isBare = reading.words <= shortAnswer && !said.some((fact) => fact.startsWith('speaker-'))
		const found = [
			...said,
			...(isBare ? factsIn(alone, reading) : []),
			...(isHistory && !isDenied ? factsIn(history, reading) : []),
		]
		const year = yearIn(reading.plain)
		const isNothing = found.length === 0 && isOnlyNothing(reading.plain)
		return {
			entry: entryIn(factsIn(entries, reading)) ?? (found.includes('reentry') ? 'without' : undefined),
			...(year ? { year } : {}),
			grounds: settle(isNothing ? ['nothing'] : found),
		}
	}
}

/** A later message completes an earlier one. */
export function mergeFacts(known: InterviewState, facts: Facts): InterviewState {
	return {
		...known,
		entry: facts.entry ?? known.entry,
		// A year beside something else than the entry is that of the petition or the arrest.
		year: (facts.entry ? facts.year : undefined) ?? known.year ?? facts.year,
		grounds: settle([...known.grounds, ...facts.grounds]),
	}
}

/** True for a fact that is a ground by itself; having come as a child opens little, so the question stays. */
export const isGround = (fact: string) => !/^(speaker|kin|third|child)-|^came-as-child$/.test(fact)

/** A citizen who speaks of their mother is the mother's citizen child. */
const together: Record<string, Record<string, string>> = {
	citizen: {
		spouse: 'citizen-spouse',
		parent: 'citizen-child-21',
		child: 'citizen-parent',
		sibling: 'citizen-sibling',
	},
	resident: { spouse: 'resident-spouse', child: 'resident-parent' },
}

/** A relative named before of whom it is said now that they have papers; a child's age decides, so it is not here. */
const theirs: Record<string, Record<string, string>> = {
	citizen: { spouse: 'citizen-spouse', parent: 'citizen-parent', sibling: 'citizen-sibling' },
	resident: { spouse: 'resident-spouse', parent: 'resident-parent' },
}

function settle(facts: string[]): string[] {
	const all = new Set(facts)
	for (const [who, table] of [['speaker', together] as const, ['third', theirs] as const]) {
		for (const [papers, kin] of Object.entries(table)) {
			if (!all.has(`${who}-${papers}`)) continue
			for (const [relative, ground] of Object.entries(kin)) if (all.has(`kin-${relative}`)) all.add(ground)
		}
	}
	if (all.has('child-adult')) all.add('citizen-child-21')
	else if (all.has('child-citizen')) all.add('citizen-child-minor')
	const grounds = [...all].filter((fact) => isGround(fact) && fact !== 'nothing')
	if (grounds.length > 0) all.delete('nothing')
	return withoutWeaker([...all])
}

/** 'Sin visa' names a visa too, and who came twice, once each way, has the harder case: the more cautious one counts. */
function entryIn(names: string[]): string | undefined {
	return ['border', 'without', 'parole', 'visa'].find((name) => names.includes(name))
}

/** A son of 24 also matches 'my children': the closer fact stays. */
function withoutWeaker(names: string[]): string[] {
	const has = (name: string) => names.includes(name)
	return names.filter(
		(name) =>
			!(name === 'citizen-child-minor' && (has('citizen-child-21') || has('citizen-parent'))) &&
			!(name === 'resident-spouse' && has('citizen-spouse')) &&
			!(name === 'resident-parent' && has('citizen-parent')) &&
			!(name === 'fear' && (has('asylum-pending') || has('asylum-granted'))) &&
			!(name === 'asylum-pending' && has('asylum-granted')),
	)
}

function yearIn(plain: string): number | undefined {
	// Nobody came in the year they were born in, nor as many years ago as they are old.
	const text = plain.replace(/\bnaci\w* (?:en )?(?:el )?(?:ano )?\d+/g, ' ')
	const year = /\b(19[5-9]\d|20[0-4]\d)\b/.exec(text)?.[1]
	if (year) return Number(year)
	const short = /\ben (?:el )?(7\d|8\d|9\d)\b/.exec(text)?.[1]
	if (short) return 1900 + Number(short)
	const ago =
		/\b(?:hace|llevo|lleva|llevamos) (?:como |ya |unos )?(\d{1,2}) anos\b/.exec(text)?.[1] ??
		/\b(?:tengo|tiene) (?:como |ya |unos )?(\d{1,2}) anos (?:aqui|viviendo|de estar|de vivir|en este|en estados)\b/.exec(
			text,
		)?.[1]
	return ago ? thisYear() - Number(ago) : undefined
}
