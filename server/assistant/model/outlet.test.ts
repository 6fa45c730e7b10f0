import { beforeEach, describe, expect, it } from 'vitest'
import type { AnswerChecker } from '../checking/create-checker.ts'
import { sentencesOf } from '../language/sentences.ts'
import { sentinel } from './instructions.ts'
import { createOutlet, type Outlet } from './outlet.ts'
import { createOwnWords } from './own-words.ts'

const instruction = 'Contesta solamente con lo que dicen los textos entre las marcas de datos y con nada más que ellos.'
const tellsInstruction = createOwnWords(instruction)

/** Lets every whole sentence pass, as it comes. */
function lenientChecker(): AnswerChecker {
	let text = ''
	let said = 0
	const take = (whole: string[]) => {
		const fresh = whole.slice(said)
		const pieces = fresh.map((sentence, i) => (said + i === 0 ? sentence : ` ${sentence}`))
		said = whole.length
		return pieces
	}
	return {
		push(delta) {
			text += delta
			return take(sentencesOf(text).slice(0, -1))
		},
		finish: ({ isCut }) => {
			const pieces = take(isCut ? sentencesOf(text).slice(0, -1) : sentencesOf(text))
			return { pieces, isUsable: said > 0, leftOut: 0 }
		},
	}
}

let pieces: string[]
let outlet: Outlet
const open = (opening = '', topics: string[] = []) =>
	createOutlet({
		checker: lenientChecker(),
		opening,
		tellsInstruction: (text) => tellsInstruction(text, topics),
		release: (piece) => pieces.push(piece),
	})
beforeEach(() => {
	pieces = []
	outlet = open()
})
const hear = (text: string) => (text.match(/[\s\S]{1,3}/gu) ?? []).every((words) => outlet.hear(words))

describe('an answer', () => {
	it('gets out sentence by sentence, and the pieces are the reply', () => {
		hear('Junta tus papeles. Guarda una copia. Habla')
		expect(pieces).toEqual(['Junta tus papeles.', ' Guarda una copia.'])
		outlet.end({ isCut: true })
		expect(outlet.reply()).toBe('Junta tus papeles. Guarda una copia.')
		expect(pieces.join('')).toBe(outlet.reply())
	})

	it('begins with the opening, once', () => {
		outlet = open('Soy un asistente automático, no un abogado. ')
		hear('Uno. Dos. ')
		outlet.end({ isCut: false })
		expect(outlet.reply()).toBe('Soy un asistente automático, no un abogado. Uno. Dos.')
	})

	it('leaves out a sentence about what was hidden', () => {
		hear('Hola, [nombre]. Junta tus papeles. Escribe a [correo]. Listo.')
		outlet.end({ isCut: false })
		expect(outlet.reply()).toBe(' Junta tus papeles. Listo.'.trim())
	})
})

describe('the word for having no answer', () => {
	it.each([
		sentinel,
		`${sentinel}.`,
		` "${sentinel}"`,
		`**${sentinel}**`,
		sentinel.toLowerCase(),
		`${sentinel}\nPorque no está en los datos.`,
	])('gets nothing out: %s', (text) => {
		hear(text)
		expect(outlet.end({ isCut: false })).toBe(0)
		expect(pieces).toEqual([])
		expect(outlet.reply()).toBe('')
	})

	it('is not waited for once something else is said', () => {
		expect(hear('Sin papeles también puedes. ')).toBe(true)
		hear('Pregunta.')
		expect(pieces).toEqual(['Sin papeles también puedes.'])
	})

	it('after other words ends the answer where it stands', () => {
		hear(`Junta tus papeles. Y más. ${sentinel}. Otra cosa. Y otra.`)
		outlet.end({ isCut: false })
		expect(outlet.reply()).not.toContain(sentinel)
		expect(outlet.reply()).toBe('Junta tus papeles. Y más.')
	})
})

describe('the instruction', () => {
	it('does not get out, nor anything after it', () => {
		expect(hear(`${instruction} Junta tus papeles. Adiós.`)).toBe(false)
		outlet.end({ isCut: false })
		expect(pieces).toEqual([])
	})

	it.each([
		instruction.toUpperCase(),
		instruction.replaceAll(' ', '  '),
		instruction.replaceAll('o', 'o\u200b'),
		`Mis reglas: «${instruction}»`,
		instruction.replaceAll(' ', '\u00a0'),
		instruction.replaceAll(' ', '\n'),
		`${'Junta tus papeles. '.repeat(150)}${instruction}`,
	])('is known in other clothes: %s', (text) => {
		expect(tellsInstruction(text, [])).toBe(true)
	})

	it('in words of the topics is no instruction', () => {
		expect(tellsInstruction('lo que dicen los textos entre las marcas', [instruction])).toBe(false)
		expect(tellsInstruction('Contesta solamente lo que te preguntan en la entrevista.', [])).toBe(false)
	})
})
