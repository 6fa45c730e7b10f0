import { expect, type Page, test } from '@playwright/test'
import { ask, closeNotices, expectNoAccessibilityProblems, openMenu, register, somebody } from './steps.ts'

const topic = '/guia/asilo-plazo-un-ano'
const title = 'El plazo de un año para pedir asilo'
const searchField = (page: Page) => page.getByLabel('Busca en la guía')
const results = (page: Page) => page.getByRole('list', { name: 'Temas encontrados' }).getByRole('link')

test.describe('the guide', () => {
	test('is reached from the menu and opens an area', async ({ page }) => {
		await page.goto('/landing')
		await openMenu(page)
		await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Guía' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Guía de inmigración' })).toBeVisible()
		await page.getByText('Asilo', { exact: true }).click()
		await page.getByRole('link', { name: title }).click()
		await expect(page).toHaveURL(topic)
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
	})

	test('is searched without a word leaving the page', async ({ page }) => {
		const asked: string[] = []
		page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
		await page.goto('/guia', { waitUntil: 'networkidle' })
		expect(asked.join(' ')).not.toContain('busqueda.json')
		await searchField(page).fill('permizo de trabjo')
		await expect(results(page).first()).toContainText(/permiso de trabajo/i)
		await searchField(page).press('Enter')
		await expect(results(page).first()).toBeFocused()
		await expect(page).toHaveURL('/guia')
		expect(asked.filter((request) => request.includes('busqueda.json'))).toHaveLength(1)
		expect(asked.join(' ')).not.toMatch(/permizo|trabjo/)
	})

	test('is searched with the keyboard alone', async ({ page }) => {
		await page.goto('/guia', { waitUntil: 'networkidle' })
		await searchField(page).focus()
		await page.keyboard.type('i 130')
		await expect(results(page).first()).toBeVisible()
		await page.keyboard.press('ArrowDown')
		await expect(results(page).first()).toBeFocused()
		await page.keyboard.press('ArrowDown')
		await expect(results(page).nth(1)).toBeFocused()
		await page.keyboard.press('ArrowUp')
		await page.keyboard.press('ArrowUp')
		await expect(searchField(page)).toBeFocused()
		await page.keyboard.press('Escape')
		await expect(searchField(page)).toHaveValue('')
		await expect(page.getByRole('heading', { name: 'Asilo y protección' })).toBeVisible()
	})

	test('says when it finds nothing, and leads to the chat', async ({ page }) => {
		await page.goto('/guia')
		await searchField(page).fill('xyzzyqwv')
		await expect(page.getByText('No encontramos ningún tema con esas palabras.')).toBeVisible()
		await page.getByRole('link', { name: 'Preguntar en el Chat' }).click()
		await expect(page).toHaveURL('/login')
	})

	test('says when the search cannot be fetched, and tries again', async ({ page }) => {
		await page.route('**/guia/busqueda.json', (route) => route.abort())
		await page.goto('/guia', { waitUntil: 'networkidle' })
		await searchField(page).fill('asilo')
		await expect(page.getByText('La búsqueda no se pudo cargar.')).toBeVisible()
		await page.unroute('**/guia/busqueda.json')
		await searchField(page).blur()
		await searchField(page).focus()
		await expect(results(page).first()).toBeVisible()
	})
})

