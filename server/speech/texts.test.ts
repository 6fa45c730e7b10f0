import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadGates } from '../assistant/gates/load-gates.ts'
import { loadGuide } from '../assistant/guide/load-guide.ts'
import { sentencesOf } from '../assistant/language/sentences.ts'
import { createWithoutInventions, type Inventions, loadInventions } from './inventions.ts'
import { createPublicSentences, type PublicSentences } from './public-sentences.ts'
import { spokenText } from './spoken-text.ts'

const contentFolder = join(import.meta.dirname, '../../content')

describe('public sentences', () => {
	let known: PublicSentences
	let guide: Awaited<ReturnType<typeof loadGuide>>
	beforeAll(async () => {
		guide = await loadGuide(contentFolder)
		known = createPublicSentences({ guide, gates: await loadGates(contentFolder) })
	})

	it('are the guide’s answers, whole and sentence by sentence', () => {
		for (const { answer, facets } of guide.topics) {
			for (const text of [answer, ...Object.values(facets).flatMap(sentencesOf)].filter((each) => /[.?!]$/.test(each)))
				expect(known.has(text), text).toBe(true)
		}
	})

	it.each([
		'Señora Rosa, su hijo puede pedirla con el Formulario I-130.',
		'quiero arreglar mis papeles',
		'me quiero morir',
		'Mi número es A099888777.',
		'',
	])('are not what a person says: %s', (text) => {
		expect(known.has(text)).toBe(false)
	})

	it('are known by their words, not by their blanks', () => {
		const [sentence = ''] = sentencesOf(guide.topics[0]?.answer ?? '')
		expect(known.has(` ${sentence.replaceAll(' ', '  ')}\n`)).toBe(true)
		expect(known.has(`${sentence} Rosa.`)).toBe(false)
	})

	it('are none with a blank to fill in', () => {
		expect(createPublicSentences(['Hola, {name}, dime más.', 'Dime más.']).size).toBe(1)
	})
})

describe('what a transcriber invents', () => {
	let inventions: Inventions
	let clean: (text: string) => string
	beforeAll(async () => {
		inventions = await loadInventions(contentFolder)
		clean = createWithoutInventions(inventions)
	})

	it('is recognised in every entry of the list, with marks and capitals too', () => {
		for (const entry of inventions.sentences) expect(clean(`¡${entry.toUpperCase()}!`), entry).toBe('')
		for (const entry of inventions.beginnings) expect(clean(`${entry} Alguien 2024.`), entry).toBe('')
	})

	it.each(['[Música]', '(Aplausos)', '♪♪', '...', 'Suscríbete.\nGracias por ver el vídeo.', '[BLANK_AUDIO]'])(
		'%s is nothing said',
		(text) => expect(clean(text)).toBe(''),
	)

	it.each([
		'Gracias.',
		'Sí.',
		'¿Qué hago con los subtítulos de mi video para el asilo?',
		'Gracias por ver mi caso, ¿cuánto tarda?',
		'¿Necesito la traducción y los sellos?',
		'Subtítulos',
		'Tengo derecho a guardar silencio.',
	])('%s stays as it was said', (text) => expect(clean(text)).toBe(text))
})

it.each([
	[' Hola,\t\n Rosa. ', 'Hola, Rosa.'],
	['a\u0000b\u001bc', 'a b c'],
	['\u202eHola\u200b\ufeff', 'Hola'],
	['\ud800', ''],
	['El I-130 cuesta $675.00.', 'El I-130 cuesta $675.00.'],
])('%j is said as %j', (given, said) => expect(spokenText(given)).toBe(said))
