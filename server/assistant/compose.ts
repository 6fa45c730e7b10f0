// Puts what was decided into the words that are sent: sentences and their number, the form and where it is, the opening
// on first contact, the sources.
import type { AnswerSource } from '../../contracts/assistant.ts'
import type { FacetName, Topic } from '../../contracts/guide.ts'
import type { Decision } from './gate.ts'
import type { GateSource, Gates } from './gates/load-gates.ts'
import { countSentences } from './guide/readability.ts'
import { sentencesOf } from './language/sentences.ts'

/** Sentences of an answer, the opening not counted. */
export const mostSentences = 5
const mostSources = 4

/** The reply as it is sent. */
export function composeReply(decision: Decision, talk: Gates['talk'], isFirst: boolean): string {
	const sentences = [...decision.sentences]
	if (decision.form && countSentences(joinSentences(sentences)) < mostSentences) {
		const mention = talk.formMention.replace('{form}', decision.form)
		sentences.push(sentences.at(-1)?.startsWith('\n') ? `\n${mention}` : mention)
	}
	const opens = isFirst && !decision.introduces
	// In danger the step to take comes first.
	if (opens && decision.kind === 'urgent') sentences.push(talk.opening)
	else if (opens) sentences.unshift(talk.opening)
	return joinSentences(sentences)
}

export function joinSentences(sentences: string[]): string {
	return sentences.join(' ').replace(/ ?\n/g, '\n').trim()
}

/** The sentences of a facet; items of a list stand on their own lines. */
export function facetSentences(topic: Topic, facet: FacetName): string[] {
	return (topic.facets[facet] ?? '').split('\n').flatMap((line) => {
		if (!line.startsWith('- ')) return sentencesOf(line)
		const item = line.slice(2)
		return [`\n${/[.!?…]$/.test(item) ? item : `${item}.`}`]
	})
}

export function sourcesOf(...topics: (Topic | undefined)[]): AnswerSource[] {
	return topics.flatMap((topic) => {
		const guide = topic ? `/guia/${topic.id}` : null
		return (topic?.sources ?? []).map(({ title, url, checked }) => ({ title, url, reviewed: checked, guide }))
	})
}

export function fixedSources(sources: readonly GateSource[]): AnswerSource[] {
	return sources.map(({ title, url }) => ({ title, url, reviewed: null, guide: null }))
}

/** Every address once, and no more than fit under an answer. */
export function fewSources(sources: AnswerSource[]): AnswerSource[] {
	const urls = new Set<string>()
	return sources.filter(({ url }) => !urls.has(url) && urls.add(url)).slice(0, mostSources)
}
