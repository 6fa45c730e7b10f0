import { expect, test } from '@playwright/test'
import { openMenu, register, somebody } from './steps.ts'

const heading = '¿Tienes dudas sobre inmigración? Recibe ayuda en minutos.'

test.describe('a visitor on the landing page', () => {
	test('reads what it is, how it goes and what it promises', async ({ page }) => {
		await page.goto('/landing')
		await expect(page).toHaveTitle(/Faro Migrante/)
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
		await expect(page.getByRole('list').filter({ hasText: 'Crea tu cuenta' }).getByRole('listitem')).toHaveCount(3)
		await expect(page.getByText('Información general. No somos abogados ni parte del gobierno.')).toBeVisible()
	})

	test('is led to an account by the start button and by the menu', async ({ page }) => {
		await page.goto('/landing')
		await page.getByRole('link', { name: 'Crear Cuenta Gratis' }).first().click()
		await expect(page).toHaveURL(/\/login$/)
		await page.goto('/landing')
		await openMenu(page)
		await page.getByRole('link', { name: 'Comienza' }).click()
		await expect(page).toHaveURL(/\/login$/)
	})

	test('sees no menu entry of the signed-in', async ({ page }) => {
		await page.goto('/landing')
		await openMenu(page)
		await expect(page.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
		await expect(page.getByRole('link', { name: 'Mis Conversaciones' })).toHaveCount(0)
		await expect(page.getByRole('button', { name: 'Cerrar sesión' })).toHaveCount(0)
	})

	test('asks the server for nothing but the page and its files', async ({ page }) => {
		const asked: string[] = []
		page.on('request', (request) => asked.push(new URL(request.url()).pathname))
		await page.goto('/landing', { waitUntil: 'networkidle' })
		expect(asked.filter((path) => !/^\/(landing|favicon\.svg|assets\/.+)$/.test(path))).toEqual([])
	})

	test('gets the page back in English, and it stays so', async ({ page }) => {
		await page.goto('/landing')
		await page.getByRole('button', { name: 'English' }).click()
		await expect(
			page.getByRole('heading', { level: 1, name: 'Questions about immigration? Get help in minutes.' }),
		).toBeVisible()
		await page.reload()
		await expect(page.locator('html')).toHaveAttribute('lang', 'en')
		await page.getByRole('button', { name: 'Español' }).click()
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
	})

	test('comes back to the top by the link at the end', async ({ page }) => {
		await page.goto('/landing')
		await page.getByRole('contentinfo').getByRole('link', { name: 'Inicio' }).click()
		await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
	})

	test('can read the page at 320 pixels without moving it sideways', async ({ page }) => {
		await page.setViewportSize({ width: 320, height: 640 })
		await page.goto('/landing')
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
	})

	test('sees nothing move when the font arrives late', async ({ page }) => {
		await page.addInitScript(() => {
			const seen = window as unknown as { shift: number }
			seen.shift = 0
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value
			}).observe({ type: 'layout-shift', buffered: true })
		})
		const painted = Promise.withResolvers<void>()
		await page.route('**/*.woff2', async (route) => {
			await painted.promise
			await route.continue()
		})
		await page.goto('/landing', { waitUntil: 'domcontentloaded' })
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
		painted.resolve()
		await page.waitForLoadState('load')
		await page.evaluate(() => document.fonts.ready)
		expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.05)
	})
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('the landing page can be read and left', async ({ page }) => {
		await page.goto('/landing')
		await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
		await expect(page.getByRole('navigation').getByRole('link', { name: 'Chat' })).toBeVisible()
		await page.getByRole('link', { name: 'Crear Cuenta Gratis' }).first().click()
		await expect(page).toHaveURL(/\/login$/)
	})

	test('a page that needs it says so', async ({ page }) => {
		await page.goto('/login')
		await expect(page.locator('main noscript > *')).toBeVisible()
	})
})

