// The shortest whole way through the product, by two people who must not see each other's things.
import { expect, test } from '@playwright/test'
import {
	ask,
	closeNotices,
	expectNoAccessibilityProblems,
	openMenu,
	register,
	signIn,
	signOut,
	somebody,
} from './steps.ts'

const questions = {
	colloquial: 'oiga como le hago pa sacar mi permiso de trabajo si ya pedi asilo',
	unclear: 'quiero arreglar mis papeles',
	urgent: 'la migra acaba de detener a mi esposo que hago',
}

test('a visitor registers, asks, saves, finds, favours, deletes and leaves; somebody else sees nothing of it', async ({
	page,
	browser,
}) => {
	const maria = somebody('Maria')

	await test.step('from the landing page to an account', async () => {
		await page.goto('/')
		await expect(page).toHaveURL('/landing')
		await page.getByRole('main').getByRole('link', { name: 'Crear Cuenta Gratis' }).first().click()
		await register(page, maria)
		await expect(page).toHaveURL('/chat')
		await expectNoAccessibilityProblems(page)
	})

	await test.step('a colloquial question gets an answer with its official source', async () => {
		const answer = await ask(page, questions.colloquial)
		expect(answer).toMatch(/I-765/)
		expect(answer).toMatch(/asistente automático/)
		const source = page
			.getByRole('log')
			.getByRole('link', { name: /uscis\.gov/ })
			.first()
		await expect(source).toHaveAttribute('href', /^https:\/\/www\.uscis\.gov\//)
	})

	await test.step('an unclear question is asked back', async () => {
		expect(await ask(page, questions.unclear)).toContain('¿')
	})

	await test.step('an urgent one is shown as urgent and leads to a lawyer', async () => {
		const answer = await ask(page, questions.urgent)
		expect(answer).toMatch(/abogado/)
		expect(answer).toContain('Esto es urgente')
		await expectNoAccessibilityProblems(page)
	})

	await test.step('the newest question and answer are saved', async () => {
		await page.getByRole('button', { name: 'Guardar Chat' }).click()
		await expect(page.getByText('Chat guardado exitosamente')).toBeVisible()
		const recent = page.getByRole('region', { name: 'Chats guardados recientes' })
		await expect(recent.getByText(questions.urgent)).toBeVisible()
		await recent.getByRole('link', { name: 'Mis Conversaciones' }).click()
	})

	const card = page.getByRole('article').filter({ hasText: 'la migra acaba de detener' })

	await test.step('it is found by search, category and favourites', async () => {
		await expect(page.getByRole('heading', { level: 1, name: 'Mis Conversaciones' })).toBeVisible()
		await expect(page.getByRole('button', { name: /Hoy/ })).toContainText('1 conversación')
		await expect(card).toBeVisible()
		await card.getByRole('button', { name: 'Favorito' }).click()
		await expect(page.getByText('Agregado a favoritos')).toBeVisible()
		await page.getByRole('button', { name: 'Favoritos' }).click()
		await page.getByLabel('Categoría').selectOption('Familia')
		await page.getByLabel('Buscar', { exact: true }).fill('ESPOSO')
		await expect(page.getByText('Mostrando 1 de 1 conversaciones')).toBeVisible()
		await expect(card).toBeVisible()
		await page.getByLabel('Buscar', { exact: true }).fill('ciudadanía')
		await expect(page.getByText('No se encontraron conversaciones con los filtros aplicados.')).toBeVisible()
		await page.getByRole('button', { name: 'Limpiar filtros' }).click()
		await expect(card).toBeVisible()
		await expectNoAccessibilityProblems(page)
	})

	await test.step('it can be gone on with in the chat', async () => {
		await card.getByRole('button', { name: 'Ver más' }).click()
		await card.getByRole('button', { name: 'Ver conversación completa' }).click()
		await expect(page).toHaveURL('/chat')
		await expect(page.getByRole('log').getByText(questions.urgent)).toBeVisible()
		await page.reload()
		await expect(page.getByRole('log').getByText(questions.urgent)).toBeVisible()
	})

	await test.step('somebody else sees nothing of it', async () => {
		const context = await browser.newContext()
		const other = await context.newPage()
		await other.goto('/saved-chats')
		await register(other, somebody('Rosa'))
		await expect(other).toHaveURL('/saved-chats')
		await expect(other.getByText('No tienes conversaciones guardadas')).toBeVisible()
		await expect(other.getByText('la migra')).toHaveCount(0)
		await context.close()
	})

	await test.step('it is deleted, after a question', async () => {
		await openMenu(page)
		await page.getByRole('link', { name: 'Mis Conversaciones' }).first().click()
		await card.getByRole('button', { name: 'Eliminar' }).click()
		const dialog = page.getByRole('alertdialog', { name: 'Eliminar conversación' })
		await expect(dialog).toContainText('Esta acción no se puede deshacer.')
		await expectNoAccessibilityProblems(page)
		await dialog.getByRole('button', { name: 'Cancelar' }).click()
		await expect(card).toBeVisible()
		await card.getByRole('button', { name: 'Eliminar' }).click()
		await dialog.getByRole('button', { name: 'Eliminar' }).click()
		await expect(page.getByText('Conversación eliminada')).toBeVisible()
		await expect(page.getByText('No tienes conversaciones guardadas')).toBeVisible()
	})

	await test.step('signing out leaves nothing on the device, and the account still opens', async () => {
		await signOut(page)
		await expect(page).toHaveURL('/landing')
		expect(
			await page.evaluate(() =>
				[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /^(sb-|faro:)/.test(key)),
			),
		).toEqual([])
		await page.goto('/login')
		await signIn(page, maria)
		await expect(page).toHaveURL('/chat')
	})
})

test.describe('the chat keeps what a person wrote', () => {
	test.beforeEach(async ({ page }) => {
		await page.goto('/chat')
		await register(page, somebody('Juan'))
		await expect(page.getByLabel('Escribe tu pregunta')).toBeVisible()
	})

	test('a question that could not be sent stays and can be sent again', async ({ page }) => {
		await page.route('**/functions/v1/chat-completion-with-context', (route) => route.abort('internetdisconnected'))
		await page.getByLabel('Escribe tu pregunta').fill('como renuevo mi green card')
		await page.getByLabel('Escribe tu pregunta').press('Enter')
		await expect(page.getByRole('alert').getByText('Error al enviar el mensaje')).toBeVisible()
		await expect(
			page.getByRole('alert').getByText('Error de conexión. Verifica tu internet e intenta nuevamente.'),
		).toBeVisible()
		await expectNoAccessibilityProblems(page)
		await page.unroute('**/functions/v1/chat-completion-with-context')
		await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
		await expect(page.getByRole('log').getByText(/I-90/).first()).toBeVisible()
		await expect(page.getByRole('log').getByText('como renuevo mi green card')).toHaveCount(1)
	})

	test('a question that failed can be taken back and changed', async ({ page }) => {
		await page.route('**/functions/v1/chat-completion-with-context', (route) =>
			route.fulfill({ status: 500, json: { error: 'x', code: 'internal_error' } }),
		)
		await page.getByLabel('Escribe tu pregunta').fill('como renuebo mi mica')
		await page.getByRole('button', { name: 'Enviar' }).click()
		await expect(page.getByText('Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.')).toBeVisible()
		await page.getByRole('button', { name: 'Cambiar la pregunta' }).click()
		await expect(page.getByLabel('Escribe tu pregunta')).toHaveValue('como renuebo mi mica')
		await expect(page.getByLabel('Escribe tu pregunta')).toBeFocused()
	})

	test('an unsent text survives a reload, and blank or too long texts are not sent', async ({ page }) => {
		const field = page.getByLabel('Escribe tu pregunta')
		await field.fill('me llego una carta')
		await page.reload()
		await expect(field).toHaveValue('me llego una carta')
		await field.press('Shift+Enter')
		await field.fill('   \n ')
		await field.press('Enter')
		await expect(page.getByRole('log').getByRole('article')).toHaveCount(0)
		await field.fill('a'.repeat(2001))
		await expect(
			page.getByText('Tu pregunta es muy larga: 2.001 de 2.000 caracteres. Acórtala para enviarla.'),
		).toBeVisible()
		await expect(page.getByRole('button', { name: 'Enviar' })).toBeDisabled()
	})

	test('there is nothing to save before there is an answer, and clearing begins anew', async ({ page }) => {
		await page.getByRole('button', { name: 'Guardar Chat' }).click()
		await expect(page.getByText('No hay mensajes para guardar')).toBeVisible()
		await expect(page.getByRole('button', { name: 'Limpiar Chat' })).toHaveCount(0)
		await closeNotices(page)
		await page.getByRole('button', { name: '¿Cómo saco mi permiso de trabajo?' }).click()
		await expect(page.getByRole('log').getByText(/I-765/).first()).toBeVisible()
		await page.getByRole('button', { name: 'Limpiar Chat' }).click()
		await expect(page.getByRole('log').getByRole('article')).toHaveCount(0)
		await expect(page.getByRole('button', { name: 'Limpiar Chat' })).toHaveCount(0)
	})
})

test('the list says what went wrong and can be asked again; a refused favourite is taken back', async ({ page }) => {
	await page.goto('/chat')
	await register(page, somebody('Elena'))
	await ask(page, '¿Cómo saco mi permiso de trabajo?')
	await page.getByRole('button', { name: 'Guardar Chat' }).click()
	await expect(page.getByText('Chat guardado exitosamente')).toBeVisible()

	const savedChats = /\/rest\/v1\/saved_chats/
	await page.route(savedChats, (route) =>
		route.fulfill({ status: 500, json: { code: 'XX000', message: '', details: null, hint: null } }),
	)
	await page.goto('/saved-chats')
	await expect(page.getByRole('alert').getByText('Error al cargar los chats guardados')).toBeVisible()
	await page.unroute(savedChats)
	await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
	const favorite = page.getByRole('article').getByRole('button', { name: 'Favorito' })
	await expect(favorite).toHaveAttribute('aria-pressed', 'false')

	await page.route(savedChats, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()))
	await favorite.click()
	await expect(page.getByText('No se pudo actualizar el favorito')).toBeVisible()
	await expect(favorite).toHaveAttribute('aria-pressed', 'false')
})
