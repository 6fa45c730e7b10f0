import { beforeAll, describe, expect, it } from 'vitest'
import type { Fact, Topic } from '../../../contracts/guide.ts'
import { contentFolder } from '../testing.ts'
import { checkGuide, findStaleReviews } from './check-guide.ts'
import { type Guide, loadGuide } from './load-guide.ts'

let guide: Guide
beforeAll(async () => {
	guide = await loadGuide(contentFolder)
})

const problemsOf = (topic: Partial<Topic>, others: Topic[] = []) =>
	checkGuide({ ...guide, topics: [{ ...sound(), ...topic }, ...others] }).map(({ problem }) => problem)
const sound = (): Topic => ({ ...(guide.topics[0] as Topic), id: 'tema-de-prueba', related: [], facts: [] })

describe('the guide', () => {
	it('has no problem', () => {
		expect(checkGuide(guide)).toEqual([])
	})

	it('has at least 300 topics, none of which is read by nobody but its writer without saying so', () => {
		expect(guide.topics.length).toBeGreaterThanOrEqual(300)
		for (const { id, sources } of guide.topics) expect(sources.length, id).toBeGreaterThan(0)
	})
})

describe('the check', () => {
	it('finds nothing wrong with a sound topic', () => {
		expect(problemsOf({})).toEqual([])
	})

	it.each([
		['a related topic that does not exist', { related: ['no-existe'] }, /"no-existe" does not exist/],
		['a fact that does not exist', { facts: ['no-fact'] }, /"no-fact" does not stand/],
		['the short name of the country', { title: 'Vivir en EE. UU.' }, /in full/],
		['a promise', { facets: { risks: 'Con esto seguro que te aprueban.' } }, /promises a result/],
		['an address', { facets: { steps: 'Entra a www.uscis.gov hoy.' } }, /address in the text/],
		['Markdown', { facets: { steps: 'Llena **todo** el formulario.' } }, /Markdown/],
		['an amount in dollars', { facets: { cost: 'Cuesta $500 hoy.' } }, /amount in dollars/],
		['a way to ask twice', { ask: ['como pido asilo', 'Como pido asilo'] }, /stands twice/],
		['an answer of one sentence', { answer: 'Pide asilo con un abogado.' }, /1 sentences/],
		[
			'long words in long sentences',
			{
				answer:
					'La documentación correspondiente a procedimientos administrativos extraordinarios requiere consideraciones particularmente especializadas. Consecuentemente, representantes acreditados proporcionarán recomendaciones individualizadas. Adicionalmente, las determinaciones jurisdiccionales resultan impredecibles.',
			},
			/readability/,
		],
		[
			'danger without a lawyer',
			{ urgency: 'urgent' as const, answer: 'Sal de ahí. Ve a otro lado. Pide ayuda.' },
			/names no lawyer/,
		],
	])('finds %s', (_, topic, expected) => {
		expect(problemsOf(topic).join('\n')).toMatch(expected)
	})

	it('finds a way to ask that another topic has, however it is written', () => {
		const other = { ...(guide.topics[1] as Topic), id: 'otro-tema', related: [], ask: ['¿Cómo pido ASILO?'] }
		expect(problemsOf({ ask: ['como pido asilo'] }, [other]).join('\n')).toMatch(/is also asked in tema-de-prueba/)
	})

	it('finds an answer that says the same as another', () => {
		const other = { ...sound(), id: 'otro-tema', ask: ['otra cosa'] }
		expect(problemsOf({}, [other])).toContain('answers nearly the same as tema-de-prueba')
	})

	it('finds a fact whose number the text does not say', () => {
		const fact = { ...(guide.facts[0] as Fact), id: 'plazo', value: 'setenta lunas' }
		const problems = checkGuide({ ...guide, topics: [{ ...sound(), facts: ['plazo'] }], facts: [fact] })
		expect(problems.map(({ problem }) => problem).join('\n')).toMatch(/does not say "setenta lunas"/)
	})
})

describe('a review', () => {
	const stale = (checked: string | null) => {
		const topic = { ...sound(), sources: [{ title: 'USCIS', url: 'https://www.uscis.gov/i-130', checked }] }
		return findStaleReviews({ ...guide, topics: [topic], facts: [] }, new Date('2026-11-20T12:00:00Z'))
	}

	it.each(['2025-11-21', '2026-11-19'])('of %s is young enough', (checked) => {
		expect(stale(checked)).toEqual([])
	})

	it('older than a year is told with its topic and date', () => {
		expect(stale('2025-11-19')).toEqual([
			{ topic: 'tema-de-prueba', notice: '"USCIS" was last compared on 2025-11-19' },
		])
	})

	it('that never was has no age', () => {
		expect(stale(null)).toEqual([])
	})
})
