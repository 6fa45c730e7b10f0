// Reads what a request brings, and says in the protocol's words what is wrong with it.
import type { Context } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from '../app-env.ts'
import { AuthError } from './errors.ts'

/** Everything that walks through a body would otherwise run out of stack. */
const deepestNesting = 20

export async function readBody<Schema extends z.ZodType>(c: Context<AppEnv>, schema: Schema): Promise<z.infer<Schema>> {
	const body: unknown = await c.req.json().catch(() => {
		throw new AuthError('bad_json')
	})
	if (isDeeperThan(body, deepestNesting)) throw new AuthError('validation_failed', 'body: is nested too deeply')
	return check(body, schema)
}

/** `value` as the schema shapes it; else the error names the field. */
export function check<Schema extends z.ZodType>(value: unknown, schema: Schema): z.infer<Schema> {
	const parsed = schema.safeParse(value)
	if (parsed.success) return parsed.data
	const issue = parsed.error.issues[0]
	const field = issue?.path.map(String).join('.') || 'body'
	if (field === 'email') throw new AuthError('email_address_invalid')
	throw new AuthError('validation_failed', `${field.slice(0, 60)}: ${issue?.message.slice(0, 200)}`)
}

function isDeeperThan(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false
	return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1))
}
