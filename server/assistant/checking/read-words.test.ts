import { beforeAll, describe, expect, it } from 'vitest'
import { type TestAssistant, testAssistant } from '../testing.ts'
import { loadCheckingTables } from './load-tables.ts'
import { createWordReader, type WordReader } from './read-words.ts'

let assistant: TestAssistant
let reader: WordReader
beforeAll(async () => {
	assistant = await testAssistant()
	reader = createWordReader({ neutral: loadCheckingTables().neutral, synonyms: assistant.gates.synonyms })
})

const words = (sentence: string) => reader.clauses(sentence).flatMap((clause) => clause.words)
const shares = (one: string, other: string) =>
	words(one).some(({ keys }) => words(other).some((word) => word.keys.some((key) => keys.includes(key))))

describe('the words of a sentence', () => {
	it('are the same in other forms and with what hangs on them', () => {
		expect(shares('Guárdalo', 'guarda')).toBe(true)
		expect(shares('pídeselo', 'pedir')).toBe(true)
		expect(shares('traducción', 'traducir')).toBe(true)
		expect(shares('médico', 'doctor')).toBe(true)
		expect(shares('médico', 'boleto')).toBe(false)
	})

	it('are denied after no, nunca and sin, one by one', () => {
		const denied = (sentence: string) => words(sentence).flatMap(({ text, isDenied }) => (isDenied ? [text] : []))
		expect(denied('No firmes el papel y guarda la copia.')).toEqual(['firmes'])
		expect(denied('Nunca mientas.')).toEqual(['mientas'])
		expect(denied('No olvides firmar.')).toEqual(['olvides', 'firmar'])
	})

	it('are something to do where they order or allow', () => {
		const actions = (sentence: string) => words(sentence).flatMap(({ text, isAction }) => (isAction ? [text] : []))
		expect(actions('Junta pruebas y guarda el recibo.')).toEqual(['junta', 'guarda'])
		expect(actions('Puedes pedir otra fecha.')).toEqual(['pedir'])
		expect(actions('La carta trae la fecha.')).toEqual([])
	})

	it('stand in a condition where the clause is one', () => {
		expect(reader.clauses('Si sales, pierdes el caso.').map(({ isCondition }) => isCondition)).toEqual([true, false])
	})

	it('are no figures', () => {
		expect(words('noventa días o I-485')).toEqual([])
	})
})
