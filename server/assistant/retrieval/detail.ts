// A question often has a detail the topic's answer leaves to its facets: '¿le llega carta a mi esposo?'. The one sentence of
// the facets that fits such words best joins the answer.
import type { FacetName, Topic } from '../../../contracts/guide.ts'
import { facetSentences } from '../compose.ts'
import type { GateParts } from '../gate.ts'
import type { Reading } from '../language/reading.ts'
import { sentencesOf } from '../language/sentences.ts'

/** Share of the question's unanswered weight a sentence must speak to. */
const leastShare = 0.45
/** A sentence that mostly repeats the answer adds nothing. */
const mostRepeated = 0.5
const facetsToQuote: FacetName[] = ['requirements', 'risks', 'documents', 'steps', 'time', 'after', 'cost']

/** No sentence, or one. */
export function pickDetail({ language, finder }: GateParts, topic: Topic, reading: Reading): string[] {
	const said = new Set(language.terms(topic.answer))
	const open = [...new Set(reading.focus.length > 0 ? reading.focus : reading.terms)].filter((term) => !said.has(term))
	const weightOf = (terms: Iterable<string>) => [...terms].reduce((sum, term) => sum + finder.weight(term), 0)
	const whole = weightOf(open)
	if (open.length === 0) return []
	const sentences = facetsToQuote.flatMap((facet) => facetSentences(topic, facet)).map((sentence) => sentence.trim())
	const scored = sentences.map((sentence) => {
		const terms = new Set(language.terms(sentence))
		const isNew = weightOf([...terms].filter((term) => said.has(term))) <= mostRepeated * weightOf(terms)
		return { sentence, share: isNew ? weightOf(open.filter((term) => terms.has(term))) / whole : 0 }
	})
	const best = scored.sort((a, b) => b.share - a.share)[0]
	return best && best.share >= leastShare && sentencesOf(topic.answer).length < 5 ? [best.sentence] : []
}
