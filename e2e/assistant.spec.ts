// The chat while a language model answers: streamed, broken off, taken up again, stopped, cut, refused.
import { expect, type Page } from '@playwright/test'
import { type ModelServer, test } from './model-server.ts'
import { ask, closeNotices, expectNoAccessibilityProblems, register, type Someone, somebody } from './steps.ts'

/** No gate has fixed words for it. */
const question = 'como renuevo mi daca'
const firstSentence = 'Se renueva con el Formulario I-821D.'
const lastSentence = 'Pide ayuda a un representante acreditado.'
const answer = `${firstSentence} Manda también el Formulario I-765. ${lastSentence}`

let lucia: Someone

test.beforeEach(async ({ modelPage: page, model }) => {
	lucia = somebody('Lucia')
	model.provider.say(answer)
	await page.goto('/chat')
	await register(page, lucia)
	await expect(page.getByLabel('Escribe tu pregunta')).toBeVisible()
	await closeNotices(page)
	model.provider.asked.length = 0
})

const log = (page: Page) => page.getByRole('log')
const send = async (page: Page, text = question) => {
	await page.getByLabel('Escribe tu pregunta').fill(text)
	await page.getByRole('button', { name: 'Enviar' }).click()
}
/** Asks, and waits until the first half of the answer stands there. */
const sendAndHearHalf = async (page: Page, { provider }: ModelServer) => {
	provider.behave('held')
	await send(page)
	await expect(page.getByText(firstSentence)).toBeVisible()
	await expect(log(page).getByText(firstSentence)).toHaveCount(0)
}
/** A press right after sending is taken for the second of a double one. */
const stop = (page: Page) =>
	expect(async () => {
		const button = page.getByRole('button', { name: 'Detener' })
		if (await button.isVisible()) await button.click()
		await expect(page.getByText('Detuviste la respuesta.')).toBeVisible({ timeout: 1000 })
	}).toPass()
const expectAnswerOnce = async (page: Page, { provider }: ModelServer) => {
	await expect(log(page).getByText(lastSentence)).toHaveCount(1)
	await expect(page.getByText(firstSentence)).toHaveCount(1)
	expect(provider.asked).toHaveLength(1)
}

test('an answer is shown as it comes and read aloud when it is whole', async ({ modelPage: page, model }) => {
	await sendAndHearHalf(page, model)
	await expect(page.getByRole('status').getByText('Procesando pregunta...')).toBeVisible()
	await expect(page.getByText(lastSentence)).toHaveCount(0)
	model.provider.letGo()
	await expectAnswerOnce(page, model)
	await expectNoAccessibilityProblems(page)
})

test('after a lost connection the answer is taken up again, once', async ({ modelPage: page, model }) => {
	await sendAndHearHalf(page, model)
	model.wire.cut()
	await expect(page.getByText('Se cortó la conexión. Retomando la respuesta…')).toBeVisible()
	await expect(page.getByText(firstSentence)).toBeVisible()
	await expectNoAccessibilityProblems(page)
	model.provider.letGo()
	model.wire.mend()
	await expectAnswerOnce(page, model)
	await expect(page.getByText('Se cortó la conexión. Retomando la respuesta…')).toHaveCount(0)
})

test('after a reload the answer is taken up again, and the conversation goes on', async ({
	modelPage: page,
	model,
}) => {
	await sendAndHearHalf(page, model)
	await page.reload()
	await expect(log(page).getByText(question)).toBeVisible()
	await expect(page.getByText(firstSentence)).toBeVisible()
	model.provider.letGo()
	await expectAnswerOnce(page, model)
	model.provider.behave('normal')
	await ask(page, '¿y cuánto tarda la renovación de daca?')
	expect(JSON.stringify(model.provider.asked.at(-1)?.messages)).toContain(firstSentence)
	await page.reload()
	await expect(log(page).getByRole('article')).toHaveCount(0)
})

