import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { expectNoAccessibilityProblems, register, somebody } from './steps.ts'

for (const colorScheme of ['light', 'dark'] as const) {
	test.describe(`in ${colorScheme} colours`, () => {
		test.use({ colorScheme })

		for (const path of [
			'/landing',
			'/login',
			'/auth',
			'/website-help',
			'/guia',
			'/guia/asilo-plazo-un-ano',
			'/calidad',
			'/user-feedback',
		]) {
			test(`${path} has no accessibility problems`, async ({ page }) => {
				await page.goto(path, { waitUntil: 'networkidle' })
				await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
				await expectNoAccessibilityProblems(page)
			})
		}

		test('body text has at least seven times the contrast', async ({ page }) => {
			await page.goto('/landing')
			const { violations } = await new AxeBuilder({ page })
				.withRules(['color-contrast-enhanced'])
				.include('main')
				.analyze()
			const sentences = violations.flatMap(({ nodes }) => nodes).filter(({ html }) => /^<(p|li)\b/.test(html))
			expect(sentences.map(({ html }) => html)).toEqual([])
		})
	})
}

test('the pages of the signed-in have no accessibility problems', async ({ page }) => {
	await page.goto('/login')
	await register(page, somebody('Rosa'))
	for (const path of ['/chat', '/saved-chats']) {
		await page.goto(path, { waitUntil: 'networkidle' })
		await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expectNoAccessibilityProblems(page)
	}
})

test.describe('the drawer', () => {
	test.use({ viewport: { width: 360, height: 740 } })

	test('has no accessibility problems while it is open', async ({ page }) => {
		await page.goto('/landing')
		await page.getByRole('button', { name: 'Menú' }).click()
		await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
		await expectNoAccessibilityProblems(page)
	})
})

test.describe('by keyboard', () => {
	test('the first stop leads to the content, past the menu', async ({ page }) => {
		await page.goto('/landing')
		await page.keyboard.press('Tab')
		await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
		await page.keyboard.press('Enter')
		await page.keyboard.press('Tab')
		await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
	})

	test('every stop is visible and shows where it is', async ({ page }) => {
		await page.goto('/landing')
		const stops = await page.locator('a:visible, button:visible').count()
		for (let stop = 0; stop < stops; stop += 1) {
			await page.keyboard.press('Tab')
			const focused = page.locator(':focus')
			await expect(focused).toBeInViewport()
			expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
		}
	})

	test('going to another page puts the focus at its content', async ({ page }) => {
		await page.goto('/landing')
		const start = page.getByRole('main').getByRole('link').first()
		await start.focus()
		await page.keyboard.press('Enter')
		await expect(page).toHaveURL(/\/login$/)
		await expect.poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('main')))).toBe(true)
	})
})

test('everything to press on the landing is at least 48 pixels high', async ({ page }) => {
	await page.goto('/landing')
	for (const target of await page.locator('a:visible:not(.skip-link), button:visible').all()) {
		const box = await target.boundingBox()
		expect(Math.round(box?.height ?? 0), (await target.textContent()) ?? '').toBeGreaterThanOrEqual(48)
	}
})

test('text at twice its size fits the page', async ({ page }) => {
	await page.goto('/landing')
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%'
	})
	const edge = await page.evaluate(() => document.documentElement.clientWidth)
	for (const text of await page.locator('h1, h2, h3, p, li, a:visible, button:visible').all()) {
		const box = await text.boundingBox()
		if (box && box.width > 1) expect(box.x + box.width, (await text.textContent()) ?? '').toBeLessThanOrEqual(edge)
	}
})
