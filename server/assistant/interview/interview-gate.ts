// Legalisation: the two questions that decide everything come first, then the ways that exist. Their answers are
// understood by tables; after two attempts the ways are explained with what is known.
import { fewSources, fixedSources, mostSentences, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import { createCorrections } from '../retrieval/corrections.ts'
import type { InterviewState } from '../state.ts'
import { findWays } from './find-ways.ts'
import { createFactReader, type Facts, isGround, mergeFacts } from './read-facts.ts'

const mostAsked = 2
const mostWays = 2
const relative =
	'(?:esposo|esposa|marido|mujer|mama|papa|padres|papas|hijos?|hijas?|hermanos?|hermanas?|novi[oa]|pareja|suegr[oa]|sobrin[oa]|prim[oa]|cunad[oa])'
const aboutSomebodyElse = new RegExp(
	`\\b(les?|\\w+(?:arles?|arlos?|arla|erles?|irles?))\\b|\\b(?:a|para|de) mis? ${relative}\\b|\\bmis? ${relative} (?:puede|pueden|no tiene|quiere|entro|cruzo|tiene arreglo)`,
)
const fresh: InterviewState = { asked: 0, grounds: [] }

/** A message while the assistant waits for an answer to its two questions. */
export function interviewAnswerGate(parts: GateParts): Gate {
	const readFacts = createFactReader(parts)
	const isTrigger = triggers(parts)
	return (context) => {
		const { interview } = context.state
		if (!interview) return undefined
		const facts = readFacts(context.reading)
		if (interview.explained && !hasNewGround(interview, facts)) return undefined
		if (!isTrigger(context) && isNewQuestion(parts, context, facts)) return undefined
		return decide(parts, context, mergeFacts(interview, facts))
	}
}

/** A message that asks how to get papers. */
export function legalisationGate(parts: GateParts): Gate {
	const readFacts = createFactReader(parts)
	const isTrigger = triggers(parts)
	const corrections = createCorrections(parts)
	return (context) => {
		if (!isTrigger(context)) return undefined
		const decision = decide(parts, context, mergeFacts(fresh, readFacts(context.reading)))
		const error = corrections(context)
		return error?.kind === 'answer'
			? { ...decision, sentences: [...sentencesOf(error.says), ...decision.sentences].slice(0, mostSentences) }
			: decision
	}
}

function triggers({ gates, compile }: GateParts): (context: Context) => boolean {
	const signs = compile(gates.legalisation.triggers)
	const unless = compile(gates.legalisation.unless)
	return ({ reading }) => signs.matches(reading.heard) && !unless.matches(reading.heard)
}

/** Somebody who asks something else instead of answering gets that answer. */
function isNewQuestion({ finder }: GateParts, { reading }: Context, facts: Facts): boolean {
	if (facts.entry || facts.year || facts.grounds.length > 0) return false
	return finder.find(reading).sureness === 'sure' && (reading.asks || reading.words > 4)
}

/** After the ways have been explained only another tie or event makes them worth explaining again. */
function hasNewGround({ grounds }: InterviewState, facts: Facts): boolean {
	return facts.grounds.some((fact) => isGround(fact) && fact !== 'nothing' && !grounds.includes(fact))
}

function decide(parts: GateParts, context: Context, known: InterviewState): Decision {
	const isComplete = known.entry !== undefined && known.grounds.some(isGround)
	// Once is always asked: who has said both has not said what could change everything.
	const isAsking = known.asked === 0 || (known.asked < mostAsked && !isComplete)
	return isAsking && !known.explained ? ask(parts, context, known) : explain(parts, context, known)
}

function ask(parts: GateParts, { reading, state }: Context, known: InterviewState): Decision {
	const { gates } = parts
	const { both, entry, ground, history, subjects } = gates.legalisation.ask
	const hasGround = known.grounds.some(isGround)
	const text = known.entry ? (hasGround ? history : ground) : hasGround ? entry : both
	const isForOther = known.isForOther ?? aboutSomebodyElse.test(reading.plain)
	const question = sentencesOf(text.replace('{subject}', isForOther ? subjects.other : subjects.self))
	// Who is asked a second time gets something in return.
	const way = known.asked > 0 && hasGround ? findWays(gates.ways.ways, known)[0] : undefined
	const said = way?.text ?? (known.asked > 0 && known.entry ? (gates.ways.notes[known.entry] ?? '') : '')
	const topic = way && parts.topic(way.topic)
	return {
		kind: 'clarify',
		sentences: [...sentencesOf(said), ...question].slice(-mostSentences),
		sources: sourcesOf(topic),
		topics: topic ? [topic] : [],
		fixed: true,
		next: { interview: { ...known, isForOther, asked: known.asked + 1 }, urgent: state.urgent },
	}
}

function explain(parts: GateParts, { state }: Context, known: InterviewState): Decision {
	const { gates, topic } = parts
	const { closing, none, noneSources, alsoAsk } = gates.legalisation
	const ways = findWays(gates.ways.ways, known)
	const told = ways.slice(0, mostWays)
	const others = ways.slice(mostWays, mostWays + 3).map((way) => way.name)
	const last = sentencesOf(
		others.length > 0 ? closing.replace(/\.$/, `; ${lowerFirst(alsoAsk.replace('{ways}', listed(others)))}`) : closing,
	)
	const note = (known.entry && gates.ways.notes[known.entry]) ?? ''
	const body = told.length > 0 ? [...told.map((way) => way.text), note].flatMap(sentencesOf) : sentencesOf(none)
	const topics = told.flatMap((way) => topic(way.topic) ?? [])
	return {
		kind: 'answer',
		sentences: [...body.slice(0, mostSentences - last.length), ...last],
		sources: told.length > 0 ? fewSources(sourcesOf(...topics)) : fixedSources(noneSources),
		topics,
		fixed: true,
		next: {
			topic: topics[0] && { id: topics[0].id, told: [] },
			interview: { ...known, explained: true },
			urgent: state.urgent,
		},
	}
}

const listed = (names: string[]) =>
	names.length > 1 ? `${names.slice(0, -1).join(', ')} y ${names.at(-1)}` : (names[0] ?? '')
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
