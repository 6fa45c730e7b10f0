// 'No entendí', 'más fácil': not the same again. First the heart of what was said in short sentences, with the hard words in
// it explained; then step by step; then the question which part it is. An urgent reply has its own plain words.
import type { FacetName, Topic } from '../../../contracts/guide.ts'
import { facetSentences, sourcesOf } from '../compose.ts'
import type { Context, Decision, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'

type State = Context['state']
const mostWordsExplained = 2
const countingWords = ['Primero', 'Luego', 'Después']
/** Explained only when no harder word stands there. */
const commonWords = new Set(['representante acreditado', 'consulado', 'recibo'])

export function easier(parts: GateParts): (context: Context, topic: Topic | undefined) => Decision | undefined {
	const urgent = plainUrgent(parts)
	const { lead = '', steps: stepsLead = '', last = '' } = parts.gates.talk.unclear
	const words = Object.entries(parts.gates.talk.glossary).map(([word, says]) => ({
		word: parts.language.read(word).plain,
		says,
	}))
	return ({ state, reading }, topic) => {
		const level = (state.topic?.easier ?? 0) + 1
		const danger = urgent(state)
		const steps = topic ? stepByStep(topic) : []
		if (!topic && !danger) return undefined
		const decide = (sentences: string[]): Decision => ({
			kind: danger ? 'urgent' : level > 2 ? 'clarify' : 'answer',
			sentences,
			sources: sourcesOf(topic),
			topics: topic ? [topic] : [],
			fixed: danger !== undefined,
			next: { topic: state.topic && { ...state.topic, easier: level }, urgent: state.urgent },
		})
		const named = words.find(({ word }) => ` ${reading.plain} `.includes(` ${word} `))
		if (named) return decide([named.says])
		if (danger) return decide([lead, ...sentencesOf(danger)])
		if (level === 1 && topic) return decide([lead, ...heartOf(parts, topic, state)].slice(0, 5))
		if (level === 2 && steps.length > 1) return decide([stepsLead, ...steps])
		return decide(sentencesOf(last))
	}
}

/** The plain words of the urgent reply that was given last. */
function plainUrgent({ gates }: GateParts): (state: State) => string | undefined {
	const said = gates.urgent.entries.flatMap(({ variants, now, easy }) => [
		...variants.flatMap((variant) => (variant.now && variant.easy ? [{ now: variant.now, easy: variant.easy }] : [])),
		{ now, easy },
	])
	return ({ turns }) => {
		const answer = turns.at(-1)?.answer ?? ''
		return said.find(({ now }) => answer.includes(sentencesOf(now)[0] as string))?.easy
	}
}

function heartOf({ gates }: GateParts, topic: Topic, state: State): string[] {
	const side = state.topic?.told.at(-1)
	const own = side ? facetSentences(topic, side) : []
	const isList = own[0]?.startsWith('\n') ?? false
	if (isList && side !== 'steps') return ['Empieza con esto:', ...own.slice(0, 3)]
	if (own.length > 0 && !isList) {
		const heart = own.slice(0, 2)
		return [...heart.flatMap(inShort), ...explained(gates.talk.glossary, heart.join(' '))]
	}
	const answer = sentencesOf(topic.answer)
	const named = explained(gates.talk.glossary, topic.title).slice(0, 1)
	// The plain words for what the topic is about take the place of a long first sentence.
	const [first = '', ...others] = answer
	const filing = others.find((sentence) => isShort(sentence) && /^(Se (pide|llena|manda|envía)|Lo pide)/.test(sentence))
	const isSaid = named.some((sentence) => sentence.slice(0, 12) === first.slice(0, 12))
	const opening = named.length > 0 && (isSaid || (filing && !isShort(first))) ? [] : inShort(first)
	const heart = [...opening, ...(filing ? [filing] : [])]
	const words = named.length > 0 ? named : explained(gates.talk.glossary, heart.join(' '))
	const firstStep = facetSentences(topic, 'steps')[0]
	const step = firstStep ? [`Lo primero que toca: ${lowerFirst(firstStep.trim())}`] : []
	return named.length > 0 ? [...words, ...heart, ...step] : [...heart, ...words, ...step]
}

/** Hard words of a text in plain ones. */
function explained(glossary: Record<string, string>, text: string): string[] {
	const lower = text.toLowerCase()
	const hard = Object.entries(glossary).filter(([word]) => lower.includes(word))
	const harder = hard.filter(([word]) => !commonWords.has(word))
	return (harder.length > 0 ? harder : hard).slice(0, mostWordsExplained).map(([, sentence]) => sentence)
}

/** The first steps, counted in words; without a list of steps the sentences of the answer. */
function stepByStep(topic: Topic): string[] {
	const steps = facetSentences(topic, 'steps' satisfies FacetName)
	const pieces = (steps.length > 1 ? steps : sentencesOf(topic.answer)).slice(0, countingWords.length)
	return pieces.map((piece, i) => `\n${countingWords[i]}: ${lowerFirst(piece.trim())}`)
}

/** A sentence cut where it is joined by a semicolon. */
function inShort(sentence: string): string[] {
	return sentence.split('; ').map((piece) => {
		const text = piece.charAt(0).toUpperCase() + piece.slice(1)
		return /[.!?…:]$/.test(text) ? text : `${text}.`
	})
}

const isShort = (sentence: string) => sentence.split(' ').length <= 20

/** 'Llena la hoja' becomes 'llena la hoja', and 'USCIS manda' stays. */
function lowerFirst(text: string): string {
	return /^\p{Lu}\p{Ll}+ /u.test(text) && !/^(Formulario|Estados) /.test(text)
		? text.charAt(0).toLowerCase() + text.slice(1)
		: text
}
