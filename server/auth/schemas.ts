// What /auth/v1 takes. Unknown fields are passed over, as the hosted platform does.
import { z } from 'zod'

/** Shortest password the specification allows. */
export const shortestPassword = 6
const longestPassword = 256
const metadataBytes = 8192

const email = z.string().trim().toLowerCase().pipe(z.email().max(254))
const password = z.string().max(longestPassword)
const metadata = z
	.record(z.string(), z.json())
	.refine((data) => JSON.stringify(data).length <= metadataBytes, `at most ${metadataBytes} characters of JSON`)

export const signUpSchema = z.object({
	email: email.optional(),
	phone: z.string().max(40).optional(),
	password,
	data: metadata.nullish(),
})
export const passwordGrantSchema = z.object({
	email: z.string().trim().toLowerCase().max(254).optional(),
	phone: z.string().max(40).optional(),
	password,
})
export const refreshGrantSchema = z.object({ refresh_token: z.string().min(1).max(255) })
export const updateUserSchema = z.object({
	email: email.optional(),
	password: password.optional(),
	current_password: password.optional(),
	data: metadata.nullish(),
})
