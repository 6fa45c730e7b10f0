// One sentence: put right what can be, then asked whether it may be said. The order is from cheap to dear.
import type { Topic } from '../../../contracts/guide.ts'
import type { Gates } from '../gates/load-gates.ts'
import { createCarriedCheck } from './carried.ts'
import { cleanText, foldText } from './clean-text.ts'
import type { Evidence } from './create-checker.ts'
import { compileForbidden } from './forbidden.ts'
import { bareSentence, type Ground, isGrounded, readGround, topicGround } from './grounds.ts'
import type { CheckingTables } from './load-tables.ts'
import { readFigures } from './read-figures.ts'
import { createNameReader } from './read-names.ts'
import { longestSentence } from './sentence-stream.ts'
import { tidySentence } from './tidy-sentence.ts'
import { createTongueCheck } from './tongue.ts'

/** The sentence as it may be said; an empty text says nothing and is no loss; undefined when it may not be said. */
export type MayBeSaid = (sentence: string, previousWasLeftOut: boolean) => string | undefined

export type SentenceCheck = { against(evidence: Evidence): MayBeSaid }

export function createSentenceCheck({ topics, gates, tables }: SentenceCheckParts): SentenceCheck {
	const names = createNameReader(tables.names)
	const forbidden = compileForbidden(tables.forbidden, gates.lists)
	const isForeign = createTongueCheck(tables.english)
	const carried = createCarriedCheck({ topics, gates, tables })
	const phones = new Set(tables.names.phones)
	const grounds = new WeakMap<Topic, Ground>()
	const groundOf = (topic: Topic): Ground => {
		const known = grounds.get(topic) ?? topicGround(topic, names)
		grounds.set(topic, known)
		return known
	}

	return {
		against: ({ topics, said, audience, texts = [] }) => {
			const reviewed = [...topics.map(groundOf), ...texts.map((text) => readGround(text, names))]
			const person = readGround(said.map((words) => nameForms(words, gates.forms)).join('\n'), names)
			person.sentences.clear()
			const all = [...reviewed, person]
			const isCarried = carried.against(topics, texts, said)
			const hosts = new Set(reviewed.flatMap((ground) => [...ground.hosts]))
			const isReviewed = (text: string) => reviewed.some(({ sentences }) => sentences.has(bareSentence(text)))
			return (sentence, previousWasLeftOut) => {
				const clean = cleanText(sentence)
				if (clean.length > longestSentence || isShouted(clean)) return undefined
				const text = tidySentence(clean, hosts)
				// the guide itself may tell of 'punto com'
				if (text === undefined) return !marked.test(clean) && isReviewed(clean) ? clean.trim() : undefined
				if (bareSentence(text) === '') return ''
				if (isReviewed(text)) return text
				if (previousWasLeftOut && leansOnPrevious.test(foldText(text))) return undefined
				if (isForeign(text) || forbidden.find(text, audience)) return undefined
				if (!isGrounded(text, readFigures(text, foldText), names.read(text), all, phones)) return undefined
				// help with the site tells of buttons in words the guide does not know
				return audience === 'helper' || isCarried(text) ? text : undefined
			}
		},
	}
}

/** `topics`: the whole guide, which tells how rare a word is. */
export type SentenceCheckParts = { topics: readonly Topic[]; gates: Gates; tables: CheckingTables }

/** Marks of Markdown and of links. */
const marked = /[<>{}[\]|\\^~`#*=_@/]/

/** Begins with a word that points back at the sentence before. */
const leansOnPrevious =
	/^(?:es[eao]s?|eso|est[eao]s?|esto|dich[oa]s?|aquell?[oa]s?|por eso|por ello|asi|ademas|tambien|despues|luego|entonces|sin embargo|pero|aun asi|de lo contrario|si no|en ese caso|con ell[oa]s?|con eso|el mismo|la misma|ambos|ambas)(?![a-z])(?! (?:que|es una pagina))/

function isShouted(text: string): boolean {
	const letters = text.match(/\p{L}/gu) ?? []
	return letters.length > 25 && letters.filter((letter) => letter !== letter.toLowerCase()).length > letters.length / 2
}

/** A bare number that people use for a form names that form: 'mi 485'. */
function nameForms(words: string, forms: Gates['forms']): string {
	const digits = new Set(
		words.match(/(?<![\d$.,])\d{2,4}[a-zA-Z]?(?![\d%.,])(?! ?(?:a[nñ]os|d[ií]as|meses|d[oó]lares|pesos|horas))/g) ?? [],
	)
	const named = Object.keys(forms).filter((form) => digits.has(/\d+[A-Z]*$/.exec(form)?.[0]?.toLowerCase() ?? '-'))
	return [words, ...named].join('\n')
}
