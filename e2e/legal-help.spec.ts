import { expect, type Page, test } from '@playwright/test'
import { expectNoAccessibilityProblems, openMenu } from './steps.ts'

const path = '/ayuda-legal'

/** The page, once it is alive: before that a choice changes nothing. */
async function open(page: Page) {
	await page.goto(path, { waitUntil: 'networkidle' })
}

const stateField = (page: Page) => page.getByRole('combobox', { name: 'Tu estado' })
const languageField = (page: Page) => page.getByRole('combobox', { name: 'Tu idioma' })
const stateHelp = (page: Page, name: string) => page.getByRole('region', { name: `Ayuda en ${name}` })

test.describe('somebody who looks for help', () => {
	test('finds whom to call in danger before anything else', async ({ page }) => {
		await open(page)
		const first = page.getByRole('main').getByRole('link').first()
		await expect(first).toHaveText('911')
		await expect(first).toHaveAttribute('href', 'tel:911')
	})

	test('chooses a state and gets its official lists', async ({ page }) => {
		await open(page)
		await stateField(page).selectOption('Texas')
		const help = stateHelp(page, 'Texas')
		await expect(help.getByRole('link', { name: /Colegio de abogados de Texas/ })).toBeVisible()
		await expect(help.getByRole('link', { name: /Fiscalía general de Texas/ })).toHaveAttribute(
			'href',
			/^https:\/\/www\.texasattorneygeneral\.gov\//,
		)
		await expect(page.getByText('Se muestra la ayuda en Texas.')).toBeAttached()
	})

	test('keeps the choice in the page: no address, no storage, no request tells of it', async ({ page }) => {
		await open(page)
		const asked: string[] = []
		page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
		await stateField(page).selectOption('Florida')
		await languageField(page).selectOption('Otro idioma')
		await expect(stateHelp(page, 'Florida')).toBeVisible()
		expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path)
		const stored = await page.evaluate(() =>
			JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
		)
		expect([stored, ...asked].join()).not.toMatch(/\bfl\b|florida/i)
		await page.reload({ waitUntil: 'networkidle' })
		await expect(stateField(page)).toHaveValue('')
	})

	test('who speaks another language sees the lines with interpreters first', async ({ page }) => {
		await open(page)
		await languageField(page).selectOption('Otro idioma')
		await expect(page.getByText('Primero salen las líneas con intérprete.')).toBeVisible()
		const danger = page.getByRole('region', { name: 'Si corres peligro' }).getByRole('listitem')
		await expect(danger.first()).toContainText('Con intérprete para otros idiomas')
	})

	test('can call each line by pressing its number', async ({ page }) => {
		await open(page)
		const call = page.getByRole('link', { name: 'Llamar a Línea Nacional contra la Trata de Personas: 1-888-373-7888' })
		await expect(call).toHaveAttribute('href', 'tel:+18883737888')
	})

	test('is warned before the consulates’ numbers', async ({ page }) => {
		await open(page)
		const consulates = page.getByRole('region', { name: 'Consulados' })
		const text = (await consulates.textContent()) ?? ''
		expect(text.indexOf('Si huyes de tu gobierno')).toBeLessThan(text.indexOf('1-520-623-7874'))
		expect(text).toContain('Si huyes de tu gobierno')
	})

	test('gets there from the menu of every page, and hands it on', async ({ page }) => {
		await page.goto('/landing', { waitUntil: 'networkidle' })
		await openMenu(page)
		const menu = page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true })
		const inMenu = menu.getByRole('link', { name: 'Ayuda legal' })
		await ((await inMenu.isVisible())
			? inMenu
			: page.getByRole('contentinfo').getByRole('link', { name: 'Ayuda legal' })
		).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Ayuda legal' })).toBeVisible()
		await stateField(page).selectOption('Nueva York')
		await expect(stateHelp(page, 'Nueva York')).toBeVisible()
		await expect(page.getByRole('link', { name: /WhatsApp/ })).toHaveAttribute('href', /ayuda-legal$/)
	})

	test('has the page in English too, with its advice in Spanish', async ({ page, context, baseURL }) => {
		await context.addCookies([{ name: 'preferred_language', value: 'en', url: baseURL as string }])
		await open(page)
		await expect(page.getByRole('heading', { level: 1, name: 'Legal help' })).toBeVisible()
		const advice = page.getByRole('heading', { name: 'Qué es un representante acreditado' })
		await expect(advice).toBeVisible()
		expect(await advice.evaluate((heading) => heading.closest('[lang]')?.getAttribute('lang'))).toBe('es')
	})
})

test.describe('on paper', () => {
	test('only the chosen state is printed, with the addresses and numbers', async ({ page }) => {
		await open(page)
		await stateField(page).selectOption('Puerto Rico')
		await page.emulateMedia({ media: 'print' })
		await expect(stateHelp(page, 'Puerto Rico')).toBeVisible()
		await expect(page.getByText('1-800-898-7180')).toBeVisible()
		await expect(page.getByRole('heading', { name: 'Todos los estados' })).toBeHidden()
		await expect(stateField(page)).toBeHidden()
		await expect(page.getByRole('heading', { name: 'Alabama' })).toBeHidden()
	})
})

for (const colorScheme of ['light', 'dark'] as const) {
	test.describe(`in ${colorScheme} colours`, () => {
		test.use({ colorScheme })

		test('there are no accessibility problems, before and after choosing', async ({ page }) => {
			await open(page)
			await expectNoAccessibilityProblems(page)
			await stateField(page).selectOption('California')
			await page.getByRole('heading', { name: 'Todos los estados' }).click()
			await expectNoAccessibilityProblems(page)
		})
	})
}

test.describe('by keyboard', () => {
	test('the state is chosen and its first list is the next stop', async ({ page }) => {
		await open(page)
		await stateField(page).focus()
		await page.keyboard.type('Utah')
		await expect(stateHelp(page, 'Utah')).toBeVisible()
		await page.keyboard.press('Tab')
		await expect(languageField(page)).toBeFocused()
		await page.keyboard.press('Tab')
		await expect(stateHelp(page, 'Utah').getByRole('link').first()).toBeFocused()
	})
})

test.describe('on a narrow screen', () => {
	test.use({ viewport: { width: 320, height: 640 } })

	test('nothing is wider than the screen', async ({ page }) => {
		await open(page)
		await stateField(page).selectOption('Wisconsin')
		await expect(stateHelp(page, 'Wisconsin')).toBeVisible()
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
	})
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('every state can be opened, and nothing offers what does not work', async ({ page }) => {
		await page.goto(path)
		await expect(page.locator('main noscript > *')).toHaveCount(0)
		await expect(stateField(page)).toBeHidden()
		await page.getByRole('heading', { name: 'Todos los estados' }).click()
		await expect(page.locator('details details')).toHaveCount(52)
		await page.getByRole('heading', { name: 'Wyoming' }).click()
		await expect(page.getByRole('link', { name: /Colegio de abogados de Wyoming/ })).toBeVisible()
	})
})
