// Legalisation: the two questions that decide everything come first, then the ways that exist. Their answers are
// understood by tables; after two attempts the ways are explained with what is known.
import { fewSources, fixedSources, mostSentences, sourcesOf } from '../compose.ts'
import type { Context, Decision, Gate, GateParts } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'
import { createMyths } from '../retrieval/corrections.ts'
import type { InterviewState } from '../state.ts'
import { findWays } from './find-ways.ts'
import { createInterviewTalk } from './interview-talk.ts'
import { isAboutSomebodyElse, mostAsked, openQuestion } from './questions.ts'
import { createFactReader, type Facts, isGround, mergeFacts } from './read-facts.ts'

const mostWays = 2
const fresh: InterviewState = { asked: 0, grounds: [] }

/** A message while the assistant waits for an answer to its two questions. */
export function interviewAnswerGate(parts: GateParts): Gate {
	const readFacts = createFactReader(parts)
	const isTrigger = triggers(parts)
	const talk = createInterviewTalk(parts)
	return (context) => {
		const { interview } = context.state
		if (!interview) return undefined
		if (talk.isDefinition(context) && interview.explained) return undefined
		const facts = readFacts(context.reading, !interview.explained && openQuestion(interview) === 'history')
		if (interview.explained && !hasNewGround(interview, facts)) return talk.after(context)
		if (isTrigger(context)) return decide(parts, context, mergeFacts(interview, facts))
		const said = talk.answer(context, interview, facts)
		if (said === 'else') return undefined
		return said ?? decide(parts, context, mergeFacts(interview, facts))
	}
}

/** A message that asks how to get papers. */
export function legalisationGate(parts: GateParts): Gate {
	const readFacts = createFactReader(parts)
	const isTrigger = triggers(parts)
	const myths = createMyths(parts)
	return (context) => {
		if (!isTrigger(context)) return undefined
		const decision = decide(parts, context, mergeFacts(fresh, readFacts(context.reading)))
		const error = myths(context)
		return error
			? { ...decision, sentences: [...sentencesOf(error.says), ...decision.sentences].slice(0, mostSentences) }
			: decision
	}
}

function triggers({ gates, compile }: GateParts): (context: Context) => boolean {
	const signs = compile(gates.legalisation.triggers)
	const unless = compile(gates.legalisation.unless)
	return ({ reading }) => signs.matches(reading.heard) && !unless.matches(reading.heard)
}

/** After the ways have been explained only another tie or event makes them worth explaining again. */
function hasNewGround({ grounds, entry }: InterviewState, facts: Facts): boolean {
	if (facts.entry !== undefined && entry === undefined && grounds.some(isGround)) return true
	return facts.grounds.some((fact) => isGround(fact) && fact !== 'nothing' && !grounds.includes(fact))
}

function decide(parts: GateParts, context: Context, known: InterviewState): Decision {
	// Once is always asked: who has said both has not said what could change everything.
	const isAsking = known.asked === 0 || (known.asked < mostAsked && openQuestion(known) !== 'history')
	return isAsking && !known.explained ? ask(parts, context, known) : explain(parts, context, known)
}

function ask(parts: GateParts, { reading, state }: Context, known: InterviewState): Decision {
	const { gates } = parts
	const { subjects, ...texts } = gates.legalisation.ask
	const isForOther = known.isForOther || isAboutSomebodyElse(reading)
	const text = texts[openQuestion(known)].replace('{subject}', isForOther ? subjects.other : subjects.self)
	// Who is asked a second time gets something in return.
	const way = known.asked > 0 && known.grounds.some(isGround) ? findWays(gates.ways.ways, known)[0] : undefined
	const said = way?.text ?? (known.asked > 0 && known.entry ? (gates.ways.notes[known.entry] ?? '') : '')
	const topic = way && parts.topic(way.topic)
	return {
		kind: 'clarify',
		sentences: [...sentencesOf(said), ...sentencesOf(text)].slice(-mostSentences),
		sources: sourcesOf(topic),
		topics: topic ? [topic] : [],
		fixed: true,
		next: { interview: { ...known, isForOther, asked: known.asked + 1 }, urgent: state.urgent },
	}
}

function explain(parts: GateParts, { state }: Context, known: InterviewState): Decision {
	const { gates, topic } = parts
	const { closing, none, noneSources, alsoAsk } = gates.legalisation
	// Who names no tie is told what there is without one.
	const grounds = known.grounds.some(isGround) ? known.grounds : [...known.grounds, 'nothing']
	const ways = findWays(gates.ways.ways, { ...known, grounds })
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
