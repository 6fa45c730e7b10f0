import { expect, it } from 'vitest'
import { createSocketTokens } from './socket-tokens.ts'

const message = (event: string, topic: string, joinRef = '1') => ({ event, topic, joinRef, ref: '1', payload: {} })

it('channels past those that can be remembered are refused, until one was left', () => {
	const tokens = createSocketTokens()
	for (let channel = 0; channel < 100; channel++)
		expect(tokens.note(message('phx_join', `t${channel}`), ['a'])).toBe(true)
	expect(tokens.note(message('phx_join', 'one more'), ['b'])).toBe(false)
	expect(tokens.note(message('access_token', 't7'), ['c'])).toBe(true)
	expect(tokens.note(message('phx_leave', 't8'), [])).toBe(true)
	expect(tokens.note(message('phx_join', 'one more'), ['b'])).toBe(true)
	expect([...tokens.all()].sort()).toEqual(['a', 'b', 'c'])
})

it('a topic that is joined anew forgets what its earlier channels had', () => {
	const tokens = createSocketTokens()
	tokens.note(message('phx_join', 't', '1'), ['a'])
	tokens.note(message('access_token', 't', '2'), ['b'])
	expect([...tokens.all()].sort()).toEqual(['a', 'b'])
	tokens.note(message('phx_join', 't', '3'), ['c'])
	expect([...tokens.all()]).toEqual(['c'])
})
