// What /storage/v1 takes in JSON bodies and queries. Unknown fields are passed over, as the hosted platform does.
import { z } from 'zod'
import { StorageError } from './errors.ts'
import { maxListed, maxNamesAtOnce, maxObjectBytes, maxSignedSeconds } from './limits.ts'

const text = z.string().max(1024)
const names = z.array(text).min(1).max(maxNamesAtOnce)
const order = z.preprocess((value) => String(value).toLowerCase(), z.enum(['asc', 'desc']))
const offset = z.coerce.number().int().min(0).max(10_000_000)
/** More than a page holds is no mistake: the client asks again with an offset. */
const limit = z.coerce
	.number()
	.int()
	.min(1)
	.transform((value) => Math.min(value, maxListed))

/** Bytes as a number, or as the hosted platform's `20MB`; more than the server's own limit is refused. */
const sizeLimit = z
	.union([z.number().int().positive(), z.string().transform(readSize)])
	.refine((bytes) => bytes <= maxObjectBytes, { error: 'too_large' })
const mimeTypes = z
	.array(
		z
			.string()
			.regex(/^([\w.+-]+|\*)\/([\w.+-]+|\*)$/)
			.max(200),
	)
	.max(100)

export const newBucketSchema = z
	.object({
		name: text,
		id: text.optional(),
		public: z.boolean().default(false),
		file_size_limit: sizeLimit.nullish().default(null),
		allowed_mime_types: mimeTypes.nullish().default(null),
		type: z.literal('STANDARD').optional(),
	})
	.transform((bucket) => ({ ...bucket, id: bucket.id ?? bucket.name }))
export type NewBucket = z.output<typeof newBucketSchema>

export const bucketChangeSchema = z.object({
	public: z.boolean().optional(),
	file_size_limit: sizeLimit.nullable().optional(),
	allowed_mime_types: mimeTypes.nullable().optional(),
})
export type BucketChange = z.output<typeof bucketChangeSchema>

export const bucketListingSchema = z.object({
	limit: limit.default(maxListed),
	offset: offset.default(0),
	sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
	sortOrder: order.default('asc'),
	search: text.default(''),
})
export type BucketListing = z.output<typeof bucketListingSchema>

export const listingSchema = z.object({
	prefix: text.default(''),
	limit: limit.nullish().transform((value) => value ?? 100),
	offset: offset.nullish().transform((value) => value ?? 0),
	search: text.nullish().transform((value) => value ?? ''),
	sortBy: z
		.object({
			column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
			order: order.default('asc'),
		})
		.nullish()
		.transform((value) => value ?? { column: 'name' as const, order: 'asc' as const }),
})
export type Listing = z.output<typeof listingSchema>

export const pageSchema = z.object({
	prefix: text.default(''),
	limit: limit.default(maxListed),
	cursor: z.string().max(4096).optional(),
	with_delimiter: z.boolean().default(false),
	sortBy: z
		.object({ column: z.enum(['name', 'updated_at', 'created_at']), order: order.default('asc') })
		.default({ column: 'name', order: 'asc' }),
})
export type Page = z.output<typeof pageSchema>

const expiresIn = z.coerce.number().int().min(1).max(maxSignedSeconds)
export const signSchema = z.object({ expiresIn, transform: z.record(z.string(), z.unknown()).optional() })
export const signManySchema = z.object({ expiresIn, paths: names })
export const removeSchema = z.object({ prefixes: names })
export const moveSchema = z.object({
	bucketId: text,
	sourceKey: text,
	destinationKey: text,
	destinationBucket: text.nullish(),
})
export const copySchema = moveSchema.extend({ copyMetadata: z.boolean().default(true) })

/** The value in `schema`'s form, or the protocol's error with the name of the field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const parsed = schema.safeParse(value)
	if (parsed.success) return parsed.data
	const issue = parsed.error.issues[0]
	if (issue?.message === 'too_large')
		throw new StorageError('too_large', 'The bucket exceeded the maximum allowed size')
	throw new StorageError('invalid_request', `${issue?.path.join('.') || 'body'}: ${issue?.message}`)
}

const units: Record<string, number> = { gb: 1e9, mb: 1e6, kb: 1e3, b: 1 }

function readSize(given: string, context: z.RefinementCtx): number {
	const [, amount, unit = ''] = /^(\d{1,12}(?:\.\d{1,3})?)\s?(gb|mb|kb|b)$/i.exec(given) ?? []
	const bytes = Math.floor(Number(amount) * (units[unit.toLowerCase()] ?? 0))
	if (bytes >= 1) return bytes
	context.addIssue({ code: 'custom', message: 'Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B' })
	return z.NEVER
}
