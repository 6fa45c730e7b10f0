import { describe, expect, test } from 'vitest'
import { BackendError } from '../../backend/errors.ts'
import {
	type Conversation,
	type ConversationEvent,
	changeConversation,
	newestAnswered,
	reopenedTurn,
} from './conversation.ts'

const conversationOf = (...events: ConversationEvent[]) => events.reduce<Conversation>(changeConversation, [])
const asked = (id: string, question = `¿${id}?`) => ({ type: 'asked', id, question }) as const
const answered = (id: string, reply = `Respuesta ${id}`): ConversationEvent => ({
	type: 'answered',
	id,
	answer: { reply, sources: [], kind: 'answer' },
})
const failure = new BackendError('unreachable', 0)

describe('a question and its answer', () => {
	test('the answer grows as it is heard', () => {
		const [turn] = conversationOf(
			asked('a'),
			{ type: 'heard', id: 'a', text: 'Sí. ' },
			{ type: 'heard', id: 'a', text: 'Puedes.' },
		)
		expect(turn).toMatchObject({ status: 'waiting', answer: 'Sí. Puedes.' })
	})

	test('the finished answer replaces what was heard', () => {
		const [turn] = conversationOf(asked('a'), { type: 'heard', id: 'a', text: 'Sí' }, answered('a', 'Sí, puedes.'))
		expect(turn).toMatchObject({ status: 'answered', answer: 'Sí, puedes.' })
	})

	test('a failure keeps the question and drops half an answer', () => {
		const [turn] = conversationOf(
			asked('a'),
			{ type: 'heard', id: 'a', text: 'Sí' },
			{ type: 'failed', id: 'a', failure },
		)
		expect(turn).toMatchObject({ question: '¿a?', status: 'failed', answer: '', failure })
	})

	test('a stop keeps the question and what had been heard', () => {
		const [turn] = conversationOf(asked('a'), { type: 'heard', id: 'a', text: 'Sí. ' }, { type: 'stopped', id: 'a' })
		expect(turn).toMatchObject({ question: '¿a?', status: 'stopped', answer: 'Sí. ' })
	})

	test('an answer that begins once more begins empty', () => {
		const [turn] = conversationOf(
			asked('a'),
			{ type: 'heard', id: 'a', text: 'Sí. ' },
			{ type: 'interrupted', id: 'a' },
			{ type: 'begun', id: 'a' },
		)
		expect(turn).toMatchObject({ answer: '', isInterrupted: false })
	})

	test('a lost connection keeps what was heard, until more is heard', () => {
		const lost = [asked('a'), { type: 'heard', id: 'a', text: 'Sí. ' }, { type: 'interrupted', id: 'a' }] as const
		expect(conversationOf(...lost)[0]).toMatchObject({ status: 'waiting', answer: 'Sí. ', isInterrupted: true })
		const [turn] = conversationOf(...lost, { type: 'heard', id: 'a', text: 'Puedes.' })
		expect(turn).toMatchObject({ answer: 'Sí. Puedes.', isInterrupted: false })
	})

	test.each([
		['the model’s limit cut', { cut: true as const }, 'answered', true],
		['another tab stopped', { stopped: true as const }, 'stopped', true],
		['is whole', {}, 'answered', false],
	])('an answer that %s is shown so', (_name, more, status, isCut) => {
		const answer = { reply: 'Sí.', sources: [], kind: 'answer' as const, ...more }
		expect(conversationOf(asked('a'), { type: 'answered', id: 'a', answer })[0]).toMatchObject({ status, isCut })
	})

	test('a stop before the first word leaves nothing to go on with', () => {
		expect(conversationOf(asked('a'), { type: 'stopped', id: 'a' })[0]).toMatchObject({ isCut: false })
	})

	test('what arrives after a stop is dropped', () => {
		const turns = conversationOf(
			asked('a'),
			{ type: 'stopped', id: 'a' },
			{ type: 'heard', id: 'a', text: 'tarde' },
			answered('a'),
		)
		expect(turns[0]).toMatchObject({ status: 'stopped', answer: '' })
	})

	test('what arrives after a clearing brings nothing back', () => {
		expect(
			conversationOf(asked('a'), { type: 'cleared' }, { type: 'heard', id: 'a', text: 'tarde' }, answered('a')),
		).toEqual([])
	})

	test('asked again, a question stands once, at the end and without its failure', () => {
		const turns = conversationOf(
			asked('a'),
			{ type: 'failed', id: 'a', failure },
			asked('b'),
			answered('b'),
			asked('a'),
		)
		expect(turns.map(({ id, status }) => [id, status])).toEqual([
			['b', 'answered'],
			['a', 'waiting'],
		])
		expect(turns[1]?.failure).toBeNull()
	})

	test('a withdrawn question is gone', () => {
		expect(conversationOf(asked('a'), { type: 'failed', id: 'a', failure }, { type: 'withdrawn', id: 'a' })).toEqual([])
	})
})

describe('what is saved', () => {
	test('is the newest question with an answer', () => {
		expect(newestAnswered(conversationOf(asked('a'), answered('a'), asked('b'), answered('b'), asked('c')))?.id).toBe(
			'b',
		)
	})

	test.each([
		['an empty conversation', conversationOf()],
		['a question that waits', conversationOf(asked('a'))],
		['a question that failed', conversationOf(asked('a'), { type: 'failed', id: 'a', failure })],
	])('is nothing in %s', (_name, turns) => {
		expect(newestAnswered(turns)).toBeUndefined()
	})

	test('a reopened conversation has an answer', () => {
		expect(newestAnswered([reopenedTurn({ id: 'x', question: '¿x?', answer: 'Sí.' })])?.answer).toBe('Sí.')
	})
})
