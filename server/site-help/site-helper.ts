// The website helper: answers about using the site, in two or three sentences, and sends immigration questions to the
// chat. Whether something is one, and whether somebody is in danger, is judged by the assistant's own gates.
import type { Turn } from '../assistant/answer.ts'
import type { Assistant } from '../assistant/create-assistant.ts'
import type { Gates } from '../assistant/gates/load-gates.ts'
import { compilePhrases } from '../assistant/language/phrases.ts'
import { createLanguage } from '../assistant/language/reading.ts'
import { sentencesOf } from '../assistant/language/sentences.ts'
import { emptyState } from '../assistant/state.ts'
import { createSiteTopicFinder, type FoundSiteTopic } from './find-site-topic.ts'
import type { Site, SiteTopic } from './load-site.ts'

export type SiteHelperParts = { site: Site; assistant: Pick<Assistant, 'converse'>; gates: Gates }

/** Answers the last of a visitor's questions; those before it tell what 'it' is. Empty when there is nothing to answer. */
export type SiteHelper = (questions: readonly string[]) => string
/** The same, with the topics that may be said in other words; without any the reply stands as it is. */
export type SiteConsider = (questions: readonly string[]) => { reply: string; topics: SiteTopic[] }

/** Words of a question that may lean on the one before. */
const shortQuestion = 6
const leans = /^(y|pero|entonces|tambien) /
/** How sure a topic about the site must be where the assistant knows the question as one of immigration. */
const almostWordForWord = 0.9

export function createSiteHelper(parts: SiteHelperParts): SiteHelper {
	const consider = createSiteConsider(parts)
	return (questions) => consider(questions).reply
}

export function createSiteConsider({ site, assistant, gates }: SiteHelperParts): SiteConsider {
	const { topics, words } = site
	const language = createLanguage({
		forms: [],
		synonyms: { ...noSynonyms, groups: words.groups, ignore: words.ignore },
		knownTexts: topics.flatMap(({ title, ask }) => [title, ...ask]),
	})
	const finder = createSiteTopicFinder(topics, language.read)
	const isSteering = steeringIn(gates)
	const sayings = words.sayings.map(({ heard, reply }) => ({ heard: new Set(heard), reply }))

	return (questions) => {
		const question = questions.at(-1) ?? ''
		const { heard, plain, words: count } = language.read(question)
		if (count === 0) return fixed('')
		const turn = assistant.converse(emptyState, question)
		if (turn.kind === 'urgent') return fixed(firstStep(turn.reply, words.urgent))
		if (isSteering(heard)) return fixed(words.steering)
		const saying = sayings.find(({ heard }) => heard.has(plain.replace(/ ?[.?]/g, '').trim()))
		if (saying) return fixed(saying.reply)
		const found = findWithContext(questions, count)
		if (found && found.confidence >= (isSurelyImmigration(turn) ? almostWordForWord : 0) && found.sureness === 'sure')
			return { reply: found.topic.answer, topics: [found.topic] }
		if (turn.kind !== 'offtopic' && (turn.state.topic || turn.state.interview)) return fixed(words.immigration)
		if (found && found.sureness !== 'unsure') return { reply: words.unsure + found.topic.answer, topics: [found.topic] }
		return fixed(turn.kind === 'unknown' ? words.immigration : words.unknown)
	}

	/** '¿y cómo la borro?' is about what was asked before. */
	function findWithContext(questions: readonly string[], count: number): FoundSiteTopic | undefined {
		const [last = '', before] = questions.toReversed()
		const own = language.read(last)
		const alone = finder.find(own)
		if (before === undefined || count > shortQuestion) return alone
		const together = finder.find(language.read(`${before} . ${last}`))
		const isBetter = (together?.confidence ?? 0) > (alone?.confidence ?? 0)
		return isBetter || (leans.test(own.plain) && together?.sureness === 'sure') ? together : alone
	}
}

function fixed(reply: string): { reply: string; topics: SiteTopic[] } {
	return { reply, topics: [] }
}

/** A topic of the guide without doubt, or the wish for papers. */
function isSurelyImmigration({ state }: Turn): boolean {
	return state.interview !== undefined || (state.topic !== undefined && state.choices === undefined)
}

/** What to do now and who helps: the reviewed words of the assistant, shortened, and the way to the rest of them. */
function firstStep(reply: string, more: string): string {
	const [now = '', ...rest] = sentencesOf(reply)
	const lawyer = rest.find((sentence) => /abogad|representante/i.test(sentence))
	return [now, ...(lawyer ? [lawyer] : []), more].join(' ')
}

function steeringIn({
	steering,
	lists,
}: Gates): (text: Parameters<ReturnType<typeof compilePhrases>['matches']>[0]) => boolean {
	const signs = compilePhrases(steering.signs, lists)
	const unless = compilePhrases(steering.unless, lists)
	return (heard) => signs.matches(heard) && !unless.matches(heard)
}

const noSynonyms = { groups: {}, broader: {}, places: [], ignore: [], subjects: [], domain: [], deniable: ['nada'] }
