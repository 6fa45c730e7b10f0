import { beforeAll, describe, expect, it } from 'vitest'
import { type FacetName, isOfficialUrl } from '../../contracts/guide.ts'
import { composeReply, facetSentences, fewSources } from './compose.ts'
import { tellFacet } from './follow-up/tell-facet.ts'
import { tellTopic } from './follow-up/tell-topic.ts'
import type { Decision } from './gate.ts'
import { countSentences } from './guide/readability.ts'
import { sentencesOf } from './language/sentences.ts'
import { type TestAssistant, testAssistant } from './testing.ts'

let assistant: TestAssistant
beforeAll(async () => {
	assistant = await testAssistant()
})

const opening = 'Soy un asistente automático, no un abogado.'

function expectSound(reply: string, about: string) {
	expect(countSentences(reply.replace(opening, '')), about).toBeLessThanOrEqual(5)
	expect(reply, about).not.toMatch(/\bEE\.? ?UU\b|\bEUA\b|\bUSA\b/)
	expect(reply, about).not.toMatch(/garantiz|seguro que te (aprueban|dan)|aprobación (está )?asegurada/i)
	expect(reply, about).not.toMatch(/[*#_`]|\[|\{|undefined/)
}

describe('every topic', () => {
	it('is told in three to five sentences, with its form where there is room', () => {
		for (const topic of assistant.guide.topics) {
			const reply = composeReply(tellTopic(topic), assistant.gates.talk, true)
			expectSound(reply, topic.id)
			expect(sentencesOf(reply.replace(opening, '')).length, topic.id).toBeGreaterThanOrEqual(3)
			expect(reply.startsWith(opening), topic.id).toBe(true)
			if (topic.forms.length > 0 && sentencesOf(topic.answer).length < 5)
				expect(reply, topic.id).toContain(`Formulario ${topic.forms[0]}`)
		}
	})

	it('has sources that are official, each with its own page of the guide', () => {
		for (const topic of assistant.guide.topics) {
			const { sources } = tellTopic(topic)
			expect(sources.length, topic.id).toBeGreaterThan(0)
			for (const source of sources) {
				expect(isOfficialUrl(source.url), source.url).toBe(true)
				expect(source.guide).toBe(`/guia/${topic.id}`)
			}
		}
	})

	it('tells each of its sides within five sentences, and all of a list in the end', () => {
		for (const topic of assistant.guide.topics) {
			for (const facet of Object.keys(topic.facets) as FacetName[]) {
				let told = tellFacet(assistant.parts, topic, facet, { told: [], withAnswer: true })
				let text = composeReply(told, assistant.gates.talk, false)
				expectSound(text, `${topic.id} ${facet}`)
				for (let rest = told.next.topic?.rest; rest; rest = told.next.topic?.rest) {
					told = tellFacet(assistant.parts, topic, facet, { told: [], from: rest.from })
					text += composeReply(told, assistant.gates.talk, false)
				}
				for (const sentence of facetSentences(topic, facet))
					expect(text, `${topic.id} ${facet}`).toContain(sentence.trim())
			}
		}
	})
})

describe('a reply', () => {
	const decision: Decision = {
		kind: 'answer',
		sentences: ['Uno.', 'Dos.', 'Tres.'],
		sources: [],
		topics: [],
		fixed: false,
		form: 'I-130',
		next: {},
	}

	it('says on first contact that it is automatic, and only then', () => {
		expect(composeReply(decision, assistant.gates.talk, true)).toBe(
			`${opening} Uno. Dos. Tres. Encuentras el Formulario I-130 en la página oficial que está abajo.`,
		)
		expect(composeReply(decision, assistant.gates.talk, false)).not.toContain('automático')
	})

	it('with five sentences has no room for the form', () => {
		const full = { ...decision, sentences: ['Uno.', 'Dos.', 'Tres.', 'Cuatro.', 'Cinco.'] }
		expect(composeReply(full, assistant.gates.talk, false)).toBe('Uno. Dos. Tres. Cuatro. Cinco.')
	})

	it('puts items of a list on their own lines', () => {
		const list = { ...decision, sentences: ['Esto se junta:', '\nTu acta.', '\nTus fotos.'], form: undefined }
		expect(composeReply(list, assistant.gates.talk, false)).toBe('Esto se junta:\nTu acta.\nTus fotos.')
	})

	it('names every source once and four at most', () => {
		const source = (url: string) => ({ title: url, url, reviewed: null, guide: null })
		const sources = fewSources(['a', 'b', 'a', 'c', 'd', 'e'].map(source))
		expect(sources.map(({ url }) => url)).toEqual(['a', 'b', 'c', 'd'])
	})
})
