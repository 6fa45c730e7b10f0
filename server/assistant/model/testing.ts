// For this folder's tests: the model's speaker as the server builds it, against the loopback service, without waiting.
import { join } from 'node:path'
import { pino } from 'pino'
import { type OpenaiServer, openaiServer } from '../../testing/openai-server.ts'
import { type Assistant, createAssistant } from '../create-assistant.ts'
import { type Gates, loadGates } from '../gates/load-gates.ts'
import { type Guide, loadGuide } from '../guide/load-guide.ts'
import type { Brief, Said, Speaker } from '../speaker.ts'
import { type ConversationState, emptyState } from '../state.ts'
import { createSpeaker } from './create-speaker.ts'
import { type Instructions, loadInstructions } from './instructions.ts'
import type { WatchTimes } from './watchdog.ts'

const contentFolder = join(import.meta.dirname, '../../../content')

export type Heard = { said: Said; pieces: string[] }
type AskOptions = Partial<Brief> & {
	state?: ConversationState
	signal?: AbortSignal
	/** Told about each piece. */
	heard?: (piece: string) => void
}
export type TestModel = {
	service: OpenaiServer
	guide: Guide
	gates: Gates
	instructions: Instructions
	assistant: Assistant
	speaker: Speaker
	/** Asks one question and gives what was said; `more` goes into the brief. */
	ask(question: string, more?: AskOptions): Promise<Heard>
	logged(): string
	/** Milliseconds that were waited for, one after the other. */
	pauses: number[]
	/** Calls that are left today. */
	budget: { left: number }
	/** What the service is waited for; looked at with every attempt. */
	times: WatchTimes
	close(): Promise<void>
}

/** For a service that works, on a machine that is busy; and for one that hangs. */
export const ampleTimes: WatchTimes = { firstMs: 60_000, idleMs: 60_000, wholeMs: 100_000 }
export const shortTimes: WatchTimes = { firstMs: 200, idleMs: 200, wholeMs: 60_000 }

export async function testModel(): Promise<TestModel> {
	const [service, guide, gates, instructions] = await Promise.all([
		openaiServer(),
		loadGuide(contentFolder),
		loadGates(contentFolder),
		loadInstructions(contentFolder),
	])
	let logged = ''
	const times = { ...ampleTimes }
	const pauses: number[] = []
	const budget = { left: 1000 }
	const assistant = createAssistant({ guide, gates })
	const openai = {
		apiKey: service.environment.OPENAI_API_KEY,
		baseUrl: service.environment.OPENAI_BASE_URL ?? '',
		model: 'large-model',
		smallModel: 'small-model',
	}
	const speaker = createSpeaker(
		{ openai },
		{
			guide,
			gates,
			instructions,
			visitorOpening: 'Respuesta automática: ',
			limits: {
				take: async () => (budget.left-- > 0 ? { isAllowed: true } : { isAllowed: false, retryAfterSeconds: 60 }),
			},
			log: pino({ level: 'debug' }, { write: (line: string) => (logged += line) }),
			pause: async (ms) => void pauses.push(ms),
			times,
		},
	)
	if (!speaker) throw new Error('there is no speaker')

	return {
		service,
		guide,
		gates,
		instructions,
		assistant,
		speaker,
		async ask(question, { state = emptyState, signal = new AbortController().signal, heard, ...more } = {}) {
			const considered = assistant.consider(state, question)
			const pieces: string[] = []
			const release = (piece: string) => {
				pieces.push(piece)
				heard?.(piece)
			}
			const brief = { audience: 'person' as const, question, turns: state.turns, considered, personal: [], ...more }
			return { said: await speaker(brief, release, signal), pieces }
		},
		logged: () => logged,
		pauses,
		budget,
		times,
		close: service.close,
	}
}
