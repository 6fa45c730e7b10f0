// The website helper: the launcher that comes by itself, the panel, and the page of its own.
import { expect, type Page, test } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { ask, closeNotices, expectNoAccessibilityProblems, register, signOut, somebody } from './steps.ts'

const welcome = 'Hola, soy tu ayudante. ¿Cómo puedo ayudarte a usar nuestra página o app?'
const unreachable = 'No pudimos conectar con nuestro asistente. Por favor intenta nuevamente más tarde.'
const failed = 'No pudimos procesar tu pregunta. Por favor intenta nuevamente.'
const completions = '**/functions/v1/ai/website/chat/completions'
const secret = '**/functions/v1/get-secret'

const launcher = (page: Page) => page.locator('.help-launcher')
const panel = (page: Page) => page.getByRole('dialog', { name: 'Ayuda con la página' })
const field = (page: Page) => page.getByLabel('Escribe tu duda sobre la página')
const send = (page: Page) => page.getByRole('button', { name: 'Enviar' })
const log = (page: Page) => page.getByRole('log', { name: 'Mensajes con tu ayudante' })
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

async function openHelp(page: Page) {
	await launcher(page).click()
	await expect(panel(page)).toBeVisible()
}

async function askHelper(page: Page, question: string) {
	await field(page).fill(question)
	await send(page).click()
}

