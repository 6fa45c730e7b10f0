// The second layer: whether the evidence carries a sentence of which no figure or name is wrong. It knows no list of bad
// things; what the guide does not say is left out. Too strict is cheap: the guide's own words stand instead.
import type { Topic } from '../../../contracts/guide.ts'
import type { Gates } from '../gates/load-gates.ts'
import { createCertaintyCheck } from './certainty.ts'
import { createSelfCheck } from './first-person.ts'
import type { CheckingTables } from './load-tables.ts'
import { isTurned } from './polarity.ts'
import { createWordReader } from './read-words.ts'
import { createSupport, type EvidenceText, keysOf } from './support.ts'

export type CarriedCheck = {
	/** `texts`: reviewed texts that are no topics; `said`: the person's own words, which support no advice. */
	against(topics: readonly Topic[], texts: readonly string[], said: readonly string[]): (sentence: string) => boolean
}

/** How much may stand nowhere: of a sentence's weight, and in all. */
const most = { share: 0.5, weight: 5 }

export function createCarriedCheck({ topics, gates, tables }: CarriedParts): CarriedCheck {
	const { neutral } = tables
	const reader = createWordReader({ neutral, synonyms: gates.synonyms })
	const support = createSupport(reader, neutral, topics)
	const speaksOfItself = createSelfCheck(neutral.self)
	const isTooSure = createCertaintyCheck(neutral)
	const known = new WeakMap<Topic, EvidenceText>()
	const read = (topic: Topic): EvidenceText => {
		const before = known.get(topic)
		if (before) return before
		const asked = [topic.title, ...topic.ask].join(' . ')
		const text = support.readEvidence([topic.answer, ...Object.values(topic.facets)].join('\n'), asked)
		known.set(topic, text)
		return text
	}

	return {
		against: (topics, texts, said) => {
			const evidence = [...topics.map(read), ...texts.map((text) => support.readEvidence(text))]
			const own = keysOf(reader.clauses(said.join(' . ')))
			return (sentence) => {
				if (speaksOfItself(sentence)) return false
				const clauses = reader.clauses(sentence)
				const { share, loose, actions } = support.measure(clauses, evidence, own)
				if (share > most.share || loose > most.weight) return false
				return actions.length === 0 && !isTurned(clauses, evidence) && !isTooSure(clauses, evidence)
			}
		},
	}
}

export type CarriedParts = { topics: readonly Topic[]; gates: Pick<Gates, 'synonyms'>; tables: CheckingTables }
