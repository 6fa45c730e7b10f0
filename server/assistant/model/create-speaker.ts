// Puts the language model together that the operator has configured.
import type { Logger } from 'pino'
import type { Topic } from '../../../contracts/guide.ts'
import type { Config } from '../../config.ts'
import type { Limits } from '../../limits/limits.ts'
import { createChecking } from '../checking/create-checker.ts'
import type { Gates } from '../gates/load-gates.ts'
import { compilePhrases, hear } from '../language/phrases.ts'
import { plain, plainWords } from '../language/plain.ts'
import type { Speaker } from '../speaker.ts'
import { type AskParts, createAsk } from './ask.ts'
import type { Instructions } from './instructions.ts'
import { createModelSpeaker } from './model-speaker.ts'
import { createProvider } from './provider.ts'
import type { WatchTimes } from './watchdog.ts'

export type SpeakerParts = {
	guide: { topics: readonly Topic[] }
	gates: Gates
	instructions: Instructions
	/** Before the one sentence of a visitor's first answer. */
	visitorOpening: string
	limits: Pick<Limits, 'take'>
	log: Logger
	/** For tests: what is waited for, and how long. */
	pause?: AskParts['pause']
	times?: WatchTimes
}

/** Undefined without a configured service: the guide's own words stand. */
export function createSpeaker({ openai }: Pick<Config, 'openai'>, parts: SpeakerParts): Speaker | undefined {
	if (!openai) return undefined
	const { guide, gates, instructions, visitorOpening, limits, log, pause, times } = parts
	const { model, smallModel } = openai
	const { opening, referral, formMention, yes } = gates.talk
	return createModelSpeaker({
		ask: createAsk({ provider: createProvider({ ...openai, times }), log, pause }),
		checking: createChecking({ guide, gates }),
		instructions,
		models: { person: model, visitor: model, helper: smallModel },
		openings: { person: `${opening} `, visitor: visitorOpening, helper: '' },
		commonTexts: [referral, formMention],
		goingOn: new Set(yes.signs.map((sign) => plainWords(sign).join(' '))),
		isSteering: steeringIn(gates),
		takeCall: async () => (await limits.take('ai-day', '')).isAllowed,
		log,
	})
}

function steeringIn({ steering, lists }: Gates): (text: string) => boolean {
	const signs = compilePhrases(steering.signs, lists)
	return (text) => signs.matches(hear(plain(text)))
}
