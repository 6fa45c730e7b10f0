import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Instructions, loadInstructions, sentinel } from './instructions.ts'

const contentFolder = join(import.meta.dirname, '../../../content')
let instructions: Instructions
beforeAll(async () => {
	instructions = await loadInstructions(contentFolder)
})

describe('what a language model is told', () => {
	it('is for each audience its own, and the same rules for all', () => {
		const systems = Object.values(instructions.system)
		expect(new Set(systems).size).toBe(3)
		for (const system of systems) {
			expect(system).toContain(`escribe solamente la palabra ${sentinel}`)
			expect(system).toContain('Estados Unidos con las dos palabras completas')
			expect(system).toContain('No eres abogado, ni persona, ni parte del gobierno')
		}
	})

	it('asks for as many sentences as the audience gets', () => {
		expect(instructions.system.person).toContain('tres a cinco frases')
		expect(instructions.system.helper).toContain('dos o tres frases')
		expect(instructions.system.visitor).toContain('una sola frase')
	})

	it('is text as it is sent: no heading, no placeholder, no figure to repeat', () => {
		for (const text of [...Object.values(instructions.system), instructions.unsure, instructions.goOn]) {
			expect(text).not.toMatch(/[{}#*\d]/)
			expect(text).not.toMatch(/EE\.? ?UU|\bUSA\b/)
		}
	})

	it('that is missing stops the start with the name of the file', async () => {
		const empty = await mkdtemp(join(tmpdir(), 'faro-content-'))
		await expect(loadInstructions(empty)).rejects.toThrow(/instructions/)
		await rm(empty, { recursive: true })
	})
})
