import { describe, expect, it } from 'vitest'
import english from './en.json' with { type: 'json' }
import spanish from './es.json' with { type: 'json' }

const keys = Object.keys(spanish) as (keyof typeof spanish)[]

describe('the texts of the interface', () => {
	it('exist in both languages', () => {
		expect(Object.keys(english)).toEqual(keys)
	})

	it('fill in the same values in both languages', () => {
		const filledIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
		for (const key of keys) expect(filledIn(english[key]), key).toEqual(filledIn(spanish[key]))
	})

	it('are never empty', () => {
		for (const text of [...Object.values(spanish), ...Object.values(english)]) expect(text.trim()).not.toBe('')
	})

	it('write the name of the country in full', () => {
		for (const key of keys) expect(spanish[key], key).not.toMatch(/EE\.?\s?UU|E\.?E\.?U\.?U|\bUSA\b/)
	})
})
