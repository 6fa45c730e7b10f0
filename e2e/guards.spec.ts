// Who may open what, and where people are led before and after they sign in.
import { expect, type Page, test } from '@playwright/test'
import { ask, expectNoAccessibilityProblems, fillIn, register, signIn, signOut, somebody } from './steps.ts'

const mustRegister = 'Por favor completa tu registro para acceder a esta sección'
const sessionEnded = 'Error al verificar el estado de autenticación. Por favor, inicie sesión nuevamente.'

for (const place of ['/chat', '/chat?desde=correo&n=1', '/saved-chats']) {
	test(`a visitor who wants ${place} signs in first and is led back there`, async ({ page }) => {
		await page.goto(place)
		await expect(page).toHaveURL('/login')
		await expect(page.getByText(mustRegister)).toBeVisible()
		await register(page, somebody('Ana'))
		await expect(page).toHaveURL(place)
	})
}

test('who comes to the sign-in page by themselves is told nothing and led to the chat', async ({ page }) => {
	await page.goto('/login')
	await expect(page.getByRole('button', { name: 'Crear cuenta gratis' })).toBeVisible()
	await expect(page.getByText(mustRegister)).toHaveCount(0)
	await expectNoAccessibilityProblems(page)
	const ana = somebody('Ana')
	await register(page, ana)
	await expect(page).toHaveURL('/chat')
	await page.goto('/login')
	await expect(page).toHaveURL('/chat')
	await page.goto('/auth')
	await expect(page).toHaveURL('/chat')
})

for (const evil of [
	'//evil.example',
	'/\\evil.example',
	'https://evil.example',
	'/.//evil.example',
	'javascript:alert(1)',
]) {
	test(`signing in never leads to ${evil}`, async ({ page }) => {
		await page.goto(`/login?next=${encodeURIComponent(evil)}`)
		await page.evaluate((place) => sessionStorage.setItem('faro:wanted-place', place), evil)
		await register(page, somebody('Ana'))
		await expect(page).toHaveURL('/chat')
	})
}

test.describe('a session that is over', () => {
	test.beforeEach(async ({ page }) => {
		const profileIsMade = page.waitForResponse(
			(answer) => answer.url().includes('/rest/v1/profiles') && answer.request().method() === 'POST',
		)
		await page.goto('/chat')
		await register(page, somebody('Luz'))
		// Everything the page asks for by itself is answered: what follows is the person's own doing.
		await profileIsMade
		await expect(page.getByText('No hay chats guardados aún.')).toBeVisible()
	})

	test('an expired one that cannot be renewed leads to sign in, with the reason, and back', async ({ page }) => {
		await page.evaluate(() => {
			const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) as string
			const session = JSON.parse(localStorage.getItem(key) as string)
			localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1, refresh_token: 'no such token' }))
		})
		await page.goto('/saved-chats?x=1')
		await expect(page).toHaveURL('/auth')
		await expect(page.getByText(sessionEnded)).toBeVisible()
		await register(page, somebody('Luz'))
		await expect(page).toHaveURL('/saved-chats?x=1')
	})

	test('ended on another device, the next question leads to sign in and nothing stays on this one', async ({
		page,
	}) => {
		await page.getByLabel('Escribe tu pregunta').fill('un borrador')
		await endSessionEverywhere(page)
		await page.getByLabel('Escribe tu pregunta').fill('como renuevo mi mica')
		await page.getByRole('button', { name: 'Enviar' }).click()
		await expect(page).toHaveURL('/auth')
		await expect(page.getByText(sessionEnded)).toBeVisible()
		const left = await page.evaluate(() => ({
			session: Object.keys(localStorage),
			draft: sessionStorage.getItem('faro:chat-draft'),
		}))
		expect(left).toEqual({ session: [], draft: null })
	})

	test('ended on another device, the list of conversations leads to sign in', async ({ page }) => {
		await endSessionEverywhere(page)
		await page.goto('/saved-chats')
		await expect(page).toHaveURL('/auth')
		await expect(page.getByText(sessionEnded)).toBeVisible()
	})

	test('signed out in another tab, this one leaves too and says so', async ({ page, context }) => {
		const other = await context.newPage()
		await other.goto('/chat')
		await expect(other.getByLabel('Escribe tu pregunta')).toBeVisible()
		await signOut(other)
		await expect(page.getByText('Sesión cerrada', { exact: true })).toBeVisible()
		await expect(page).toHaveURL('/landing')
	})
})

