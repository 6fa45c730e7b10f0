// For this folder's tests: replicas that share one database, people who ask, and a speaker who says what the test tells
// him to, when it tells him to.
import { join } from 'node:path'
import { pino } from 'pino'
import { createAssistant } from '../../assistant/create-assistant.ts'
import { loadGates } from '../../assistant/gates/load-gates.ts'
import { loadGuide } from '../../assistant/guide/load-guide.ts'
import type { Brief, Said, Speaker } from '../../assistant/speaker.ts'
import { createDatabase } from '../../database/database.ts'
import { createLimits, type Limits } from '../../limits/limits.ts'
import { type TestDatabase, testDatabase } from '../../testing/database.ts'
import type { ChatParts } from '../chat-completion.ts'
import type { SignedIn } from './answer-rows.ts'
import { answerEvents, type GrowingAnswer, type NumberedEvent } from './growing-answer.ts'
import { createRunningAnswers } from './running-answers.ts'

/** One question as the speaker got it. */
export type Speech = {
	brief: Brief
	signal: AbortSignal
	say(piece: string): void
	end(more?: Partial<Said>): void
	fail(error: unknown): void
}

export type TestSpeaker = { speak: Speaker /** One for each time it was asked. */; speeches: Speech[] }

export function testSpeaker(): TestSpeaker {
	const speeches: Speech[] = []
	return {
		speeches,
		speak: (brief, release, signal) =>
			new Promise((resolve, reject) => {
				const said: string[] = []
				const { kind, sources } = brief.considered.turn
				speeches.push({
					brief,
					signal,
					say: (piece) => {
						said.push(piece)
						release(piece)
					},
					end: (more) => resolve({ reply: said.join(''), sources, kind, isCut: false, ...more }),
					fail: reject,
				})
				signal.addEventListener('abort', () => reject(signal.reason))
			}),
	}
}

export type Replicas = {
	own: TestDatabase
	limits: Limits
	/** Everything written to the log, as one text. */
	logged(): string
	/** One more process on the same database. */
	replica(more?: Partial<ChatParts>): ChatParts
	person(plan?: 'FREE' | 'UNLIMITED'): Promise<SignedIn>
	close(): Promise<void>
}

const contentFolder = join(import.meta.dirname, '../../../content')

export async function testReplicas(speaker: Speaker): Promise<Replicas> {
	const [own, guide, gates] = await Promise.all([testDatabase(), loadGuide(contentFolder), loadGates(contentFolder)])
	const lines: string[] = []
	const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
	const database = createDatabase(own.pool)
	const assistant = createAssistant({ guide, gates })
	const limits = createLimits({
		pool: own.pool,
		enabled: true,
		secret: 'a secret of this installation',
		budgets: { 'sms-day': 10, 'ai-day': 10, 'speech-day': 10 },
		log,
		say: () => {},
	})
	const closers = [limits.close]
	return {
		own,
		limits,
		logged: () => lines.join(''),
		replica(more) {
			const answers = createRunningAnswers({ database, log, drainMs: 0 })
			closers.push(answers.close, answers.drain)
			return { database, assistant, speaker, answers, limits, log, ...more }
		},
		async person(plan) {
			const [userId, sessionId] = [crypto.randomUUID(), crypto.randomUUID()]
			const email = `${userId}@example.org`
			await own.pool.query('insert into auth.users (id, email) values ($1, $2)', [userId, email])
			await own.pool.query('insert into auth.sessions (id, user_id) values ($1, $2)', [sessionId, userId])
			if (plan) {
				const insert =
					'insert into public.profiles (id, email, first_name, phone_number, plan) values ($1, $2, $3, $4, $5)'
				await own.pool.query(insert, [userId, email, 'Rosalinda', '+13055550100', plan])
			}
			const claims = { sub: userId, session_id: sessionId, role: 'authenticated', email }
			return { role: 'authenticated', userId, sessionId, claims }
		},
		async close() {
			for (const closeOne of closers.reverse()) await closeOne()
			await own.close()
		},
	}
}

/** The events from the one after `after`, up to the end or as many as asked for. */
export async function readEvents(answer: GrowingAnswer, after = 0, most = Number.POSITIVE_INFINITY) {
	const events: NumberedEvent[] = []
	if (most === 0) return events
	for await (const event of answerEvents(answer, after)) {
		events.push(event)
		if (events.length >= most) break
	}
	return events
}
