import { describe, expect, test } from 'vitest'
import { BackendError } from '../../backend/errors.ts'
import type { Numbered } from '../../backend/functions.ts'
import { type AnswerEvent, type AnswerLine, hearAnswer, whatNext } from './hear-answer.ts'

const start = (answerId: string) => ({ event: 'start', data: { id: answerId }, id: '1' }) as const
const delta = (id: string, text: string) => ({ event: 'delta', data: { text }, id }) as const
const done = (reply: string): Numbered<AnswerEvent> => ({
	event: 'done',
	data: { reply, sources: [], kind: 'answer' },
	id: '9',
})
const lost = new BackendError('unreachable', 0)

/** A line that gives these events one call after the other, each up to an error; notes what was called. */
function lineOf(...calls: (Numbered<AnswerEvent> | BackendError)[][]) {
	const noted: string[] = []
	const left = [...calls]
	async function* next() {
		for (const one of left.shift() ?? []) {
			if (one instanceof BackendError) throw one
			yield one
		}
	}
	const line: AnswerLine = {
		ask: () => {
			noted.push('ask')
			return next()
		},
		takeUp: (answerId, lastEventId) => {
			noted.push(`take up ${answerId} after ${lastEventId}`)
			return next()
		},
		pause: async (failures, signal) => {
			noted.push(`pause ${failures}`)
			signal.throwIfAborted()
		},
	}
	return { line, noted }
}

function hear({ line }: { line: AnswerLine }, answerId: string | null = null, signal = new AbortController().signal) {
	const heard: string[] = []
	const listener = {
		onBegun: (id: string) => heard.push(`begun ${id}`),
		onText: (text: string) => heard.push(text),
		onInterrupted: () => heard.push('interrupted'),
	}
	return { heard, answer: hearAnswer(line, listener, { answerId, signal }) }
}

describe('an answer', () => {
	test('is heard to its end', async () => {
		const { heard, answer } = hear(lineOf([start('a'), delta('2', 'Sí. '), delta('3', 'No.'), done('Sí. No.')]))
		expect((await answer).reply).toBe('Sí. No.')
		expect(heard).toEqual(['begun a', 'Sí. ', 'No.'])
	})

	test('whose connection breaks is taken up after the last event heard, and not asked again', async () => {
		const calls = lineOf([start('a'), delta('2', 'Sí. '), lost], [lost], [delta('3', 'No.'), done('Sí. No.')])
		const { heard, answer } = hear(calls)
		expect((await answer).reply).toBe('Sí. No.')
		expect(heard).toEqual(['begun a', 'Sí. ', 'interrupted', 'interrupted', 'No.'])
		expect(calls.noted).toEqual(['ask', 'pause 1', 'take up a after 2', 'pause 2', 'take up a after 2'])
	})

	test('that was awaited before a reload is taken up from its first word', async () => {
		const calls = lineOf([start('a'), delta('2', 'Sí.'), done('Sí.')])
		await hear(calls, 'a').answer
		expect(calls.noted).toEqual(['take up a after 0'])
	})

	test('that never began is asked for again, quietly', async () => {
		const calls = lineOf([lost], [start('a'), done('Sí.')])
		const { heard, answer } = hear(calls)
		await answer
		expect(heard).toEqual(['begun a'])
		expect(calls.noted).toEqual(['ask', 'pause 1', 'ask'])
	})

	test('that the server lost is asked for again and begins anew', async () => {
		const gone = new BackendError('answer_not_found', 404)
		const calls = lineOf([start('a'), delta('2', 'Sí. '), lost], [gone], [start('b'), done('No.')])
		const { heard, answer } = hear(calls)
		expect((await answer).reply).toBe('No.')
		expect(heard).toEqual(['begun a', 'Sí. ', 'interrupted', 'interrupted', 'begun b'])
		expect(calls.noted.filter((call) => call === 'ask')).toHaveLength(2)
	})
})

describe('nothing more is tried', () => {
	test.each([
		['the assistant refuses', [[new BackendError('limit_reached', 403)]], ['ask']],
		['the provider failed', [[start('a'), new BackendError('provider_failed', 500)]], ['ask']],
		['nobody answers three times', [[lost], [lost], [lost], [done('x')]], ['ask', 'pause 1', 'ask', 'pause 2', 'ask']],
	])('when %s', async (_name, calls, noted) => {
		const called = lineOf(...calls)
		await expect(hear(called).answer).rejects.toBeInstanceOf(BackendError)
		expect(called.noted).toEqual(noted)
	})

	test('when the person has stopped it', async () => {
		const controller = new AbortController()
		const calls = lineOf([start('a'), lost], [done('x')])
		const { heard, answer } = hear(calls, null, controller.signal)
		controller.abort()
		await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
		expect(heard).not.toContain('interrupted')
	})

	test.each([
		['answer_interrupted', { hasBegun: true, failures: 1, askedAgain: 2 }],
		['answer_not_found', { hasBegun: false, failures: 1, askedAgain: 0 }],
		['unreachable', { hasBegun: true, failures: 20, askedAgain: 0 }],
		['rate_limited', { hasBegun: false, failures: 1, askedAgain: 0 }],
	])('after %s in %j', (code, situation) => {
		expect(whatNext(new BackendError(code, 500), situation)).toBe('give up')
	})
})
