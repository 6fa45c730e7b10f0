// The scripted wrong answers on their whole way: a service says them over HTTP, and what a person would get is looked at.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Topic } from '../contracts/guide.ts'
import { type TestModel, testModel } from '../server/assistant/model/testing.ts'
import { emptyState } from '../server/assistant/state.ts'
import { readAnswers, type WrongAnswer } from './wrong-answers.ts'

let model: TestModel
beforeAll(async () => {
	model = await testModel()
})
afterAll(() => model.close())

const guideReply = 'La guía contesta con sus palabras.'
const strictKinds = new Set(['number', 'date', 'form', 'phone', 'fee'])

/** What is said when the gates have chosen the answer's topic and the service says the answer. */
async function heard({ topic, question, answer }: WrongAnswer): Promise<string> {
	const topics = topic.split(' ').map((id) => model.guide.topics.find((each) => each.id === id) as Topic)
	const decision = { kind: 'answer' as const, sentences: [guideReply], sources: [], topics, fixed: false, next: {} }
	const turn = { state: emptyState, reply: guideReply, sources: [], kind: 'answer' as const }
	model.service.say(answer)
	model.budget.left = 1
	const considered = { turn, decision, remember: () => emptyState }
	return (await model.ask(question, { considered, turns: [{ question: 'hola', answer: 'Hola.' }] })).said.reply
}

function has(said: string, part: string): boolean {
	const pattern = /^\/(.*)\/([a-z]*)$/.exec(part)
	return pattern ? new RegExp(pattern[1] ?? '', pattern[2]).test(said) : fold(said).includes(fold(part))
}

const fold = (text: string) =>
	text
		.normalize('NFKD')
		.replace(/[\p{M}\p{Cf}]/gu, '')
		.toLowerCase()

it('wrong numbers, dates, forms, phones and fees do not get past, and of the rest at most one in twenty', async () => {
	const { wrong } = await readAnswers()
	const past: WrongAnswer[] = []
	for (const answer of wrong) {
		const said = await heard(answer)
		if (answer.wrong.some((part) => has(said, String(part)))) past.push(answer)
	}
	const ids = (isStrict: boolean) => past.filter(({ kind }) => strictKinds.has(kind) === isStrict).map(({ id }) => id)
	expect(wrong.length).toBeGreaterThanOrEqual(100)
	expect(model.service.asked).toHaveLength(wrong.length)
	expect(ids(true)).toEqual([])
	expect(ids(false).length).toBeLessThanOrEqual(wrong.filter(({ kind }) => !strictKinds.has(kind)).length * 0.05)
})