test.describe('the launcher', () => {
	test('appears after a second, with a bubble from three seconds to nine and again at eighteen', async ({ page }) => {
		await page.clock.install()
		await page.goto('/landing')
		// The clock goes on by itself as well, so each look is half a second away from a change.
		const bubble = page.getByText('Tienes dudas?')
		await page.clock.runFor(1_500)
		await expect(launcher(page)).toBeVisible()
		await page.clock.runFor(2_000)
		await expect(bubble).toBeVisible()
		await page.clock.runFor(6_000)
		await expect(bubble).toBeHidden()
		await page.clock.runFor(9_000)
		await expect(bubble).toBeVisible()
	})

	test('shows its bubble under the pointer, hides it when pressed and opens and closes the panel', async ({ page }) => {
		await page.goto('/landing')
		const bubble = page.getByText('Tienes dudas?')
		await launcher(page).hover()
		await expect(bubble).toBeVisible()
		await launcher(page).click()
		await expect(bubble).toBeHidden()
		await expect(panel(page)).toBeVisible()
		// On a phone the drawer lies in front of the launcher.
		if (isPhone(page)) await panel(page).getByRole('button', { name: 'Cerrar' }).click()
		else await launcher(page).click()
		await expect(panel(page)).toBeHidden()
		await expect(launcher(page)).toHaveAttribute('aria-expanded', 'false')
		await expect(launcher(page)).toBeFocused()
	})

	test('brings nothing of the helper before it is pressed', async ({ page }) => {
		const asked: string[] = []
		page.on('request', (request) => asked.push(new URL(request.url()).pathname))
		await page.goto('/landing')
		await expect(launcher(page)).toBeVisible()
		expect(asked.filter((path) => /help-(panel|chat)|config\.json|\/v1\//.test(path))).toEqual([])
		await openHelp(page)
		await expect.poll(() => asked.filter((path) => path.endsWith('get-secret'))).toHaveLength(1)
		expect(asked.filter((path) => /\/assets\/client-/.test(path))).toEqual([])
	})

	test('stands still when less motion is wanted', async ({ page }) => {
		await page.emulateMedia({ reducedMotion: 'reduce' })
		await page.goto('/landing')
		await openHelp(page)
		const moving = () => document.getAnimations().filter((one) => one instanceof CSSAnimation).length
		expect(await page.evaluate(moving)).toBe(0)
	})

	test('makes room for the keyboard of a phone', async ({ page }) => {
		await page.setViewportSize({ width: 360, height: 740 })
		await page.goto('/login')
		await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
		await expect(launcher(page)).toBeVisible()
		await page.getByLabel('Correo electrónico').focus()
		await page.setViewportSize({ width: 360, height: 420 })
		await expect(launcher(page)).toBeHidden()
		await page.setViewportSize({ width: 360, height: 740 })
		await expect(launcher(page)).toBeVisible()
	})
})

test.describe('the panel', () => {
	test.beforeEach(async ({ page }) => {
		await page.goto('/landing')
		await openHelp(page)
	})

	test('greets, answers how the site is used, and has no accessibility problems', async ({ page }) => {
		await expect(log(page)).toContainText(welcome)
		await expect(send(page)).toBeDisabled()
		await field(page).fill('   ')
		await expect(send(page)).toBeDisabled()
		await expectNoAccessibilityProblems(page)
		await askHelper(page, '¿Cómo creo una cuenta?')
		await expect(log(page)).toContainText("Toca 'Comienza' arriba")
		await expectNoAccessibilityProblems(page)
	})

	test('has no accessibility problems in dark colours', async ({ page }) => {
		await page.emulateMedia({ colorScheme: 'dark' })
		await askHelper(page, 'cómo saco mi permiso de trabajo')
		await expect(panel(page).getByRole('link')).toBeVisible()
		await expectNoAccessibilityProblems(page)
	})

	test('is a drawer of 85 % on a phone and a window at the bottom right elsewhere', async ({ page }) => {
		const box = await settledBox(page)
		const { width, height } = page.viewportSize() as { width: number; height: number }
		if (isPhone(page)) {
			expect(box.height / height).toBeCloseTo(0.85, 2)
			expect([box.x, Math.round(box.y + box.height), box.width]).toEqual([0, height, width])
			await expect(panel(page)).toHaveAttribute('aria-modal', 'true')
			// What lies behind cannot be reached.
			await page.evaluate(() => document.querySelector('main')?.focus())
			expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
		} else {
			expect(box.x).toBeGreaterThan(width / 2)
			expect(box.y + box.height).toBeLessThan(height)
			await expect(panel(page)).not.toHaveAttribute('aria-modal')
			await page.getByRole('main').getByRole('link').first().focus()
			await expect(panel(page)).toBeVisible()
		}
	})

	test('takes the focus, closes with Escape from anywhere and gives it back', async ({ page }) => {
		const first = isPhone(page) ? panel(page).getByRole('heading') : field(page)
		await expect(first).toBeFocused()
		await page.keyboard.press('Escape')
		await expect(panel(page)).toBeHidden()
		await expect(launcher(page)).toBeFocused()
	})

	test('can be used with the keyboard alone', async ({ page }) => {
		await page.keyboard.press('Escape')
		await expect(launcher(page)).toBeFocused()
		await page.keyboard.press('Enter')
		await expect(panel(page)).toBeVisible()
		while (!(await field(page).evaluate((element) => element === document.activeElement)))
			await page.keyboard.press('Tab')
		await page.keyboard.type('cómo me registro')
		await page.keyboard.press('Enter')
		await expect(log(page)).toContainText("Toca 'Comienza' arriba")
		if (!isPhone(page)) await expect(field(page)).toBeFocused()
	})

	test('types while it waits, with field and button switched off, and scrolls to what is new', async ({ page }) => {
		const answered = Promise.withResolvers<void>()
		await page.route(completions, async (route) => {
			await answered.promise
			await route.continue()
		})
		await askHelper(page, 'cómo guardo el chat')
		await expect(panel(page).getByRole('status')).toHaveText('Tu ayudante está escribiendo...')
		await expect(field(page)).toBeDisabled()
		await expect(send(page)).toBeDisabled()
		answered.resolve()
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
		await expect(panel(page).getByRole('status')).toBeEmpty()
		await expect(field(page)).toBeEnabled()
		for (const question of ['cómo borro una conversación', 'cómo cambio el idioma', 'cómo cierro sesión']) {
			await askHelper(page, question)
			await expect(log(page).locator('> *').last()).toBeInViewport()
			await expect(field(page)).toBeEnabled()
			await expect(log(page).locator('> *').last()).toBeInViewport({ ratio: 0.9 })
		}
	})

	test('keeps the conversation on other pages, and nowhere else', async ({ page }) => {
		await askHelper(page, 'cómo guardo el chat')
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
		await field(page).fill('a medias')
		await page.keyboard.press('Escape')
		await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta Gratis' }).first().click()
		await expect(page).toHaveURL('/login')
		await openHelp(page)
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
		await expect(field(page)).toHaveValue('a medias')
		expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('guardo')
		await page.reload()
		await openHelp(page)
		await expect(log(page)).not.toContainText('Guardar Chat')
	})

	test('sends an immigration question to the chat, by way of an account', async ({ page }) => {
		await askHelper(page, '¿Cuánto tiempo tengo para pedir asilo?')
		await expect(log(page)).toContainText('Esa es una pregunta de inmigración')
		await panel(page).getByRole('link', { name: 'Entrar para usar el Chat' }).click()
		await expect(page).toHaveURL('/login')
		// The drawer would lie in front of the page; the window may stay.
		await expect(panel(page)).toBeVisible({ visible: !isPhone(page) })
	})

	test('fits with text at twice its size', async ({ page }) => {
		await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
		await askHelper(page, 'cómo guardo el chat')
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
		for (const part of [panel(page).getByRole('button', { name: 'Cerrar' }), field(page), send(page)]) {
			await part.scrollIntoViewIfNeeded()
			await expect(part).toBeInViewport({ ratio: 0.9 })
		}
		const messages = await panel(page).getByRole('region', { name: 'Mensajes con tu ayudante' }).boundingBox()
		expect(messages?.height).toBeGreaterThanOrEqual(256)
		const widths = await panel(page).evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
		expect(widths[0]).toBe(widths[1])
	})

	test('treats what is written as text', async ({ page }) => {
		await askHelper(page, '<img src=x onerror="document.title = 1"><b>hola</b>')
		await expect(log(page)).toContainText('<b>hola</b>')
		await expect(log(page).locator('img, b')).toHaveCount(0)
	})
})

test.describe('when something fails', () => {
	test('an answer that does not come keeps the question, and asking again brings it', async ({ page }) => {
		await page.goto('/landing')
		await openHelp(page)
		await page.route(completions, (route) => route.fulfill({ status: 500, json: { error: { message: 'x' } } }))
		await askHelper(page, 'cómo guardo el chat')
		await expect(panel(page).getByRole('alert')).toHaveText(failed)
		await expectNoAccessibilityProblems(page)
		await panel(page).getByRole('button', { name: 'Cambiar la pregunta' }).click()
		await expect(field(page)).toHaveValue('cómo guardo el chat')
		await send(page).click()
		await expect(panel(page).getByRole('alert')).toHaveText(failed)
		await page.unroute(completions)
		await panel(page).getByRole('button', { name: 'Intentar de nuevo' }).click()
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
		await expect(panel(page).getByRole('alert')).toBeEmpty()
	})

	test('a helper that cannot be reached is told once, where it can be read and covers nothing', async ({ page }) => {
		await page.route(secret, (route) => route.abort('internetdisconnected'))
		await page.goto('/landing')
		await openHelp(page)
		const toast = page.locator('.toast-card')
		await expect(toast).toHaveText(new RegExp(unreachable))
		await expect(toast).toHaveCount(1)
		await settledBox(page)
		expect(await under(page, '.toast-card', '.help-panel :is(button, textarea)')).toEqual([])
		await toast.getByRole('button', { name: 'Cerrar aviso' }).click()
		await askHelper(page, 'cómo guardo el chat')
		await expect(toast).toHaveText(new RegExp(unreachable))
		expect(await under(page, '.toast-card', '.help-panel :is(button, textarea)')).toEqual([])
		await page.unroute(secret)
		await panel(page).getByRole('button', { name: 'Intentar de nuevo' }).click()
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
	})

	test('a panel that cannot be fetched says so and can be asked for again', async ({ page }) => {
		await page.goto('/landing')
		await page.route('**/assets/help-{panel,chat}-*.js', (route) => route.abort())
		await launcher(page).click()
		await expect(page.getByText(unreachable)).toBeVisible()
		await expect(panel(page)).toBeHidden()
		await expect(launcher(page)).toHaveAttribute('aria-expanded', 'false')
	})

	test('too many questions are told with the time to wait', async ({ page }) => {
		await page.goto('/landing')
		await openHelp(page)
		await page.route(completions, (route) =>
			route.fulfill({ status: 429, headers: { 'Retry-After': '1500' }, json: { error: { code: 'rate_limited' } } }),
		)
		await askHelper(page, 'cómo guardo el chat')
		await expect(panel(page).getByRole('alert')).toHaveText(
			'Hiciste muchas preguntas seguidas. Puedes preguntar otra vez en unos 25 minutos.',
		)
	})

	test('a token that ran out is fetched anew without a word', async ({ page }) => {
		await page.goto('/landing')
		await openHelp(page)
		await page.route(
			completions,
			(route) => route.fulfill({ status: 401, json: { error: { code: 'token_expired' } } }),
			{
				times: 1,
			},
		)
		await askHelper(page, 'cómo guardo el chat')
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
		await expect(page.locator('.toast-card')).toHaveCount(0)
	})

	test('an answer that takes long can be given up', async ({ page }) => {
		await page.clock.install()
		await page.goto('/landing')
		await page.clock.runFor(1_500)
		await openHelp(page)
		await page.route(completions, () => {})
		await askHelper(page, 'cómo guardo el chat')
		await page.clock.runFor(11_000)
		await panel(page).getByRole('button', { name: 'Cancelar' }).click()
		await expect(field(page)).toHaveValue('cómo guardo el chat')
		await expect(log(page)).not.toContainText('cómo guardo el chat')
	})
})

test.describe('/website-help', () => {
	test('is reached from the foot of a page, shows the same chat and leads back', async ({ page }) => {
		await page.goto('/landing')
		await page.getByRole('contentinfo').getByRole('link', { name: 'Ayuda con la página' }).click()
		await expect(page).toHaveURL('/website-help')
		await expect(page.getByRole('heading', { level: 1, name: 'Ayuda con la página' })).toBeVisible()
		await expect(log(page)).toContainText(welcome)
		await expect(launcher(page)).toHaveCount(0)
		const card = page.getByRole('main').getByRole('region', { name: 'Ayuda con la página' })
		expect((await card.boundingBox())?.height).toBe(500)
		await askHelper(page, 'cómo cambio el idioma')
		await expect(log(page)).toContainText('hay un botón que dice English')
		await page.getByRole('link', { name: 'Volver' }).click()
		await expect(page).toHaveURL('/landing')
		await openHelp(page)
		await expect(log(page)).toContainText('hay un botón que dice English')
	})

	test('is there in English, with Spanish answers', async ({ page }) => {
		await page.goto('/website-help')
		await page.getByRole('button', { name: 'English' }).click()
		await expect(page.getByRole('log')).toContainText('How can I help you use our site or app?')
		await page.getByLabel('Write your question about the site').fill('how do i sign up')
		await page.getByRole('button', { name: 'Send' }).click()
		await expect(page.getByRole('log').locator('[lang=es]')).toContainText("Toca 'Comienza' arriba")
	})

	test('says when the helper cannot be reached', async ({ page }) => {
		await page.route(secret, (route) => route.fulfill({ status: 500, json: { error: 'x', code: 'internal' } }))
		await page.goto('/website-help')
		await expect(page.getByText(unreachable)).toBeVisible()
	})

	test('fits 320 pixels', async ({ page }) => {
		await page.setViewportSize({ width: 320, height: 568 })
		await page.goto('/website-help')
		await askHelper(page, 'palabralarguísima'.repeat(12))
		await expect(log(page)).toContainText('Eso no lo sé')
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
	})
})

test.describe('somebody who is signed in', () => {
	test.beforeEach(async ({ page }) => {
		await page.goto('/login')
		await register(page, somebody('Elena'))
		await expect(page).toHaveURL('/chat')
		await closeNotices(page)
	})

	test('is led from an immigration question straight to the chat', async ({ page }) => {
		await page.goto('/website-help')
		await askHelper(page, '¿Cuánto tiempo tengo para pedir asilo?')
		await page.getByRole('main').getByRole('link', { name: 'Ir al Chat' }).click()
		await expect(page).toHaveURL('/chat')
	})

	test('leaves nothing of the conversation to whoever comes next', async ({ page }) => {
		await page.goto('/website-help')
		await askHelper(page, 'cómo guardo el chat')
		await expect(log(page)).toContainText("toca 'Guardar Chat'")
		await signOut(page)
		await page.getByRole('contentinfo').getByRole('link', { name: 'Ayuda con la página' }).click()
		await expect(log(page)).not.toContainText('cómo guardo el chat')
	})

	test('finds the chat’s own field free, however far the page is scrolled', async ({ page }) => {
		for (const question of ['¿Qué es el I-130?', '¿Cómo saco mi permiso de trabajo?']) await ask(page, question)
		await closeNotices(page)
		for (const width of [320, 360, 768, 1280]) {
			await page.setViewportSize({ width, height: 740 })
			for (const part of [0, 0.5, 0.9, 1]) {
				await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), part)
				await expect.poll(() => covered(page, '[data-stays-in-view] *'), `${width} px, ${part}`).toEqual([])
			}
		}
	})
})

