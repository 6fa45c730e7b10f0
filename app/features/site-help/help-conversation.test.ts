import { beforeEach, describe, expect, it } from 'vitest'
import { HelpError, type HelpTurn } from './help-client.ts'
import { createHelpConversation, type HelpConversation } from './help-conversation.ts'

type Call = { turns: readonly HelpTurn[]; signal: AbortSignal; answer(reply: string): void; fail(error: unknown): void }

let calls: Call[]
let unreachable: number
let canConnect: boolean
let help: HelpConversation
beforeEach(() => {
	calls = []
	unreachable = 0
	canConnect = true
	help = createHelpConversation({
		client: {
			async connect() {
				if (!canConnect) throw new HelpError('client')
			},
			ask(turns, signal) {
				const { promise, resolve, reject } = Promise.withResolvers<string>()
				calls.push({ turns, signal, answer: resolve, fail: reject })
				return promise
			},
		},
		onUnreachable: () => (unreachable += 1),
	})
})

const contents = () => help.read().messages.map(({ content, isUser }) => [isUser, content])
async function say(text: string, outcome: (call: Call) => void) {
	help.write(text)
	const sent = help.send()
	outcome(calls.at(-1) as Call)
	await sent
}

describe('the conversation with the website helper', () => {
	it('shows a question at once, waits, and then shows the answer', async () => {
		help.write('  cómo me registro ')
		const sent = help.send()
		expect(help.read()).toMatchObject({ isWaiting: true, draft: '' })
		expect(contents()).toEqual([[true, 'cómo me registro']])
		calls[0]?.answer('Toca Comienza.')
		await sent
		expect(help.read()).toMatchObject({ isWaiting: false, failure: null })
		expect(contents()[1]).toEqual([false, 'Toca Comienza.'])
	})

	it('tells its listeners of every change, until they leave', async () => {
		let heard = 0
		const leave = help.subscribe(() => (heard += 1))
		await say('hola', (call) => call.answer('Hola.'))
		expect(heard).toBeGreaterThanOrEqual(4)
		const before = heard
		leave()
		help.write('x')
		expect(heard).toBe(before)
	})

	it('sends the history as roles and contents', async () => {
		await say('cómo guardo', (call) => call.answer('Toca Guardar.'))
		await say('y cómo borro', (call) => call.answer('Toca Eliminar.'))
		expect(calls[1]?.turns).toEqual([
			{ role: 'user', content: 'cómo guardo' },
			{ role: 'assistant', content: 'Toca Guardar.' },
			{ role: 'user', content: 'y cómo borro' },
		])
	})

	it('gives every message an id of its own', async () => {
		await say('uno', (call) => call.answer('uno'))
		await say('uno', (call) => call.answer('uno'))
		expect(new Set(help.read().messages.map(({ id }) => id)).size).toBe(4)
	})

	it.each(['', '   ', '\n\t '])('does not send what is blank: %j', async (blank) => {
		help.write(blank)
		await help.send()
		expect(calls).toEqual([])
		expect(contents()).toEqual([])
	})

	it('sends nothing while it waits', async () => {
		help.write('uno')
		const sent = help.send()
		help.write('dos')
		await help.send()
		await help.retry()
		expect(calls).toHaveLength(1)
		expect(help.read().draft).toBe('dos')
		calls[0]?.answer('Uno.')
		await sent
	})
})

describe('a question without an answer', () => {
	it('stays, and is asked again as it was', async () => {
		await say('cómo entro', (call) => call.fail(new HelpError('reply')))
		expect(help.read()).toMatchObject({ isWaiting: false, failure: { kind: 'reply' } })
		const again = help.retry()
		expect(help.read()).toMatchObject({ isWaiting: true, failure: null })
		calls[1]?.answer('Toca Iniciar sesión.')
		await again
		expect(contents()).toEqual([
			[true, 'cómo entro'],
			[false, 'Toca Iniciar sesión.'],
		])
	})

	it('can be taken back into the field', async () => {
		await say('cómo entro', (call) => call.fail(new Error('anything')))
		help.takeBack()
		expect(help.read()).toMatchObject({ messages: [], draft: 'cómo entro', failure: null })
	})

	it('does not take the place of what has been written since', async () => {
		await say('uno', (call) => call.fail(new HelpError('reply')))
		help.write('dos')
		help.takeBack()
		expect(help.read().draft).toBe('dos')
	})

	it('is left out of the history when another is asked instead', async () => {
		await say('uno', (call) => call.fail(new HelpError('reply')))
		await say('dos', (call) => call.answer('Dos.'))
		expect(calls[1]?.turns).toEqual([{ role: 'user', content: 'dos' }])
	})

	it('can be stopped while it is on its way; a late answer is dropped', async () => {
		help.write('uno')
		const sent = help.send()
		help.takeBack()
		expect(calls[0]?.signal.aborted).toBe(true)
		calls[0]?.answer('Uno.')
		await sent
		expect(help.read()).toMatchObject({ messages: [], draft: 'uno', isWaiting: false, failure: null })
	})

	it('because of the limit says for how long', async () => {
		await say('uno', (call) => call.fail(new HelpError('limit', { retryMinutes: 25 })))
		expect(help.read().failure).toEqual({ kind: 'limit', retryMinutes: 25 })
		expect(unreachable).toBe(0)
	})

	it('because there is no client is told', async () => {
		await say('uno', (call) => call.fail(new HelpError('client')))
		expect(unreachable).toBe(1)
		expect(contents()).toEqual([[true, 'uno']])
	})
})

it('a client that cannot be had is told once', async () => {
	canConnect = false
	await help.connect()
	expect(unreachable).toBe(1)
})

it('after clearing nothing is left, nor comes in late', async () => {
	await say('uno', (call) => call.answer('Uno.'))
	help.write('dos')
	const sent = help.send()
	help.clear()
	calls[1]?.answer('Dos.')
	await sent
	expect(help.read()).toEqual({ messages: [], draft: '', isWaiting: false, failure: null })
})
