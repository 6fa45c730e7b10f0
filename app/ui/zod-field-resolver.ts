import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

type FieldSchema<Values> = {
	safeParse(input: unknown): { success: true; data: Values } | { success: false; error: { issues: z.core.$ZodIssue[] } }
}

/** Checks a form with a schema of `contracts/`, whose issues name their problem. The first problem of a field counts. */
export function fieldResolver<Values extends FieldValues>(
	schema: FieldSchema<Values>,
	textOf: (problem: string) => string,
): Resolver<Values> {
	return (input) => {
		const result = schema.safeParse(input)
		if (result.success) return { values: result.data, errors: {} }
		const errors: Record<string, { type: string; message: string }> = {}
		for (const { path, message } of result.error.issues)
			errors[String(path[0])] ??= { type: message, message: textOf(message) }
		return { values: {}, errors: errors as never }
	}
}
