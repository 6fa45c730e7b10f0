// What an answer may rest on: figures, offices, names and whole sentences of the topics it was given and of the person's
// own words. A figure counts with its unit: 30 days say nothing about 30 years.
import type { Topic } from '../../../contracts/guide.ts'
import { sentencesOf } from '../language/sentences.ts'
import { cleanText, foldText } from './clean-text.ts'
import type { Figure } from './figure.ts'
import { readFigures } from './read-figures.ts'
import { type NameReader, type Names, visasIn } from './read-names.ts'

/** What one text gives. */
export type Ground = {
	keys: Set<string>
	/** Of each count: stems of what is counted. */
	counted: Map<string, Set<string>>
	bounds: Map<string, Set<Figure['bound']>>
	words: Set<string>
	offices: Set<string>
	visas: Set<string>
	hosts: Set<string>
	sentences: Set<string>
}

export function topicGround(topic: Topic, names: NameReader): Ground {
	const texts = [topic.title, topic.answer, ...Object.values(topic.facets), topic.forms.join('\n')]
	const ground = readGround([...texts, ...topic.sources.map(({ title }) => title)].join('\n'), names)
	for (const { url } of topic.sources) ground.hosts.add(new URL(url).hostname.replace(/^www\./, ''))
	return ground
}

export function readGround(text: string, names: NameReader): Ground {
	const clean = cleanText(text)
	const folded = foldText(clean)
	const ground: Ground = {
		keys: new Set(),
		counted: new Map(),
		bounds: new Map(),
		words: new Set(folded.match(/[a-z]{2,}|[a-z]+\d+[a-z]?/g) ?? []),
		offices: names.offices(folded),
		visas: new Set(visasIn(clean)),
		hosts: new Set(),
		sentences: new Set(sentencesOf(clean.replace(/^- /gm, '')).map(bareSentence)),
	}
	for (const sentence of sentencesOf(clean))
		for (const figure of readFigures(sentence, foldText)) addFigure(ground, figure)
	return ground
}

/** A sentence as it is compared with those of the guide: without marks at its ends. */
export function bareSentence(sentence: string): string {
	return foldText(sentence).replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
}

function addFigure(ground: Ground, { key, of = [], near = [], bound }: Figure) {
	for (const each of [key, ...sameAs(key)]) {
		ground.keys.add(each)
		const bounds = ground.bounds.get(each) ?? new Set()
		ground.bounds.set(each, bounds.add(bound))
	}
	if (of.length + near.length === 0) return
	const counted = ground.counted.get(key) ?? new Set()
	for (const thing of [...of, ...near]) counted.add(thing)
	ground.counted.set(key, counted)
}

/** What else a figure says: a date its month and year, 2 years 24 months, I-485 'la 485'. */
function sameAs(key: string): string[] {
	const [kind = '', first = '', unit = ''] = key.split(':')
	const amount = Number(first)
	if (kind === 'date') {
		const [day, month, year] = first.split('-')
		return year
			? [`date:${day}-${month}`, `month:${month}-${year}`, `month:${month}`, `year:${year}`]
			: [`month:${month}`]
	}
	if (kind === 'month') {
		const [month, year] = first.split('-')
		return year ? [`month:${month}`, `year:${year}`] : []
	}
	if (kind === 'code') return [`bare:${first.replace(/^[a-z]+/, '')}`]
	if (kind === 'pair') return [key.replace('pair', 'range')]
	if (kind === 'age') return [`time:${amount}:ano`]
	if (kind !== 'time') return []
	if (unit === 'ano') return [`time:${amount * 12}:mes`, ...(Number.isInteger(amount) ? [`age:${amount}`] : [])]
	if (unit === 'mes') return amount % 6 === 0 ? [`time:${amount / 12}:ano`] : []
	if (unit === 'semana') return [`time:${amount * 7}:dia`]
	if (unit === 'dia') return amount % 7 === 0 ? [`time:${amount / 7}:semana`] : []
	return []
}

/** Where 'more' and 'less' are swapped the sentence usually says the opposite; these words show that it means to. */
const turning = /\b(?:no|ni|nunca|sin|si|cuando|quien|quienes|aunque|pierd\w*|tarde|salvo|excepto|fuera|pero)\b/

/** Whether all that a sentence names stands in one of the `grounds`. */
export function isGrounded(
	sentence: string,
	figures: Figure[],
	names: Names,
	grounds: readonly Ground[],
	phones: ReadonlySet<string>,
): boolean {
	return (
		figures.every((figure) => isFigureGrounded(figure, sentence, grounds, phones)) &&
		names.offices.every((office) => grounds.some(({ offices }) => offices.has(office))) &&
		names.visas.every((visa) => grounds.some(({ visas }) => visas.has(visa))) &&
		names.words.every((word) => grounds.some(({ words }) => isKnown(word, words)))
	)
}

function isFigureGrounded(
	figure: Figure,
	sentence: string,
	grounds: readonly Ground[],
	phones: ReadonlySet<string>,
): boolean {
	const { key, of, bound } = figure
	// help may be free, and two figures may stand side by side, as long as each is known
	if (key === 'free:help' || key.startsWith('pair:')) return true
	if (key.startsWith('tel:') && phones.has(key.slice(4))) return true
	if (key.startsWith('slash:')) return slashDates(key).some((date) => grounds.some(({ keys }) => keys.has(date)))
	const holding = grounds.filter(({ keys }) => keys.has(key))
	if (holding.length === 0) return false
	if (of && of.length > 0)
		return holding.some(({ counted }) => of.slice(0, 2).some((thing) => counted.get(key)?.has(thing)))
	if (bound && !turning.test(foldText(sentence))) {
		return holding.some(({ bounds }) => bounds.get(key)?.has(bound) || bounds.get(key)?.has(undefined))
	}
	return true
}

function slashDates(key: string): string[] {
	const [first, second, year = ''] = key.slice('slash:'.length).split('-')
	const full = year.length === 2 ? `20${year}` : year
	return [`date:${first}-${second}-${full}`, `date:${second}-${first}-${full}`]
}

/** A word of the evidence, in singular or plural. */
function isKnown(word: string, words: ReadonlySet<string>): boolean {
	return (
		words.has(word) ||
		words.has(`${word}s`) ||
		words.has(`${word}es`) ||
		words.has(word.replace(/e?s$/, '')) ||
		words.has(word.replace(/s$/, ''))
	)
}