test.describe('the side drawer', () => {
	test.use({ viewport: { width: 360, height: 740 } })

	test('opens with its title, closes with Escape and gives the focus back', async ({ page }) => {
		await page.goto('/landing')
		const button = page.getByRole('button', { name: 'Menú' })
		await button.click()
		await expect(page.getByRole('dialog', { name: 'Menú' })).toBeVisible()
		await page.keyboard.press('Escape')
		await expect(page.getByRole('dialog')).toHaveCount(0)
		await expect(button).toBeFocused()
	})

	test('closes when one of its links is followed', async ({ page }) => {
		await page.goto('/landing')
		await openMenu(page)
		await page.getByRole('dialog').getByRole('link', { name: 'Iniciar sesión' }).click()
		await expect(page).toHaveURL(/\/login$/)
		await expect(page.getByRole('dialog')).toHaveCount(0)
	})
})

test.describe('an address', () => {
	for (const path of ['/', '/nothing-here', '/landing/', '/chat/unknown']) {
		test(`${path} is redirected to the landing page by the server`, async ({ request }) => {
			const answer = await request.get(path, { maxRedirects: 0 })
			expect(answer.status()).toBe(302)
			expect(answer.headers().location).toBe('/landing')
		})
	}

	test('inside the app that leads nowhere ends at the landing page too', async ({ page }) => {
		await page.goto('/login')
		await page.evaluate(() => history.pushState(null, '', '/nothing-here'))
		await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
		await expect(page).toHaveURL(/\/landing$/)
	})

	test('below the assets answers 404 when there is no such file', async ({ request }) => {
		expect((await request.get('/assets/nothing.js', { maxRedirects: 0 })).status()).toBe(404)
	})
})

test.describe('the policy of the page', () => {
	test('allows no inline script but its own, and nothing it does breaks it', async ({ page }) => {
		const complaints: string[] = []
		page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
		page.on('pageerror', (error) => complaints.push(error.message))
		const answer = await page.goto('/landing', { waitUntil: 'networkidle' })
		const policy = answer?.headers()['content-security-policy'] ?? ''
		expect(policy).toMatch(/script-src 'self' 'sha256-/)
		expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
		await openMenu(page)
		expect(complaints).toEqual([])
	})

	test('refuses a script that somebody slips in', async ({ page }) => {
		await page.goto('/landing')
		await page.evaluate(() => {
			const script = document.createElement('script')
			script.textContent = 'window.slippedIn = true'
			document.body.append(script)
		})
		expect(await page.evaluate(() => 'slippedIn' in window)).toBe(false)
	})
})

test.describe('somebody who is signed in', () => {
	test.beforeEach(async ({ page }) => {
		await page.goto('/login')
		await register(page, somebody('Rosa'))
		await page.goto('/landing')
		await expect(page.getByRole('link', { name: 'Ir al Chat' }).first()).toBeVisible()
	})

	test('finds name, conversations and the way out, and becomes a visitor again', async ({ page }) => {
		await openMenu(page)
		await expect(page.getByRole('link', { name: 'Rosa' })).toBeVisible()
		await expect(page.getByRole('link', { name: 'Mis Conversaciones' })).toBeVisible()
		await page.getByRole('button', { name: 'Cerrar sesión' }).click()
		await expect(page.getByRole('status').getByText('Sesión cerrada exitosamente')).toBeVisible()
		await expect(page).toHaveURL(/\/landing$/)
		await expect(page.getByRole('link', { name: 'Crear Cuenta Gratis' }).first()).toBeVisible()
	})

	test('is told when signing out fails, and stays signed in', async ({ page }) => {
		await page.route('**/auth/v1/logout**', (route) => route.abort())
		await openMenu(page)
		await page.getByRole('button', { name: 'Cerrar sesión' }).click()
		await expect(page.getByText('Error al cerrar sesión')).toBeVisible()
		await page.reload()
		await expect(page.getByRole('link', { name: 'Ir al Chat' }).first()).toBeVisible()
	})
})
