// Looks at what `npm run build` left; the checks run after the build.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import spanish from '../app/i18n/es.json' with { type: 'json' }
import { publicUrlMark } from '../contracts/guide-pages.ts'
import { landingBudgetBytes, landingWeight } from './landing-weight.mjs'

const buildFolder = join(import.meta.dirname, '..', 'build')
const languages = ['es', 'en']

async function pages() {
	const found: { name: string; language: string; html: string }[] = []
	for (const language of languages) {
		const folder = join(buildFolder, 'pages', language)
		for (const name of (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.html')).sort()) {
			found.push({ name, language, html: await readFile(join(folder, name), 'utf8') })
		}
	}
	return found
}

describe('the prerendered pages', () => {
	it('exist in both languages and say which one they speak', async () => {
		const all = await pages()
		const namesIn = (language: string) => all.filter((page) => page.language === language).map(({ name }) => name)
		expect(namesIn('es')).toContain('landing.html')
		expect(namesIn('en')).toEqual(namesIn('es'))
		for (const { html, language } of all) expect(html).toContain(`<html lang="${language}">`)
	})

	it('have a title of their own and let the reader zoom', async () => {
		for (const { name, html } of await pages()) {
			expect(html, name).toMatch(/<title>[^<]{5,}<\/title>/)
			expect(html, name).not.toMatch(/maximum-scale|user-scalable/)
		}
	})

	it('carry no inline style and no inline handler, which the policy would refuse', async () => {
		for (const { name, html } of await pages()) {
			const markup = html.replace(/<script[\s\S]*?<\/script>/g, '')
			expect(markup, name).not.toMatch(/<style|\sstyle="|\son[a-z]+="/)
		}
	})

	it('name nothing that would have to be asked from the server while rendering', async () => {
		for (const { name, html } of await pages()) expect(html, name).not.toMatch(/\.data\b|__manifest/)
	})
})

describe('the guide', () => {
	it('has a page for every topic, and one for those it does not have', async () => {
		const topics = JSON.parse(await readFile(join(buildFolder, 'client/guia/busqueda.json'), 'utf8'))
		const names = (await pages()).filter(({ language }) => language === 'es').map(({ name }) => name)
		for (const id of [...topics.map(({ id }: { id: string }) => id), '404'])
			expect(names).toContain(join('guia', `${id}.html`))
	})

	it('says on each page where it belongs, what it is and whose information it is', async () => {
		const topics = (await pages()).filter(({ name }) => /^guia[\\/](?!404)/.test(name))
		for (const { name, html } of topics) {
			const path = `/${name.replaceAll('\\', '/').replace('.html', '')}`
			expect(html, name).toContain(`<link rel="canonical" href="${publicUrlMark}${path}"/>`)
			expect(html, name).toMatch(/<meta name="description" content="[^"]{50,}"/)
			const data = /<script type="application\/ld\+json">([^<]+)<\/script>/.exec(html)?.[1] as string
			expect(JSON.parse(data), name).toMatchObject({ '@type': 'Article', inLanguage: 'es' })
		}
		expect(topics.length).toBeGreaterThan(200)
	})

	it('is found by search engines, and what is not there is not', async () => {
		const findable = JSON.parse(await readFile(join(buildFolder, 'pages/findable.json'), 'utf8'))
		expect(findable).toEqual(expect.arrayContaining(['/landing', '/guia', '/calidad', '/guia/asilo-plazo-un-ano']))
		expect(findable.filter((path: string) => /404|chat|login|json/.test(path))).toEqual([])
	})

	it('stays out of the bundles that browsers load', async () => {
		const folder = join(buildFolder, 'client/assets')
		for (const file of (await readdir(folder)).filter((name) => name.endsWith('.js')))
			expect(await readFile(join(folder, file), 'utf8'), file).not.toContain('Tienes un año desde tu última llegada')
	})
})

describe('the landing page', () => {
	it('loads at most 120 KB of compressed JavaScript', async () => {
		const { scripts, total } = await landingWeight(buildFolder)
		expect(scripts.length).toBeGreaterThan(3)
		expect(total).toBeLessThanOrEqual(landingBudgetBytes)
	})

	it('loads neither the texts of other pages nor the backend client', async () => {
		const texts = Object.entries(spanish)
		const own = new Set(texts.filter(([key]) => /^(landing|frame|ui)_/.test(key)).map(([, text]) => text))
		const foreign = texts.filter(
			([key, text]) => /^(account|chat|conversations)_/.test(key) && text.length > 20 && !own.has(text),
		)
		const { scripts } = await landingWeight(buildFolder)
		const files = scripts.map(({ path }) => readFile(join(buildFolder, `client${path}`), 'utf8'))
		const code = (await Promise.all(files)).join('\n')
		expect(foreign.length).toBeGreaterThan(10)
		expect(foreign.filter(([, text]) => code.includes(text))).toEqual([])
		expect(code).not.toMatch(/GoTrueClient|PostgrestClient|QueryClient/)
	})
})
