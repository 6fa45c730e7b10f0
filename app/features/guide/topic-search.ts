// The search of the guide's page. Runs in the browser over a list fetched once; tolerates missing accents, typos and form
// numbers in any spelling. Loaded when somebody goes to the search field.
import MiniSearch from 'minisearch'
import { type GuideSearchEntry, guideSearchPath } from '../../../contracts/guide-pages.ts'

export type FoundTopic = { id: string; title: string; area: string }
export type TopicSearch = (query: string) => FoundTopic[]

const mostFound = 12
/** What scores less than this part of the best one is not what was meant. */
const worthShowing = 0.3

/** Words that say nothing about the subject. */
const empty = new Set(
	'a al ante and antes aqui as como con cual cuando de del desde donde el ella en era eres es esta este esto estoy for fue ha hace hacer hago hay i in is la las le les lo los me mi mis muy my no nos o of para pero por porque puede puedo que quien quiero se si sin sobre son soy su sus te tengo tiene to tu un una uno y ya yo the'.split(
		' ',
	),
)

let loading: Promise<TopicSearch> | undefined

/** Fetches the list, once; after a failure the next call tries again. */
export function loadTopicSearch(): Promise<TopicSearch> {
	loading ??= fetchEntries().then(createTopicSearch)
	loading.catch(() => {
		loading = undefined
	})
	return loading
}

/** The list as the build left it. */
export async function fetchEntries(): Promise<GuideSearchEntry[]> {
	const answer = await fetch(guideSearchPath)
	if (!answer.ok) throw new TypeError(`${guideSearchPath} answered ${answer.status}`)
	return answer.json()
}

export function createTopicSearch(entries: readonly GuideSearchEntry[]): TopicSearch {
	const index = new MiniSearch<GuideSearchEntry>({
		fields: ['title', 'area', 'ask'],
		storeFields: ['title', 'area'],
		tokenize: wordsOf,
		processTerm: (term) => term,
	})
	index.addAll(entries)
	return (query) => {
		const words = wordsOf(query)
		const counting = words.filter((word) => !empty.has(word))
		const found = index.search((counting.length > 0 ? counting : words).join(' '), {
			boost: { title: 3, area: 1.5 },
			prefix: (term) => term.length > 2,
			fuzzy: (term) => (/\d/.test(term) || term.length < 5 ? false : 0.25),
		})
		const least = (found[0]?.score ?? 0) * worthShowing
		return found
			.filter(({ score }) => score >= least)
			.slice(0, mostFound)
			.map(({ id, title, area }) => ({ id, title, area }))
	}
}

/** Lower case without accents; 'I-130', 'i 130' and 'i130' are one word, and a form's number is found by itself too. */
function wordsOf(text: string): string[] {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/\b([a-z]{1,4})[- ]?(\d{2,4}[a-z]?)\b/g, '$1$2 $2')
		.split(/[^a-z0-9]+/)
		.filter(Boolean)
}
