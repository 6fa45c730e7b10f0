// What people say instead of answering the interview's questions: that they do not understand, why it is asked, that they
// would rather not say, 'sí' to a question of which. The questions are never said again word for word.
import { fixedSources } from '../compose.ts'
import { createFacetFinder } from '../follow-up/facets.ts'
import { wholeMessage } from '../follow-up/whole-message.ts'
import type { Context, Decision, GateParts } from '../gate.ts'
import type { Reading } from '../language/reading.ts'
import { sentencesOf } from '../language/sentences.ts'
import type { InterviewState } from '../state.ts'
import { isAboutSomebodyElse, mostAsked, openQuestion, saysForSomebodyElse } from './questions.ts'
import { type Facts, isGround, mergeFacts } from './read-facts.ts'

/** A definition is asked for in so many words at most. */
const longestDefinition = 8
/** A question, or a wish that changes the subject. */
const question =
	/^(quiero|quisiera|necesito|mejor|dime|hablame|explicame|oye)\b|\b(como|que|cuando|donde|cual|quien|cuanto|cuanta|puedo|puede|se puede|por que)\b/
const shortestQuestion = 4

export type InterviewTalk = {
	/** A reply; 'else' where the message is for another gate; undefined where it answers the questions. */
	answer(context: Context, interview: InterviewState, facts: Facts): Reply
	/** 'Entonces no hay nada?', after the ways have been explained. */
	after(context: Context): Decision | undefined
	/** '¿Qué es parole?' names a way of entering and says nothing about the person. */
	isDefinition(context: Context): boolean
}
type Reply = Decision | 'else' | undefined

export function createInterviewTalk(parts: GateParts): InterviewTalk {
	const tools = compileTalk(parts)
	return {
		isDefinition: (context) => isDefinition(tools, context),
		after: (context) => afterTheWays(tools, context),
		answer: (context, interview, facts) => {
			if (isDefinition(tools, context)) return define(tools, context, interview)
			if (tools.signs.why.matches(context.reading.heard))
				return easier(parts, context, interview, parts.gates.legalisation.talk.why.reply, false)
			if (decides(facts)) return undefined
			return (
				insteadOfAnswer(tools, context, interview) ??
				nothingDecided(tools, context, interview, mergeFacts(interview, facts))
			)
		},
	}
}

function compileTalk(parts: GateParts) {
	const { gates, compile } = parts
	const { talk } = gates.legalisation
	const { again, thanks, greeting, unclear, yes } = gates.talk
	return {
		parts,
		talk,
		after: talk.after.map(({ signs, reply }) => ({ signs: compile(signs), reply })),
		facets: createFacetFinder(parts),
		isSmallTalk: wholeMessage([...again.signs, ...thanks.signs, ...greeting.signs], parts),
		isYes: wholeMessage(yes.signs, parts),
		signs: {
			what: compile(talk.what),
			unclear: compile(unclear.signs),
			why: compile(talk.why.signs),
			refuses: compile(talk.refuses.signs),
			unknown: compile(talk.unknown),
			offtopic: compile(gates.scope.kinds.flatMap(({ alone }) => alone)),
		},
	}
}
type Tools = ReturnType<typeof compileTalk>

function isDefinition({ signs }: Tools, { reading }: Context): boolean {
	return signs.what.matches(reading.heard) && reading.words <= longestDefinition
}

/** A word of the questions is explained and they stay open; the name of a programme is a question of its own. */
function define({ parts, talk }: Tools, context: Context, interview: InterviewState): Reply {
	const { reading } = context
	const word = Object.entries(talk.words).find(([begin]) => reading.plain.includes(begin))?.[1]
	if (word) return easier(parts, context, interview, word, false)
	return parts.finder.find(reading).sureness === 'sure' ? 'else' : twice(parts, context, interview, talk.unclear)
}

