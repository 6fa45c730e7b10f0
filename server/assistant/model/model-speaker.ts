// A language model puts the guide into words. It sees nothing but the topics the gates chose, and says nothing that was not
// checked; where it may not or cannot answer, the guide's own reply stands.
import type { Logger } from 'pino'
import type { AnswerChecker, Checking } from '../checking/create-checker.ts'
import { fewSources, sourcesOf } from '../compose.ts'
import { guideSpeaker } from '../guide-speaker.ts'
import type { Audience, Brief, Said, Speaker } from '../speaker.ts'
import type { Ask } from './ask.ts'
import { ModelFailure } from './failure.ts'
import { type Grounding, groundingOf, usedTopics } from './grounding.ts'
import { type MessageParts, messagesOf, saidBy } from './messages.ts'
import { createOutlet, type Outlet } from './outlet.ts'
import { createOwnWords } from './own-words.ts'
import type { ModelEnding } from './provider.ts'

export type ModelSpeakerParts = MessageParts & {
	/** Plain messages that ask for more of the same. */
	goingOn: ReadonlySet<string>
	ask: Ask
	checking: Checking
	/** Who answers whom. */
	models: Record<Audience, string>
	/** Said before the first answer of a conversation. */
	openings: Record<Audience, string>
	/** Texts that may be told although the instruction has words of them. */
	commonTexts: readonly string[]
	/** Counts one call; false when there are none left today. */
	takeCall(): Promise<boolean>
	log: Logger
}

export function createModelSpeaker(parts: ModelSpeakerParts): Speaker {
	const { system, unsure, goOn } = parts.instructions
	const tellsInstruction = createOwnWords([...Object.values(system), unsure, goOn].join('\n'))

	return async (brief, release, signal) => {
		signal.throwIfAborted()
		const grounding = groundingOf(parts.goingOn, brief)
		if (!grounding || !(await parts.takeCall())) return guideSpeaker(brief, release, signal)
		const outlet = openOutlet(parts, tellsInstruction, brief, grounding, release)
		const begun = performance.now()
		const ending = await hearOut(parts, brief, grounding, outlet, signal)
		signal.throwIfAborted()
		const leftOut = outlet.end({ isCut: isCut(ending) })
		const reply = outlet.reply()
		const durationMs = Math.round(performance.now() - begun)
		parts.log.info({ ending, durationMs, leftOut, characters: reply.length }, 'the language model answered')
		if (reply !== '') return said(brief, grounding, reply, ending)
		if (ending === 'broken') throw new ModelFailure('provider_failed', 'ended without an end')
		return guideSpeaker(brief, release, signal)
	}
}

function openOutlet(
	parts: ModelSpeakerParts,
	tellsInstruction: ReturnType<typeof createOwnWords>,
	brief: Brief,
	grounding: Grounding,
	release: (piece: string) => void,
): Outlet {
	const { topics, reviewed = '' } = grounding
	const mayBeTold = [...topics.map(textOf), reviewed, ...parts.commonTexts]
	return createOutlet({
		checker: checkerFor(parts, brief, grounding),
		opening: brief.turns.length === 0 ? parts.openings[brief.audience] : '',
		tellsInstruction: (text) => tellsInstruction(text, mayBeTold),
		release,
	})
}

/** What was released before a service failed stands. */
async function hearOut(
	parts: ModelSpeakerParts,
	brief: Brief,
	grounding: Grounding,
	outlet: Outlet,
	signal: AbortSignal,
): Promise<ModelEnding> {
	try {
		const call = { model: parts.models[brief.audience], messages: messagesOf(parts, brief, grounding) }
		return await parts.ask(call, outlet.hear, signal)
	} catch (error) {
		if (signal.aborted || !(error instanceof ModelFailure) || outlet.reply() === '') throw error
		return 'broken'
	}
}

function checkerFor({ checking }: ModelSpeakerParts, brief: Brief, { topics, reviewed }: Grounding): AnswerChecker {
	const { audience } = brief
	return checking.checkerFor({ topics, said: saidBy(brief), audience, texts: reviewed ? [reviewed] : [] })
}

function said({ considered }: Brief, { topics, isUnsure }: Grounding, reply: string, ending: ModelEnding): Said {
	const { decision, turn } = considered
	const used = usedTopics(reply, topics)
	return {
		reply,
		sources: fewSources(sourcesOf(...used)),
		kind: isUnsure ? 'answer' : turn.kind,
		isCut: isCut(ending),
		...(isUnsure && !decision?.next.topic && used[0] ? { topic: used[0].id } : {}),
	}
}

function isCut(ending: ModelEnding): boolean {
	return ending === 'length' || ending === 'broken'
}

function textOf({ answer, facets }: Grounding['topics'][number]): string {
	return [answer, ...Object.values(facets)].join('\n')
}
