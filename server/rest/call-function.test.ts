import { describe, expect, it } from 'vitest'
import { notesForTests, refusal, titles } from './testing-notes.ts'

const given = notesForTests()
const mine = () => given.server.client(given.ana)
const notes = () => mine().from('notes').select('title').order('id')

describe('rpc', () => {
	it('calls a function with named arguments, by body or by address', async () => {
		expect((await given.server.client().rpc('add_up', { a: 1, b: 2 })).data).toBe(3)
		expect((await given.server.client().rpc('add_up', { a: 1 }, { get: true })).data).toBe(11)
	})

	it('filters and sorts the rows a function gives, as the caller', async () => {
		const { data } = await mine().rpc('notes_of_mood', { wanted: 'sad' }).select('title').gt('id', 0).order('id')
		expect(data).toEqual([{ title: 'Ciudadanía' }])
		const one = await given.server.client().rpc('divide', { n: 7 }).single()
		expect(one.data).toEqual({ half: 3, rest: 1 })
		const counted = await mine().rpc('notes_of_mood', { wanted: 'sad' }, { head: true, count: 'exact' })
		expect(counted.count).toBe(1)
	})

	it('answers a function without result with nothing', async () => {
		const { status, data } = await mine().rpc('leave_trace', { what: 'huella' })
		expect([status, data]).toEqual([204, null])
		expect(await titles(notes())).toContain('huella')
	})

	it.each([
		['an unknown function', '/rpc/nothing', {}, 404, 'PGRST202'],
		['an unknown argument', '/rpc/add_up?a=1&c=2', {}, 404, 'PGRST202'],
		['a missing argument', '/rpc/add_up', {}, 404, 'PGRST202'],
		['an argument of the wrong type', '/rpc/add_up?a=one', {}, 400, '22P02'],
		['one that is not granted', '/rpc/not_for_you', {}, 401, '42501'],
		['one that changes something, by GET', '/rpc/leave_trace?what=x', {}, 405, 'PGRST101'],
		['another method', '/rpc/add_up', { method: 'PATCH' }, 405, 'PGRST101'],
	])('of %s is refused', async (_, path, init, status, code) => {
		const answer = await given.server.request(path, init)
		expect(await refusal(answer)).toEqual([status, code])
	})
})