/** Not understood, not willing, thanks, 'sí'. */
function insteadOfAnswer(tools: Tools, context: Context, interview: InterviewState): Reply {
	const { parts, talk, signs } = tools
	const { heard, plain } = context.reading
	if (signs.refuses.matches(heard)) return general(parts, context, interview)
	if (signs.unclear.matches(heard)) return twice(parts, context, interview, talk.unclear)
	if (tools.isSmallTalk(plain)) return 'else'
	if (!tools.isYes(plain)) return undefined
	return twice(parts, context, interview, openQuestion(interview) === 'history' ? talk.yes : talk.unheard)
}

/** Another question, or an answer that decides nothing or that nobody understood. */
function nothingDecided(tools: Tools, context: Context, interview: InterviewState, known: InterviewState): Reply {
	const { parts, talk, signs, facets } = tools
	const { reading } = context
	const isPartly = known.grounds.length > interview.grounds.length || known.year !== interview.year
	// What helps a little is no failed attempt.
	const again = (lead: string) =>
		interview.asked >= mostAsked ? undefined : easier(parts, context, known, lead, !isPartly)
	if (saysForSomebodyElse(reading) && !interview.isForOther) return easier(parts, context, known, talk.other, false)
	if (signs.offtopic.matches(reading.heard) && !reading.terms.some(parts.language.isDomain))
		return easier(parts, context, known, talk.offtopic, false)
	if (facets.find(reading) && facets.ownTerms(reading).length === 0) return again(talk.depends)
	if (isAsking(reading)) return 'else'
	if (openQuestion(known) === 'history') return undefined
	return again(isPartly || signs.unknown.matches(reading.heard) ? '' : talk.unheard)
}

/** Something that decides; a year or a relative alone is kept and the question stays. */
function decides({ entry, grounds }: Facts): boolean {
	return entry !== undefined || grounds.some((fact) => isGround(fact) || /^(speaker|third|child)-|^came/.test(fact))
}

function isAsking({ words, asks, plain }: Reading): boolean {
	return asks || (words > shortestQuestion && question.test(plain))
}

/** The open question in other words. */
function easier(parts: GateParts, context: Context, known: InterviewState, lead: string, counts: boolean): Decision {
	const { subjects, kin, ...texts } = parts.gates.legalisation.talk.easy
	const isForOther = known.isForOther || isAboutSomebodyElse(context.reading)
	const open = openQuestion(known)
	const hasKin = known.grounds.some((fact) => fact.startsWith('kin-'))
	const asked =
		hasKin && !isForOther && open !== 'history' && open !== 'entry'
			? [kin, ...(open === 'both' ? [texts.entry] : [])]
			: [texts[open]]
	const text = asked.join(' ').replaceAll('{Subject}', isForOther ? subjects.other : subjects.self)
	return clarify(context, [...sentencesOf(lead), ...sentencesOf(text)], {
		...known,
		isForOther,
		asked: known.asked + (counts ? 1 : 0),
	})
}

/** The open question in other words; who has been asked twice hears what can be said in general. */
function twice(parts: GateParts, context: Context, interview: InterviewState, lead: string): Decision {
	return interview.asked >= mostAsked
		? general(parts, context, interview)
		: easier(parts, context, interview, lead, true)
}

function afterTheWays({ parts, after }: Tools, context: Context): Decision | undefined {
	const { reading, state } = context
	const hit = after.find(({ signs }) => signs.matches(reading.heard))
	if (!hit || !state.interview || reading.words > longestDefinition) return undefined
	const { noneSources } = parts.gates.legalisation
	const said = clarify(context, sentencesOf(hit.reply), state.interview)
	return { ...said, kind: 'answer', sources: fixedSources(noneSources), next: { ...said.next, topic: state.topic } }
}

/** What can be said when nothing is known; what is told later still counts. */
function general(parts: GateParts, context: Context, interview: InterviewState): Decision {
	const { reply } = parts.gates.legalisation.talk.refuses
	return clarify(context, sentencesOf(reply), { ...interview, asked: mostAsked })
}

function clarify({ state }: Context, sentences: string[], interview: InterviewState): Decision {
	return {
		kind: 'clarify',
		sentences,
		sources: [],
		topics: [],
		fixed: true,
		next: { interview, urgent: state.urgent },
	}
}
