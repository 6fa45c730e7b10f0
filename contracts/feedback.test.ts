import { describe, expect, it } from 'vitest'
import { messageSchema } from './feedback.ts'

const message = { first_name: 'Ana', last_name: 'Ríos', email: 'ana@example.org', message: 'Me sirvió mucho.' }
const problemOf = (change: Partial<typeof message>) =>
	messageSchema.safeParse({ ...message, ...change }).error?.issues[0]?.message

describe('a message', () => {
	it('goes through without the blanks around it', () => {
		expect(messageSchema.parse({ ...message, first_name: '  Ana ' })).toEqual(message)
	})

	it.each([
		[{ first_name: 'A' }, 'first_name_short'],
		[{ first_name: '   ' }, 'first_name_short'],
		[{ last_name: '🌎' }, 'last_name_short'],
		[{ first_name: 'a'.repeat(101) }, 'name_long'],
		[{ email: 'ana' }, 'email_invalid'],
		[{ email: '' }, 'email_invalid'],
		[{ email: `${'a'.repeat(250)}@example.org` }, 'email_invalid'],
		[{ message: 'muy corto' }, 'message_short'],
		[{ message: `  ${'a'.repeat(9)}  ` }, 'message_short'],
		[{ message: 'a'.repeat(4001) }, 'message_long'],
	])('with %j has a problem with a name', (change, problem) => {
		expect(problemOf(change)).toBe(problem)
	})

	it('may be as short and as long as the table takes it', () => {
		for (const length of [10, 4000]) expect(problemOf({ message: '🌎'.repeat(length) })).toBeUndefined()
	})
})
