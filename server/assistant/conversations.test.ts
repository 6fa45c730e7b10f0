import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type TestAssistant, testAssistant } from './testing.ts'

type Conversation = {
	says: string[]
	kind?: string
	topic?: string
	reply?: string
	not?: string
	/** Whether the questions of the interview are still open. */
	interview?: boolean
}
const groups: Record<string, Conversation[]> = parse(
	await readFile(join(import.meta.dirname, 'conversations.yaml'), 'utf8'),
)

let assistant: TestAssistant
beforeAll(async () => {
	assistant = await testAssistant()
})

describe.each(Object.entries(groups))('%s', (_, conversations) => {
	it.each(conversations.map((each) => [each.says.join(' | '), each] as const))('%s', (_, conversation) => {
		const { kind, reply, state } = assistant.say(...conversation.says)
		if (conversation.kind) expect(kind, reply).toBe(conversation.kind)
		if (conversation.topic) expect(state.topic?.id ?? 'none', reply).toMatch(new RegExp(conversation.topic))
		if (conversation.reply) expect(reply).toMatch(new RegExp(conversation.reply, 's'))
		if (conversation.not) expect(reply).not.toMatch(new RegExp(conversation.not, 's'))
		if (conversation.interview !== undefined)
			expect(state.interview !== undefined && !state.interview.explained, reply).toBe(conversation.interview)
	})
})

const all = Object.values(groups).flat()

describe('any conversation', () => {
	it('is answered in five sentences at most, and never with the same words twice running', () => {
		for (const { says } of all) {
			const before = says.length > 1 ? assistant.say(...says.slice(0, -1)).reply : ''
			const { reply } = assistant.say(...says)
			expect(reply.trim(), says.join(' | ')).not.toBe('')
			if (!/otra vez|repite/.test(says.at(-1) as string)) expect(reply, says.join(' | ')).not.toBe(before)
		}
	})

	it('ends at a lawyer or an accredited representative once ways were explained', () => {
		for (const { says } of groups['every way by a story'] ?? [])
			expect(assistant.say(...says).reply, says.join(' | ')).toMatch(
				/abogado de inmigración o un representante acreditado/,
			)
	})

	it('promises nothing', () => {
		for (const { says } of all)
			expect(assistant.say(...says).reply).not.toMatch(
				/garantiz|seguro que te (aprueban|dan)|sin problema|no te preocupes/i,
			)
	})
})

describe('after an answer that was cut', () => {
	it.each(['continúa', 'sigue', 'sí'])('%s keeps the topic and tells nothing as told', (word) => {
		const { state } = assistant.say('cómo renuevo DACA')
		const turn = assistant.goOn({ ...state, cut: true }, word)
		expect(turn.state.topic).toEqual(state.topic)
		expect(turn.decision).toMatchObject({ fixed: false, topics: [{ id: 'daca-renovacion' }] })
	})

	it('another question is answered as ever', () => {
		const { state } = assistant.say('cómo renuevo DACA')
		expect(assistant.goOn({ ...state, cut: true }, 'cómo pido asilo').state.topic?.id).toBe(
			'asilo-que-es-y-como-se-pide',
		)
	})
})
