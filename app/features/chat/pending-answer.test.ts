import { afterEach, expect, test } from 'vitest'
import { forgetPersonalTraces, inThisTab, personalKey } from '../../backend/device-storage.ts'
import { forgetPending, type PendingAnswer, readPending, rememberPending } from './pending-answer.ts'

const pending: PendingAnswer = {
	requestId: 'a1',
	question: '¿Qué es el TPS?',
	answerId: null,
	conversation: null,
	savedChatId: null,
}
afterEach(forgetPersonalTraces)

test('an awaited answer survives a reload and goes when it has come', () => {
	rememberPending(pending)
	rememberPending({ ...pending, answerId: 'x' })
	expect(readPending()).toEqual({ ...pending, answerId: 'x' })
	forgetPending('another')
	expect(readPending()).not.toBeNull()
	forgetPending('a1')
	expect(readPending()).toBeNull()
})

test('it goes at sign-out', () => {
	rememberPending(pending)
	forgetPersonalTraces()
	expect(readPending()).toBeNull()
})

test.each(['', '{', 'null', '7', '[]', '{"requestId":1}', '{"requestId":"a","question":"b","answerId":5}'])(
	'%j is none',
	(text) => {
		inThisTab().setItem(personalKey('chat-pending'), text)
		expect(readPending()).toBeNull()
	},
)