test.describe('the sign-in form', () => {
	test('says what is missing beside each field and goes to the first one', async ({ page }) => {
		await page.goto('/login')
		await page.getByRole('button', { name: 'Crear cuenta gratis' }).click()
		await page.getByRole('button', { name: 'Crear cuenta', exact: true }).click()
		await expect(page.getByText('Por favor ingresa tu nombre')).toBeVisible()
		await expect(page.getByText('Por favor ingresa tu correo electrónico')).toBeVisible()
		await expect(page.getByText('La contraseña debe tener al menos 6 caracteres')).toBeVisible()
		await expect(page.getByLabel('Nombre')).toBeFocused()
		await expectNoAccessibilityProblems(page)
		await page.getByLabel('Nombre').fill('Ana')
		await fillIn(page, { email: 'ana@casa', password: '123456' })
		await expect(page.getByText('Por favor ingresa un correo válido')).toBeVisible()
		await expect(page.getByLabel('Correo electrónico')).toBeFocused()
	})

	test('a wrong password and an unknown e-mail are refused alike, and nothing typed is lost', async ({ page }) => {
		const ana = somebody('Ana')
		await page.goto('/login')
		await register(page, ana)
		await signOut(page)
		for (const email of [ana.email, `nadie.${ana.email}`]) {
			await page.goto('/login')
			await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
			await fillIn(page, { email, password: 'otra clave' })
			const alert = page.getByRole('alert').filter({ hasText: 'Error en la autenticación' })
			await expect(alert).toContainText('El correo o la contraseña no son correctos.')
			await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
			await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('otra clave')
		}
	})

	test('an e-mail that has an account leads to signing in with it', async ({ page }) => {
		const ana = somebody('Ana')
		await page.goto('/login')
		await register(page, ana)
		await signOut(page)
		await page.goto('/login')
		await page.getByRole('button', { name: 'Crear cuenta gratis' }).click()
		await page.getByLabel('Nombre').fill('Ana')
		await fillIn(page, { email: ana.email, password: 'otra clave' })
		await expect(page.getByText('Este correo ya está registrado. Por favor inicia sesión.')).toBeVisible()
		await expect(page.getByRole('heading', { level: 1, name: 'Inicia sesión' })).toBeVisible()
		await expect(page.getByLabel('Correo electrónico')).toHaveValue(ana.email)
		await page.getByLabel('Contraseña', { exact: true }).fill(ana.password)
		await page.getByRole('button', { name: 'Mostrar la contraseña' }).click()
		await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text')
		await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
		await expect(page).toHaveURL('/chat')
	})

	test('without a connection it says so and keeps what was typed', async ({ page }) => {
		await page.goto('/login')
		await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
		await page.route('**/auth/v1/**', (route) => route.abort('internetdisconnected'))
		await fillIn(page, { email: 'ana@example.com', password: 'mi clave' })
		await expect(page.getByText('Error de conexión. Verifica tu internet e intenta nuevamente.')).toBeVisible()
		await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('mi clave')
	})

	test('what a visitor already told is filled in, and the back button leads to the choice', async ({ page }) => {
		await page.goto('/landing')
		await page.evaluate(() => {
			localStorage.setItem('guestSignupEmail', 'luz@example.com')
			localStorage.setItem('guestSignupName', 'Luz')
		})
		await page.goto('/login')
		await page.getByRole('button', { name: 'Crear cuenta gratis' }).click()
		await expect(page.getByLabel('Nombre')).toHaveValue('Luz')
		await expect(page.getByLabel('Correo electrónico')).toHaveValue('luz@example.com')
		await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
		await page.reload()
		await expect(page.getByLabel('Nombre')).toHaveValue('Luz')
		await page.goBack()
		await expect(page.getByRole('button', { name: 'Crear cuenta gratis' })).toBeVisible()
	})
})

test('a press before the program of the page has arrived is not lost', async ({ page }) => {
	const scripts = /\/assets\/.*\.js$/
	await page.route(scripts, (route) => route.abort())
	await page.goto('/login')
	await page.unroute(scripts)
	await page.getByRole('button', { name: 'Crear cuenta gratis' }).click()
	await expect(page.getByLabel('Nombre')).toBeVisible()
})

test('an invitation opens the sign-in form at once', async ({ page }) => {
	await page.goto('/login')
	await page.evaluate(() => history.replaceState({ usr: { directLogin: true }, key: 'invited', idx: 0 }, ''))
	await page.reload()
	await expect(page.getByRole('heading', { level: 1, name: 'Inicia sesión' })).toBeVisible()
})

test('signed in in another tab, the sign-in page goes on too', async ({ page, context }) => {
	await page.goto('/saved-chats')
	await expect(page).toHaveURL('/login')
	const other = await context.newPage()
	await other.goto('/login')
	await register(other, somebody('Ana'))
	await expect(page.getByText('Inicio de sesión exitoso', { exact: true })).toBeVisible()
	await expect(page).toHaveURL('/saved-chats')
})

test('a visitor loads no backend client, not even to sign in', async ({ page }) => {
	const asked: string[] = []
	page.on('request', (request) => asked.push(new URL(request.url()).pathname))
	await page.goto('/landing')
	await page.goto('/login')
	await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
	await expect(page.getByLabel('Correo electrónico')).toBeFocused()
	expect(asked.filter((path) => /config\.json|\/v1\/|\/client-/.test(path))).toEqual([])
})

test('a person who signs in again sees their own conversations', async ({ page }) => {
	const ana = somebody('Ana')
	await page.goto('/chat')
	await register(page, ana)
	await ask(page, '¿Cómo saco mi permiso de trabajo?')
	await page.getByRole('button', { name: 'Guardar Chat' }).click()
	await expect(page.getByText('Chat guardado exitosamente')).toBeVisible()
	await signOut(page)
	await page.goto('/saved-chats')
	await signIn(page, ana)
	await expect(page).toHaveURL('/saved-chats')
	await expect(page.getByRole('article').filter({ hasText: 'permiso de trabajo' })).toBeVisible()
})

/** What another device does when it signs out everywhere. */
async function endSessionEverywhere(page: Page) {
	const token = await page.evaluate(() => {
		const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) as string
		return JSON.parse(localStorage.getItem(key) as string).access_token as string
	})
	const { anonKey } = await (await page.request.get('/config.json')).json()
	const answer = await page.request.post('/auth/v1/logout?scope=global', {
		headers: { apikey: anonKey, Authorization: `Bearer ${token}` },
	})
	expect(answer.status()).toBe(204)
}
