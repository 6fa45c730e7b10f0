// What /auth/v1 takes. Unknown fields are passed over, as the hosted platform does; null and an empty address or number
// stand for "not given", because its clients send them.
import { z } from 'zod'

const longestPassword = 256
/** Goes into every access token, so it must stay small. */
export const metadataCharacters = 8192

/** PostgreSQL stores neither NUL nor halves of a character. */
function isStorable(data: unknown): boolean {
	const texts: string[] = []
	JSON.stringify(data, (key, value) => {
		texts.push(key, typeof value === 'string' ? value : '')
		return value
	})
	return texts.every((text) => text.isWellFormed() && !text.includes('\0'))
}

const notGiven = (value: unknown) => (value === null || value === '' ? undefined : value)
const email = z.preprocess(notGiven, z.string().trim().toLowerCase().pipe(z.email().max(254)).optional())
/** Kept as the hosted platform keeps it: the digits, country code first, without the plus sign. */
const phone = z.preprocess(
	notGiven,
	z
		.string()
		.max(40)
		.transform((value) => value.replace(/^\+|[\s().-]/g, ''))
		.pipe(z.string().regex(/^1\d{10}$/, 'must be +1 and 10 digits'))
		.optional(),
)
/** For looking somebody up: whatever it is, the answer is the same. */
const anyPhone = z.preprocess(
	notGiven,
	z
		.string()
		.max(40)
		.transform((value) => value.replace(/\D/g, ''))
		.optional(),
)
const password = z.string().max(longestPassword)
const metadata = z
	.record(z.string(), z.json())
	.refine(
		(data) => JSON.stringify(data).length <= metadataCharacters,
		`at most ${metadataCharacters} characters of JSON`,
	)
	.refine(isStorable, 'must not contain NUL or broken characters')
const code = z
	.string()
	.max(64)
	.transform((value) => value.replace(/[\s-]/g, ''))
const token = z.string().min(1).max(255)
const challenge = {
	code_challenge: z.preprocess(
		notGiven,
		z
			.string()
			.regex(/^[\w.~-]{43,128}$/)
			.optional(),
	),
	code_challenge_method: z.preprocess(
		notGiven,
		z
			.string()
			.toLowerCase()
			.pipe(z.enum(['s256', 'plain']))
			.optional(),
	),
}

export const signUpSchema = z.object({
	email,
	phone,
	password: password.optional(),
	data: metadata.nullish(),
	...challenge,
})
export const passwordGrantSchema = z.object({
	email: z.preprocess(notGiven, z.string().trim().toLowerCase().max(254).refine(isStorable).optional()),
	phone: anyPhone,
	password,
})
export const refreshGrantSchema = z.object({ refresh_token: token })
export const exchangeGrantSchema = z.object({ auth_code: token, code_verifier: z.string().min(1).max(128) })

export const codeRequestSchema = z.object({
	email,
	phone,
	create_user: z.boolean().nullish(),
	data: metadata.nullish(),
	...challenge,
})
export const resendSchema = z.object({
	type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
	email,
	phone,
	...challenge,
})
/** The official client has one field for it, so a number may stand where the address would. */
export const recoverySchema = z.preprocess(
	(body) => {
		const { email: given, ...rest } = { email: undefined, ...(body as object) } as Record<string, unknown>
		return typeof given === 'string' && /^\+?[\d\s().-]{10,}$/.test(given) ? { ...rest, phone: given } : body
	},
	z.object({ email, phone, ...challenge }),
)

const verificationType = z.enum([
	'signup',
	'invite',
	'magiclink',
	'email',
	'sms',
	'recovery',
	'email_change',
	'phone_change',
])
export type VerificationType = z.infer<typeof verificationType>
export const verifySchema = z.object({
	type: verificationType,
	email,
	phone,
	token: code.nullish(),
	token_hash: z.preprocess(notGiven, token.optional()),
})
export const verifyLinkSchema = z.object({ type: verificationType, token })

export const updateUserSchema = z.object({
	email,
	phone,
	password: password.nullish(),
	current_password: password.nullish(),
	nonce: code.nullish(),
	data: metadata.nullish(),
	...challenge,
})

const operatorFields = {
	email,
	phone,
	password: password.nullish(),
	password_hash: z.string().max(255).nullish(),
	user_metadata: metadata.nullish(),
	app_metadata: metadata.nullish(),
	email_confirm: z.boolean().nullish(),
	phone_confirm: z.boolean().nullish(),
	ban_duration: z
		.string()
		.max(40)
		.regex(/^(none|(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+)$/, 'must be none, or such as 24h')
		.nullish(),
	role: z.literal('authenticated').nullish(),
}
export const newUserSchema = z.object({ id: z.uuid().nullish(), ...operatorFields })
export const changedUserSchema = z.object(operatorFields)
export const removalSchema = z.object({ should_soft_delete: z.boolean().nullish() })
export const inviteSchema = z.object({ email, data: metadata.nullish() })
export const linkSchema = z.object({
	type: z.enum(['signup', 'invite', 'magiclink', 'recovery', 'email_change_new']),
	email,
	new_email: email,
	password: password.nullish(),
	data: metadata.nullish(),
})
export const pageSchema = z.object({
	page: z.preprocess(notGiven, z.coerce.number().int().min(1).max(1_000_000).default(1)),
	per_page: z.preprocess(notGiven, z.coerce.number().int().min(1).max(1000).default(50)),
})
