import { describe, expect, it } from 'vitest'
import type { HelpLine, HelpList } from '../../../contracts/help.ts'
import { linesFor, listsFor } from './by-language.ts'

const list = (title: string, languages: HelpList['languages'], kind: HelpList['kind'] = 'bar'): HelpList => ({
	title,
	url: 'https://www.justice.gov',
	kind,
	languages,
})
const line = (id: string, spanish: boolean, interpreters: boolean): HelpLine => ({
	id,
	group: 'case',
	name: id,
	phone: '911',
	for: id,
	spanish,
	interpreters,
	url: 'https://www.911.gov',
})
const lists = [list('unknown', []), list('english', ['en']), list('spanish', ['es'])]
const lines = [line('english', false, false), line('spanish', true, false), line('interpreters', false, true)]
const titles = (found: HelpList[]) => found.map(({ title }) => title)
const ids = (found: HelpLine[]) => found.map(({ id }) => id)

describe('lists and lines by language', () => {
	it('show first what is known to be in the language, and keep the order otherwise', () => {
		expect(titles(listsFor(lists, 'es'))).toEqual(['spanish', 'unknown', 'english'])
		expect(titles(listsFor(lists, 'en'))).toEqual(['english', 'unknown', 'spanish'])
		expect(ids(linesFor(lines, 'es'))).toEqual(['spanish', 'english', 'interpreters'])
	})

	it('show first the lines with interpreters to whoever speaks something else', () => {
		expect(ids(linesFor(lines, 'other'))).toEqual(['interpreters', 'english', 'spanish'])
		expect(titles(listsFor(lists, 'other'))).toEqual(['unknown', 'english', 'spanish'])
	})

	it('keep free help before everything else, whatever its language', () => {
		const mixed = [list('complaint', ['es'], 'complaint'), ...lists, list('free', ['en'], 'pro-bono')]
		expect(titles(listsFor(mixed, 'es'))).toEqual(['free', 'spanish', 'unknown', 'english', 'complaint'])
	})

	it('leave out nothing', () => {
		for (const language of ['es', 'en', 'other'] as const) {
			expect(linesFor(lines, language)).toHaveLength(lines.length)
			expect(listsFor(lists, language)).toHaveLength(lists.length)
		}
	})
})