test('a stop keeps the question and what was said; it can be gone on with', async ({ modelPage: page, model }) => {
	await sendAndHearHalf(page, model)
	await stop(page)
	await expect(page.getByText(firstSentence)).toBeVisible()
	await expect(page.getByRole('button', { name: 'Preguntar otra vez' })).toBeVisible()
	await expectNoAccessibilityProblems(page)
	await expect.poll(() => model.provider.abandoned()).toBeGreaterThan(0)
	model.provider.behave('normal')
	model.provider.say('Manda también el Formulario I-765.')
	await page.getByRole('button', { name: 'Continuar' }).click()
	await expect(log(page).getByText('Continúa', { exact: true })).toBeVisible()
	await expect(log(page).getByText(/Manda también/)).toBeVisible()
})

test('an answer cut by its limit says so and goes on', async ({ modelPage: page, model }) => {
	model.provider.behave('too long')
	await send(page)
	await expect(page.getByText('La respuesta quedó cortada.')).toBeVisible()
	await expectNoAccessibilityProblems(page)
	model.provider.behave('normal')
	model.provider.say(lastSentence)
	await page.getByRole('button', { name: 'Continuar' }).click()
	await expect(log(page).getByText(lastSentence)).toBeVisible()
	await expect(page.getByText('La respuesta quedó cortada.')).toHaveCount(0)
})

for (const { behaviour, sentence, retry } of [
	{ behaviour: 'key invalid', sentence: 'API key inválida. Por favor, contacta al administrador.', retry: false },
	{
		behaviour: 'quota used up',
		sentence: 'La cuota de API se ha agotado. Por favor, contacta al administrador.',
		retry: false,
	},
	{
		behaviour: 'busy',
		sentence: 'Se ha excedido el límite de solicitudes. Por favor, intenta más tarde.',
		retry: true,
	},
	{
		behaviour: 'empty',
		sentence: 'Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.',
		retry: true,
	},
	{
		behaviour: 'broken',
		sentence: 'Hubo un error al procesar tu pregunta. Por favor, inténtalo de nuevo.',
		retry: true,
	},
] as const) {
	test(`a service that is ${behaviour} is told in its sentence, and the question stays`, async ({
		modelPage: page,
		model,
	}) => {
		model.provider.behave(behaviour)
		await send(page)
		await expect(page.getByRole('alert').getByText(sentence)).toBeVisible({ timeout: 20_000 })
		await expect(log(page).getByText(question)).toBeVisible()
		await expect(page.getByRole('button', { name: 'Cambiar la pregunta' })).toBeVisible()
		await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toHaveCount(retry ? 1 : 0)
		await expectNoAccessibilityProblems(page)
		if (!retry) return
		model.provider.behave('normal')
		await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
		await expect(log(page).getByText(lastSentence)).toBeVisible()
		await expect(log(page).getByText(question)).toHaveCount(1)
	})
}

test('past the questions of the plan FREE the limit is told, and the question stays', async ({
	modelPage: page,
	model,
}) => {
	await expect(page.getByText('Tienes acceso ilimitado a preguntas.')).toBeVisible()
	await model.asOperator(`profiles?first_name=eq.${lucia.name}&email=eq.${lucia.email}`, { plan: 'FREE' })
	for (let times = 0; times < 3; times++) await ask(page, question)
	expect(model.provider.asked).toHaveLength(3)
	const last = 'como pido un permiso de viaje con daca'
	await send(page, last)
	const toast = page.getByRole('alert').filter({ hasText: 'Límite alcanzado' })
	await expect(toast).toContainText('Has alcanzado el límite de consultas gratuitas. Actualiza tu plan para continuar.')
	await expect(log(page).getByText(last)).toBeVisible()
	expect(model.provider.asked).toHaveLength(3)
	await expectNoAccessibilityProblems(page)
	await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toHaveCount(0)
	await closeNotices(page)
	await page.getByRole('button', { name: 'Cambiar la pregunta' }).click()
	await expect(page.getByLabel('Escribe tu pregunta')).toHaveValue(last)
})