test.describe('a topic', () => {
	test('shows its answer, parts, form, sources with their date and who has read it', async ({ page }) => {
		await page.goto(topic)
		const main = page.getByRole('main')
		await expect(main).toContainText('Tienes un año desde tu última llegada a Estados Unidos')
		for (const heading of ['Requisitos', 'Pasos', 'Riesgos', 'Formularios', 'Fuentes oficiales', 'Temas relacionados'])
			await expect(main.getByRole('heading', { level: 2, name: heading })).toBeVisible()
		await expect(main.getByRole('link', { name: /I-589/ })).toHaveAttribute('href', /^https:\/\/www\.uscis\.gov\//)
		await expect(main).toContainText(/Sin fecha de revisión|Texto oficial con fecha \d\d\/\d\d\/\d{4}/)
		await expect(main).toContainText('Aquí cuentan los días')
		await expect(main).toContainText(/Ningún abogado ha revisado todavía este tema\.|Revisado por/)
		await expect(main).toContainText('Información general. No somos abogados ni parte del gobierno.')
	})

	test('leads to related ones and back to its area', async ({ page }) => {
		await page.goto(topic, { waitUntil: 'networkidle' })
		await page.getByRole('navigation', { name: 'Temas relacionados' }).getByRole('link').first().click()
		await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title)
		await page.getByRole('main').getByRole('link', { name: 'Guía: Asilo' }).click()
		await expect(page).toHaveURL('/guia#asilo')
		await expect(page.getByRole('link', { name: title })).toBeVisible()
	})

	test('is shared by a copied link and by WhatsApp', async ({ page, context, baseURL }) => {
		await context.grantPermissions(['clipboard-read', 'clipboard-write'])
		await page.goto(topic, { waitUntil: 'networkidle' })
		await page.getByRole('button', { name: 'Copiar enlace' }).click()
		await expect(page.getByText('Enlace copiado al portapapeles')).toBeVisible()
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}${topic}`)
		const whatsApp = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
		expect(whatsApp).toBe(`https://wa.me/?text=${encodeURIComponent(title)}%20${baseURL}${topic}`)
	})

	test('that does not exist is a 404 with a way to the guide', async ({ page }) => {
		const answer = await page.goto('/guia/no-hay-tal-tema', { waitUntil: 'networkidle' })
		expect(answer?.status()).toBe(404)
		await expect(page.getByRole('heading', { level: 1, name: 'Tema no encontrado' })).toBeVisible()
		await expectNoAccessibilityProblems(page)
		await page.getByRole('link', { name: 'Ver toda la guía' }).click()
		await expect(page.getByRole('heading', { level: 1, name: 'Guía de inmigración' })).toBeVisible()
	})

	test('is known to search engines by its whole address', async ({ page, baseURL, request }) => {
		await page.goto(topic)
		await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${topic}`)
		await expect(page.locator('link[rel=canonical]')).toHaveCount(1)
		expect(await (await request.get('/sitemap.xml')).text()).toContain(`<loc>${baseURL}${topic}</loc>`)
		expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
	})

	test('goes on paper without what is only for the screen', async ({ page }) => {
		await page.goto(topic)
		await page.emulateMedia({ media: 'print' })
		await expect(page.getByRole('link', { name: 'WhatsApp' })).toBeHidden()
		await expect(page.getByRole('link', { name: 'Preguntar en el Chat' })).toBeHidden()
		await expect(page.getByRole('heading', { name: 'Fuentes oficiales' })).toBeVisible()
	})

	test('takes a question about it to the chat, for somebody who is signed in', async ({ page }) => {
		await page.goto('/login')
		await register(page, somebody('Ines'))
		await closeNotices(page)
		await page.goto(topic, { waitUntil: 'networkidle' })
		await page.getByRole('main').getByRole('link', { name: 'Preguntar en el Chat' }).click()
		await expect(page).toHaveURL('/chat')
		await expect(page.getByLabel('Escribe tu pregunta')).toHaveValue(`Tengo una pregunta sobre "${title}": `)
	})
})

test('an answer of the chat leads to its topic, once for all its sources', async ({ page }) => {
	await page.goto('/login')
	await register(page, somebody('Olga'))
	await closeNotices(page)
	expect(await ask(page, '¿Cuánto tiempo tengo para pedir asilo?')).toContain('un año')
	const toGuide = page.getByRole('log').getByRole('link', { name: 'Leer la guía completa' })
	await expect(toGuide).toHaveCount(1)
	await toGuide.click()
	await expect(page).toHaveURL(topic)
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('in English the frame is English and the guide stays Spanish', async ({ page }) => {
	await page.goto(topic, { waitUntil: 'networkidle' })
	await page.getByRole('button', { name: 'English' }).click()
	await expect(page.getByRole('heading', { level: 2, name: 'Official sources' })).toBeVisible()
	await expect(page.getByRole('heading', { level: 1, name: title }).locator('[lang=es]')).toBeVisible()
	for (const width of [768, 1024, 1280]) {
		await page.setViewportSize({ width, height: 800 })
		expect(Math.round((await page.getByRole('banner').boundingBox())?.height ?? 0)).toBe(65)
	}
	await expectNoAccessibilityProblems(page)
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('areas open, topics can be read, and nothing is offered that would not work', async ({ page }) => {
		await page.goto('/guia')
		await expect(searchField(page)).toBeHidden()
		await page.getByText('Asilo', { exact: true }).click()
		await page.getByRole('link', { name: title }).click()
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
		await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
		await expect(page.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
	})
})

test('the page about quality shows what was measured, when, and what it does not say', async ({ page }) => {
	await page.goto('/calidad')
	const main = page.getByRole('main')
	await expect(main).toContainText(/Medido el \d\d\/\d\d\/\d{4}|Todavía no hay ninguna medición publicada/)
	await expect(main.getByRole('heading', { name: 'Lo que estas cifras no dicen' })).toBeVisible()
	await expect(main).toContainText('Los grupos de preguntas son pequeños')
	await expect(main).toContainText(/que ha revisado un abogado: \d+ de \d+/)
})

test.describe('a message', () => {
	const write = async (page: Page, message: string) => {
		await page.getByLabel('Nombre').fill('Ana')
		await page.getByLabel('Apellido').fill('Ríos')
		await page.getByLabel('Correo electrónico').fill('ana@example.org')
		await page.getByLabel('Mensaje').fill(message)
	}
	const send = (page: Page) => page.getByRole('button', { name: 'Enviar mensaje' }).click()

	test('can be sent by anybody, and another one after it', async ({ page }) => {
		await page.goto('/landing')
		await page.getByRole('contentinfo').getByRole('link', { name: 'Contáctanos' }).click()
		await expect(page).toHaveURL('/user-feedback')
		await write(page, 'La guía me ayudó mucho.')
		await send(page)
		await expect(page.getByRole('heading', { level: 1, name: '¡Gracias por tu mensaje!' })).toBeVisible()
		await expect(page.getByText('Hemos recibido tus comentarios correctamente.')).toBeVisible()
		await expectNoAccessibilityProblems(page)
		await page.getByRole('button', { name: 'Enviar otro mensaje' }).click()
		await expect(page.getByLabel('Mensaje')).toHaveValue('')
	})

	test('says which field is wrong, in its own words', async ({ page }) => {
		await page.goto('/user-feedback')
		await page.getByLabel('Correo electrónico').fill('ana')
		await send(page)
		for (const problem of [
			'El nombre debe tener al menos 2 caracteres',
			'El apellido debe tener al menos 2 caracteres',
			'Por favor ingresa un correo válido',
			'Tu mensaje debe tener al menos 10 caracteres',
		])
			await expect(page.getByText(problem)).toBeVisible()
		await expect(page.getByLabel('Nombre')).toBeFocused()
		await expectNoAccessibilityProblems(page)
	})

	test('that cannot be sent stays as it was written', async ({ page }) => {
		await page.route('**/rest/v1/user_feedback*', (route) => route.abort())
		await page.goto('/user-feedback')
		await write(page, 'Esto no va a llegar.')
		await send(page)
		await expect(page.getByRole('alert').filter({ hasText: 'No se pudo enviar tu mensaje' })).toBeVisible()
		await expect(page.getByLabel('Mensaje')).toHaveValue('Esto no va a llegar.')
	})

	test('shows that it is being sent, once', async ({ page }) => {
		const arrived = Promise.withResolvers<void>()
		let sent = 0
		await page.route('**/rest/v1/user_feedback*', async (route) => {
			sent += 1
			await arrived.promise
			await route.fulfill({ status: 201, body: '' })
		})
		await page.goto('/user-feedback')
		await write(page, 'Un mensaje que tarda.')
		await send(page)
		await expect(page.getByRole('button', { name: 'Enviando...' })).toBeDisabled()
		arrived.resolve()
		await expect(page.getByRole('heading', { name: '¡Gracias por tu mensaje!' })).toBeVisible()
		expect(sent).toBe(1)
	})

	test('about an error carries the topic, also when the page is opened by its address', async ({ page }) => {
		const begun = `Sobre el tema "${title}" (asilo-plazo-un-ano): `
		await page.goto(topic, { waitUntil: 'networkidle' })
		await page.getByRole('link', { name: 'Reportar un error' }).click()
		await expect(page.getByLabel('Mensaje')).toHaveValue(begun)
		await page.goto('/user-feedback?mensaje=asilo-plazo-un-ano')
		await expect(page.getByLabel('Mensaje')).toHaveValue(begun)
		await page.goto('/user-feedback?mensaje=%3Cscript%3E')
		await expect(page.getByLabel('Mensaje')).toHaveValue('')
	})

	test('of somebody signed in begins with their name, from the menu', async ({ page }) => {
		const person = somebody('Berta')
		await page.goto('/login')
		await register(page, person)
		await closeNotices(page)
		await openMenu(page)
		await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Sugerencias' }).click()
		await expect(page.getByLabel('Nombre')).toHaveValue('Berta')
		await expect(page.getByLabel('Correo electrónico')).toHaveValue(person.email)
	})
})

test('the header is one line at every width, however long the name', async ({ page }) => {
	const widths = [768, 800, 1023, 1024, 1279, 1280]
	const heights = async () => {
		const found = []
		for (const width of widths) {
			await page.setViewportSize({ width, height: 800 })
			found.push(Math.round((await page.getByRole('banner').boundingBox())?.height ?? 0))
		}
		return found
	}
	await page.goto('/login')
	expect(await heights()).toEqual(widths.map(() => 65))
	await register(page, { ...somebody('Maria'), name: 'María Guadalupe Hernández de la Cruz y Montemayor' })
	await expect(page).toHaveURL('/chat')
	expect(await heights()).toEqual(widths.map(() => 65))
})
