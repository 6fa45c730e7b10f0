// What people do in the browser tests, in their own words.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export type Someone = { name: string; email: string; password: string }

/** Somebody who has never been here. */
export function somebody(name: string): Someone {
	const unique = crypto.randomUUID().slice(0, 12)
	return { name, email: `${name.toLowerCase()}.${unique}@example.com`, password: `clave de ${name} ${unique}` }
}

/** From the sign-in page to wherever the app leads afterwards. */
export async function register(page: Page, { name, email, password }: Someone) {
	await page.getByRole('main').getByRole('button', { name: 'Crear cuenta gratis' }).click()
	await page.getByLabel('Nombre').fill(name)
	await page.getByLabel('Correo electrónico').fill(email)
	await page.getByLabel('Contraseña', { exact: true }).fill(password)
	await page.getByRole('button', { name: 'Crear cuenta', exact: true }).click()
	await expect(page.getByText('¡Cuenta creada exitosamente!')).toBeVisible()
}

export async function signIn(page: Page, { email, password }: Someone) {
	await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
	await fillIn(page, { email, password })
	await expect(page.getByText('¡Inicio de sesión exitoso!')).toBeVisible()
}

export async function fillIn(page: Page, { email, password }: Pick<Someone, 'email' | 'password'>) {
	await page.getByLabel('Correo electrónico').fill(email)
	await page.getByLabel('Contraseña', { exact: true }).fill(password)
	await page.getByLabel('Contraseña', { exact: true }).press('Enter')
}

/** On a small screen the menu has to be opened first. */
export async function openMenu(page: Page) {
	const button = page.getByRole('banner').getByRole('button', { name: 'Menú' })
	if (await button.isVisible()) await button.click()
}

export async function signOut(page: Page) {
	await openMenu(page)
	await page.getByRole('button', { name: 'Cerrar sesión' }).click()
	await expect(page.getByText('Sesión cerrada exitosamente')).toBeVisible()
}

/** Asks and waits until the whole answer stands in the conversation; gives its text. */
export async function ask(page: Page, question: string): Promise<string> {
	const answers = page
		.getByRole('log')
		.getByRole('article')
		.filter({ hasText: /^Asistente/ })
	const before = await answers.count()
	await page.getByLabel('Escribe tu pregunta').fill(question)
	await page.getByRole('button', { name: 'Enviar' }).click()
	await expect(answers).toHaveCount(before + 1)
	return (await answers.nth(before).textContent()) ?? ''
}

/** On a phone a notice covers what lies below it until it is closed. */
export async function closeNotices(page: Page) {
	const notice = page.getByRole('button', { name: 'Cerrar aviso' })
	// One may go by itself in this very moment.
	while ((await notice.count()) > 0)
		await notice
			.first()
			.click({ timeout: 1000 })
			.catch(() => {})
}

export async function expectNoAccessibilityProblems(page: Page) {
	const { violations } = await new AxeBuilder({ page }).analyze()
	expect(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])).toEqual([])
}
