import { describe, expect, test } from 'vitest'
import { registrationSchema, signInSchema } from './account.ts'

const good = { name: 'María', email: 'maria@example.com', password: 'secreto' }

function problemsOf(input: Partial<typeof good>) {
	const result = registrationSchema.safeParse({ ...good, ...input })
	return result.success ? [] : result.error.issues.map((issue) => [issue.path[0], issue.message])
}

describe('registration', () => {
	test('takes a name, an e-mail and a password, and tidies the first two', () => {
		expect(registrationSchema.parse({ name: '  María ', email: ' Maria@Example.COM ', password: ' seis6 ' })).toEqual({
			name: 'María',
			email: 'maria@example.com',
			password: ' seis6 ',
		})
	})

	test.each([
		[{ name: '   ' }, 'name', 'name_required'],
		[{ name: 'a'.repeat(101) }, 'name', 'name_too_long'],
		[{ email: '' }, 'email', 'email_required'],
		[{ email: '  ' }, 'email', 'email_required'],
		[{ email: 'maria' }, 'email', 'email_invalid'],
		[{ email: 'maria@casa' }, 'email', 'email_invalid'],
		[{ email: `${'a'.repeat(250)}@example.com` }, 'email', 'email_invalid'],
		[{ password: '' }, 'password', 'password_too_short'],
		[{ password: '12345' }, 'password', 'password_too_short'],
		[{ password: 'x'.repeat(257) }, 'password', 'password_too_long'],
	])('%j names one problem: %s %s', (input, field, name) => {
		expect(problemsOf(input)).toEqual([[field, name]])
	})

	test('names the problem of every field at once', () => {
		expect(problemsOf({ name: '', email: '', password: '' }).map(([field]) => field)).toEqual([
			'name',
			'email',
			'password',
		])
	})
})

test('signing in asks for no name', () => {
	expect(signInSchema.safeParse({ email: good.email, password: good.password }).success).toBe(true)
})
