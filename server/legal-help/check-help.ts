// What `admin help check` and the tests ask of `content/help/` beyond its shape: nobody's state is missing, nothing stands
// twice, danger comes first, and the words are the page's own.
import type { HelpBook, StateHelp } from '../../contracts/help.ts'
import { addressesOf, type Help } from './load-help.ts'

/** The states, the capital's district and Puerto Rico, as the post abbreviates them. */
export const stateCodes =
	'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa pr ri sc sd tn tx ut vt va wa wv wi wy'.split(
		' ',
	)

const forbidden: [RegExp, string][] = [
	[/\bEE\.? ?UU\b|\bEUA\b|\bU\.?S\.?A\b/u, "'Estados Unidos' is written in full"],
	[/\bgarantiz|aprobación (está )?asegurada/iu, 'promises a result'],
	[/https?:|www\.|[*_`#|]/u, 'an address or Markdown in the text'],
	[/\$ ?\d/u, 'an amount in dollars: fees change'],
]

/** Every problem found, nothing when all is sound. */
export function checkHelp(help: Help): string[] {
	return [
		...checkStates(help.states),
		...checkLines(help),
		...checkHosts(help),
		...wordsOf(help).flatMap((text) =>
			forbidden.filter(([pattern]) => pattern.test(text)).map(([, problem]) => `"${text}": ${problem}`),
		),
	]
}

function checkStates(states: StateHelp[]): string[] {
	const codes = states.map(({ code }) => code)
	return [
		...stateCodes.filter((code) => !codes.includes(code)).map((code) => `states/${code}.yaml is missing`),
		...codes.filter((code) => !stateCodes.includes(code)).map((code) => `states/${code}.yaml: there is no such state`),
		...repeated(states.map(({ name }) => name)).map((name) => `the name ${name} stands twice`),
		...states.flatMap(checkState),
	]
}

function checkState({ code, lists }: StateHelp): string[] {
	const kinds = lists.map(({ kind }) => kind)
	return [
		...(['bar', 'complaint'] as const)
			.filter((kind) => !kinds.includes(kind))
			.map((kind) => `states/${code}.yaml has no list of kind ${kind}`),
		...repeated(lists.map(({ url }) => url)).map((url) => `states/${code}.yaml: ${url} stands twice`),
	]
}

function checkLines({ lines, lists }: HelpBook): string[] {
	return [
		...(lines[0]?.phone === '911' ? [] : ['the first line is not 911']),
		...repeated(lines.map(({ phone }) => phone)).map((phone) => `the number ${phone} stands twice`),
		...repeated(lines.map(({ id }) => id)).map((id) => `the line ${id} stands twice`),
		...(['pro-bono', 'accredited'] as const)
			.filter((kind) => !lists.some((list) => list.kind === kind))
			.map((kind) => `national.yaml has no list of kind ${kind}`),
	]
}

/** A host that nothing needs any more is taken off the list again. */
function checkHosts(help: Help): string[] {
	const used = addressesOf(help).map((url) => new URL(url).hostname)
	const isUsed = (host: string) => used.some((hostname) => hostname === host || hostname.endsWith(`.${host}`))
	return [
		...help.hosts.filter(({ host }) => !isUsed(host)).map(({ host }) => `hosts.yaml: nothing leads to ${host}`),
		...repeated(help.hosts.map(({ host }) => host)).map((host) => `hosts.yaml: ${host} stands twice`),
	]
}

function wordsOf({ lines, lists, consulates, states, advice }: HelpBook): string[] {
	return [
		...[...lines, ...consulates].flatMap(({ name, note, hours, ...line }) => [name, line.for, note, hours]),
		...[...lists, ...states.flatMap((state) => state.lists)].flatMap(({ title, note }) => [title, note]),
		...advice.flatMap(({ title, paragraphs, points }) => [title, ...paragraphs, ...points]),
	].filter((text) => text !== undefined)
}

function repeated(values: string[]): string[] {
	return [...new Set(values.filter((value, i) => values.indexOf(value) !== i))]
}
