// 'Mis Conversaciones' on a second device follows what happens on the first, without a reload.
import { expect, test } from '@playwright/test'
import { ask, register, signIn, signOut, somebody } from './steps.ts'

test('what one device saves, favours and deletes shows on the other, and on nobody else’s', async ({
	page,
	browser,
}) => {
	const rosa = somebody('Rosa')
	const question = '¿Cómo saco mi permiso de trabajo?'
	await page.goto('/chat')
	await register(page, rosa)

	const second = await (await browser.newContext()).newPage()
	await second.goto('/saved-chats')
	await signIn(second, rosa)
	await expect(second.getByText('No tienes conversaciones guardadas')).toBeVisible()

	const stranger = await (await browser.newContext()).newPage()
	await stranger.goto('/saved-chats')
	await register(stranger, somebody('Juan'))
	await expect(stranger.getByText('No tienes conversaciones guardadas')).toBeVisible()

	await test.step('a saved conversation appears', async () => {
		await ask(page, question)
		await page.getByRole('button', { name: 'Guardar Chat' }).click()
		await expect(second.getByRole('article').getByText(question)).toBeVisible()
	})

	await test.step('so does a favourite', async () => {
		await page.goto('/saved-chats')
		await page.getByRole('article').getByRole('button', { name: 'Favorito' }).click()
		await expect(second.getByRole('article').getByRole('button', { name: 'Favorito' })).toHaveAttribute(
			'aria-pressed',
			'true',
		)
	})

	await test.step('what was missed while the page was left is there again', async () => {
		await second.goto('/chat')
		await page.getByRole('article').getByRole('button', { name: 'Eliminar' }).click()
		await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
		await expect(page.getByText('No tienes conversaciones guardadas')).toBeVisible()
		await second.goto('/saved-chats')
		await expect(second.getByText('No tienes conversaciones guardadas')).toBeVisible()
	})

	await test.step('a deletion is seen on both', async () => {
		await page.goto('/chat')
		await ask(page, question)
		await page.getByRole('button', { name: 'Guardar Chat' }).click()
		const card = second.getByRole('article').filter({ hasText: question })
		await expect(card).toBeVisible()
		await page.goto('/saved-chats')
		await page.getByRole('article').getByRole('button', { name: 'Eliminar' }).click()
		await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
		await expect(card).toHaveCount(0)
		await expect(second.getByText('No tienes conversaciones guardadas')).toBeVisible()
	})

	await expect(stranger.getByText('No tienes conversaciones guardadas')).toBeVisible()
	await signOut(second)
	for (const other of [second, stranger]) await other.context().close()
})
