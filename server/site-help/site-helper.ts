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

/**
 * Answers the last of a visitor's questions; those before it tell what 'it' is. The reply is empty when there is nothing to
 * answer. The topics may be said in other words; without any the reply stands as it is.
 */
export type SiteConsider = (questions: readonly string[]) => { reply: string; topics: SiteTopic[] }

/** Whose words a question uses: of immigration alone, of it and of other matters of life, or neither; and of this page. */
type Matter = { kind: 'immigration' | 'everyday' | 'none'; namesPage: boolean }

/** Words of a question that may lean on the one before. */
const shortQuestion = 6
const leans = /^(y|pero|entonces|tambien) /
/**
 * How sure a topic about the site must be where the assistant knows the question as one of immigration: by whether the
 * question has a word of immigration, one that other matters of life use as well, or none. A word of the page takes some off.
 */
const bars = { immigration: 0.9, everyday: 0.85, none: 0.75, interview: 0.75, pageWord: 0.15 }
/** So near to a known way to ask, nothing else is meant. */
const almostWordForWord = 0.8

export function createSiteConsider({ site, assistant, gates }: SiteHelperParts): SiteConsider {
	const { topics, words } = site
	const language = createLanguage({
		forms: [],
		synonyms: { ...noSynonyms, groups: words.groups, ignore: words.ignore },
		knownTexts: topics.flatMap(({ title, ask }) => [title, ...ask]),
	})
	const finder = createSiteTopicFinder(topics, language.read)
	const immigration = createLanguage({ forms: [], synonyms: gates.synonyms, knownTexts: [] })
	const isAboutPage = compilePhrases(words.page)
	const isElsewhere = compilePhrases(words.elsewhere)
	const isSteering = steeringIn(gates)
	const sayings = words.sayings.map(({ heard, reply }) => ({ heard: new Set(heard), reply }))

	return (questions) => {
		const question = questions.at(-1) ?? ''
		const { heard, plain, words: count } = language.read(question)
		if (count === 0) return fixed('')
		const turn = assistant.converse(emptyState, question)
		if (turn.kind === 'urgent') return fixed(firstStep(turn.reply, words.urgent))
		const found = findWithContext(questions, count)
		if (isSteering(heard) && (found?.confidence ?? 0) < almostWordForWord) return fixed(words.steering)
		const saying = sayings.find(({ heard }) => heard.has(plain.replace(/ ?[.?]/g, '').trim()))
		if (saying) return fixed(saying.reply)
		const matter = matterOf(question)
		if (found?.sureness === 'sure' && found.confidence >= barFor(matter, turn))
			return { reply: found.topic.answer, topics: [found.topic] }
		const unsure = found?.sureness === 'unsure' ? undefined : found
		const isKnownInGuide = turn.kind !== 'offtopic' && (turn.state.topic || turn.state.interview)
		const mayBePage = matter.namesPage || matter.kind !== 'immigration'
		if (unsure && mayBePage && (!isKnownInGuide || (matter.namesPage && matter.kind === 'none')))
			return { reply: words.unsure + unsure.topic.answer, topics: [unsure.topic] }
		const isImmigration = isKnownInGuide || turn.kind === 'unknown' || (unsure && matter.kind === 'immigration')
		return fixed(isImmigration ? words.immigration : words.unknown)
	}

	/** What a topic about the site must reach to be the answer although the guide has one too. */
	function barFor({ kind, namesPage }: Matter, turn: Turn): number {
		if (!isSurelyImmigration(turn)) return 0
		return (turn.state.interview ? bars.interview : bars[kind]) - (namesPage ? bars.pageWord : 0)
	}

	function matterOf(question: string): Matter {
		const { heard, terms } = immigration.read(question)
		const everyday = terms.some(immigration.isDomain) ? 'everyday' : 'none'
		return {
			kind: isElsewhere.matches(heard) || terms.some(immigration.namesImmigration) ? 'immigration' : everyday,
			namesPage: isAboutPage.matches(heard),
		}
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

const noSynonyms = {
	groups: {},
	broader: {},
	places: [],
	ignore: [],
	subjects: [],
	domain: [],
	everyday: [],
	deniable: ['nada'],
}
