import { expect, it } from 'vitest'
import { leadsToChat } from './leads-to-chat.ts'

it.each([
	'Esa es una pregunta de inmigración, y yo solo ayudo a usar esta página. Hazla en el Chat: ábrelo con el menú.',
	'En el Chat, que abres con el menú, te digo más.',
	'Regresa al chat y escríbela.',
])('a reply that names the chat as the place to go leads there: %s', (reply) => {
	expect(leadsToChat(reply)).toBe(true)
})

it.each([
	"Debajo de la conversación toca 'Guardar Chat'.",
	"'Chats guardados recientes' muestra lo último que guardaste.",
	"Toca 'Limpiar Chat' y empieza de nuevo.",
	'Con gusto. Aquí estoy si te queda otra duda sobre la página.',
	'',
])('any other does not: %s', (reply) => {
	expect(leadsToChat(reply)).toBe(false)
})
