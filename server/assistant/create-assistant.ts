// Builds the assistant once, at start, from the guide and the tables of content/gates/.
import type { Topic } from '../../contracts/guide.ts'
import { type Considered, createConsider, type Turn } from './answer.ts'
import type { GateParts } from './gate.ts'
import type { Gates } from './gates/load-gates.ts'
import { compilePhrases } from './language/phrases.ts'
import { createLanguage } from './language/reading.ts'
import { createTopicFinder } from './retrieval/find-topics.ts'
import { type ConversationState, stateOfSavedChat } from './state.ts'

export type Assistant = {
	/** What the gates make of a message: the guide's answer, and what another speaker needs to word it. */
	consider(state: ConversationState, message: string): Considered
	/** The guide's answer and the memory that goes with it. */
	converse(state: ConversationState, message: string): Turn
	/** The memory with which a saved conversation is taken up again. */
	resume(question: string, answer: string): ConversationState
}
export type AssistantParts = { guide: { topics: readonly Topic[] }; gates: Gates }

export function createAssistant(parts: AssistantParts): Assistant {
	const built = buildParts(parts)
	const consider = createConsider(built)
	return {
		consider,
		converse: (state, message) => consider(state, message).turn,
		resume: (question, answer) => {
			const found = built.finder.find(built.language.read(question))
			return stateOfSavedChat(question, answer, found.sureness === 'unsure' ? undefined : found.best?.topic.id)
		},
	}
}

/** What the gates are made of; the tests look into it. */
export function buildParts({ guide, gates }: AssistantParts): GateParts {
	const language = createLanguage({
		forms: [...guide.topics.flatMap((topic) => topic.forms), ...Object.keys(gates.forms)],
		synonyms: gates.synonyms,
		knownTexts: [...guide.topics.flatMap(wordsOf), ...phrasesIn(gates)],
	})
	const mainTopicId = mainTopicIds(gates)
	const byId = new Map(guide.topics.map((topic) => [topic.id, topic]))
	const finder = createTopicFinder(guide.topics, language)
	language.forgetTexts()
	return {
		gates,
		language,
		finder,
		topic: (id) => byId.get(id),
		mainTopic: (terms) => byId.get(mainTopicId(terms) ?? ''),
		near: (topic) => [
			...new Set([
				topic,
				...topic.related.flatMap((id) => byId.get(id) ?? []),
				...guide.topics.filter(({ area }) => area === topic.area),
			]),
		],
		compile: (phrases) => compilePhrases(phrases, gates.lists, language.forms.join),
	}
}

/** Words a group counts as too stand beside it and change nothing: 'permiso de trabajo' is also 'trabajar'. */
function mainTopicIds(gates: Gates): (terms: string[]) => string | undefined {
	const topics = new Map(Object.entries(gates['main-topics']))
	const broader = new Map(Object.entries(gates.synonyms.broader))
	return (terms) => {
		const [first = ''] = terms
		const name = first.replace('=', '')
		const same = new Set([first, ...(broader.get(name) ?? []).map((group) => `=${group}`), name.replace(/[a-z]$/, '')])
		return terms.every((term) => same.has(term)) ? topics.get(name) : undefined
	}
}

function wordsOf(topic: Topic): string[] {
	return [topic.title, topic.answer, ...topic.ask, ...Object.values(topic.facets)]
}

/** Every word of the tables is spelt as it should be. */
function phrasesIn(value: unknown): string[] {
	if (typeof value === 'string') return [value.replace(/[|<>()*]|\.{3}/g, ' ')]
	return value && typeof value === 'object' ? Object.values(value).flatMap(phrasesIn) : []
}