test('at the end of every page the launcher and its bubble cover nothing to press', async ({ page }) => {
	test.slow()
	await everyPage(page)
	await page.goto('/login')
	await register(page, somebody('Elena'))
	await everyPage(page)
})

const widths = [
	[320, 568],
	[360, 740],
	[768, 1024],
	[1280, 800],
] as const

async function everyPage(page: Page) {
	for (const path of pathsOf(routes as RouteConfigEntry[])) {
		await page.goto(path, { waitUntil: 'networkidle' })
		if (new URL(page.url()).pathname === '/website-help') continue
		await expect(launcher(page)).toBeVisible({ timeout: 20_000 })
		await closeNotices(page)
		for (const [width, height] of widths) {
			await page.setViewportSize({ width, height })
			await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
			await launcher(page).hover()
			await expect(page.getByText('Tienes dudas?')).toBeVisible()
			const bubble = await page.locator('.help-bubble').boundingBox()
			expect(bubble?.x, `${path} at ${width} px`).toBeGreaterThanOrEqual(0)
			expect(await covered(page, 'a, button, input, textarea, select, summary'), `${path} at ${width} px`).toEqual([])
		}
		await page.mouse.move(0, 0)
	}
}

/** The addresses of pages that need no parameter; one with a dot is a file. */
function pathsOf(entries: RouteConfigEntry[]): string[] {
	const own = (path?: string) => (path && !/[.:*]/.test(path) ? [`/${path}`] : [])
	return entries.flatMap(({ path, children }) => [...own(path), ...pathsOf(children ?? [])])
}

/** What of `selector` lies under the launcher or its bubble, while they are to be seen. */
function covered(page: Page, selector: string): Promise<string[]> {
	return under(page, '.help-launcher, .help-bubble', selector)
}

/** What of `selector` lies under what is to be seen of `above`. */
function under(page: Page, above: string, selector: string): Promise<string[]> {
	return page.evaluate(
		([above, selector]) => {
			const seen = (selector: string) =>
				[...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }))
			const meet = (one: DOMRect, other: DOMRect) =>
				one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
			const lids = seen(above)
			return seen(selector)
				.filter((one) => !lids.some((lid) => lid.contains(one)))
				.filter((one) => lids.some((lid) => meet(lid.getBoundingClientRect(), one.getBoundingClientRect())))
				.map((one) => one.outerHTML.slice(0, 120))
		},
		[above, selector] as const,
	)
}

/** Where the panel is once it has slid in. */
async function settledBox(page: Page) {
	await panel(page).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
	return (await panel(page).boundingBox()) as { x: number; y: number; width: number; height: number }
}
