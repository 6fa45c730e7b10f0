// What people find at /ayuda-legal: whole, official, and in plain words.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isHelpUrl, nationalHelpSchema, stateHelpSchema } from '../../contracts/help.ts'
import { readability } from '../assistant/guide/readability.ts'
import { checkHelp } from './check-help.ts'
import { addressesOf, type Help, loadHelp, parseHelp, refuseOtherHosts } from './load-help.ts'

const content = join(import.meta.dirname, '../../content')
let help: Help
beforeAll(async () => {
	help = await loadHelp(content)
})

/** The help with something put in its place. */
const having = (other: Partial<Help>): Help => ({ ...help, ...other })
const texas = () => help.states.find(({ code }) => code === 'tx') as Help['states'][number]
const line = (id: string) => help.lines.find((one) => one.id === id)

describe('what stands in content/help', () => {
	it('has no problem', () => {
		expect(checkHelp(help)).toEqual([])
	})

	it('knows fifty states, the capital and Puerto Rico, in the order of their Spanish names', () => {
		expect(help.states).toHaveLength(52)
		const names = help.states.map(({ name }) => name)
		expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'es')))
	})

	it('sends nobody anywhere but to an official host', () => {
		const hosts = help.hosts.map(({ host }) => host)
		expect(addressesOf(help).filter((url) => !isHelpUrl(url, hosts))).toEqual([])
	})

	it('names the lines of the greatest need as their offices do', () => {
		expect(line('trata')?.phone).toBe('1-888-373-7888')
		expect(line('violencia')?.phone).toBe('1-800-799-7233')
		expect(line('corte')?.phone).toBe('1-800-898-7180')
	})

	it('has every number that the assistant gives in danger', async () => {
		const urgent = await readFile(join(content, 'gates/urgent.yaml'), 'utf8')
		const phones = help.lines.map(({ phone }) => phone)
		expect([...urgent.matchAll(/\b1-\d{3}-\d{3}-\d{4}\b/g)].filter(([phone]) => !phones.includes(phone))).toEqual([])
	})

	it('warns before a call that reaches the authorities', () => {
		for (const id of ['detenidos', 'ninos']) expect(line(id)?.note).toMatch(/abogado/)
	})

	it('is advice that is easy to read', () => {
		for (const { id, paragraphs, points } of help.advice)
			expect(readability([...paragraphs, ...points].join(' ')), id).toBeGreaterThanOrEqual(65)
	})
})

describe('the check', () => {
	it('misses a state that is not there', () => {
		expect(checkHelp(having({ states: help.states.filter(({ code }) => code !== 'tx') }))).toContain(
			'states/tx.yaml is missing',
		)
	})

	it('refuses a state that does not exist', () => {
		expect(checkHelp(having({ states: [...help.states, { ...texas(), code: 'zz', name: 'Nada' }] }))).toContain(
			'states/zz.yaml: there is no such state',
		)
	})

	it('wants lawyers and a place for complaints in every state', () => {
		const lists = texas().lists.filter(({ kind }) => kind !== 'complaint')
		const states = help.states.map((state) => (state.code === 'tx' ? { ...state, lists } : state))
		expect(checkHelp(having({ states }))).toContain('states/tx.yaml has no list of kind complaint')
	})

	it('wants danger first and no number twice', () => {
		const [first, ...rest] = help.lines as [Help['lines'][number], ...Help['lines']]
		expect(checkHelp(having({ lines: [...rest, first, { ...first, id: 'otra' }] }))).toEqual([
			'the first line is not 911',
			'the number 911 stands twice',
		])
	})

	it('refuses a host that nothing needs, abbreviations, promises and amounts', () => {
		const hosts = [...help.hosts, { host: 'example.org', whose: 'nobody' }]
		const advice = [{ id: 'a', title: 'En EE.UU.', paragraphs: ['Te garantizan la visa.'], points: ['Cuesta $50.'] }]
		expect(checkHelp(having({ hosts, advice }))).toHaveLength(4)
	})
})

describe('an address', () => {
	it.each([
		['https://www.justice.gov/eoir', true],
		['https://www.michbar.org/programs/home/lrs', true],
		['http://www.justice.gov/eoir', false],
		['https://justice.gov.example.com', false],
		['https://notmichbar.org', false],
		['https://michbar.org.example.com', false],
		['https://user@example.com/michbar.org', false],
		['javascript:alert(1)', false],
		['no address', false],
	])('%s is allowed: %s', (url, allowed) => {
		expect(isHelpUrl(url, ['michbar.org'])).toBe(allowed)
	})

	it('of another host stops the loading', () => {
		const lists = [{ title: 'Una copia', url: 'https://example.com', kind: 'bar' as const, languages: [] }]
		expect(() => refuseOtherHosts(having({ lists }))).toThrow('https://example.com is not on a .gov or .mil host')
	})
})

describe('a file that is malformed', () => {
	it.each([
		['name: Texas\nlists: []', 'lists'],
		['name: Texas\nlists: [{title: Una lista, url: nada, kind: bar}]', 'lists.0.url'],
		['name: Texas\nlists: [{title: Una lista, url: "https://a.gov", kind: otra}]', 'lists.0.kind'],
		['name: Texas\nlists: [{title: Una lista, url: "https://a.gov", kind: bar, confirmed: search}]', 'lists.0'],
	])('is refused with its name and the place: %#', (text, place) => {
		expect(() => parseHelp('states/tx.yaml', stateHelpSchema, text)).toThrow(`help/states/tx.yaml: ${place}`)
	})

	it('is refused for a number nobody can call', () => {
		const text = `lines: [{id: a, group: case, name: Una, phone: '800 FOO', for: algo, spanish: true, url: 'https://a.gov'}]\nlists: []\nconsulates: []`
		expect(() => parseHelp('national.yaml', nationalHelpSchema, text)).toThrow('help/national.yaml: lines.0.phone')
	})
})
