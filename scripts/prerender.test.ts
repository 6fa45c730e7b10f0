// Looks at what `npm run build` left; the checks run after the build.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import spanish from '../app/i18n/es.json' with { type: 'json' }
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
