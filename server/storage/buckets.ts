// Buckets in the caller's name: the policies of storage.buckets decide.
import type { Caller, Database } from '../database/database.ts'
import { keeper } from './content.ts'
import { StorageError } from './errors.ts'
import { removeAllObjects } from './objects.ts'
import type { BucketChange, BucketListing, NewBucket } from './schemas.ts'

export type Bucket = {
	id: string
	name: string
	owner: string
	type: string
	public: boolean
	/** In bytes; null for no limit but the server's. */
	file_size_limit: number | null
	/** Null for all. */
	allowed_mime_types: string[] | null
	created_at: Date
	updated_at: Date
}

const columns = `
	id, name, coalesce(owner_id, '') as owner, type, public, file_size_limit::float8 as file_size_limit,
	allowed_mime_types, created_at, updated_at`

/** Throws where there is none that the caller can see. */
export async function findBucket(database: Database, caller: Caller, id: string): Promise<Bucket> {
	const select = { text: `select ${columns} from storage.buckets where id = $1`, values: [id] }
	const [bucket] = await database.runAs<Bucket>(caller, select)
	if (!bucket) throw new StorageError('bucket_not_found')
	return bucket
}

/** For the server's own decisions: its limits, whether it is public. */
export function findAnyBucket(database: Database, id: string): Promise<Bucket> {
	return findBucket(database, keeper, id)
}

export function listBuckets(database: Database, caller: Caller, listing: BucketListing): Promise<Bucket[]> {
	const { search, sortColumn, sortOrder, limit, offset } = listing
	return database.runAs<Bucket>(caller, {
		// Column and order are words of the schema, not of the client.
		text: `
			select ${columns} from storage.buckets
			where position(lower($1) in lower(name)) > 0
			order by ${sortColumn} ${sortOrder}, id limit $2 offset $3`,
		values: [search, limit, offset],
	})
}

export async function createBucket(database: Database, caller: Caller, bucket: NewBucket): Promise<void> {
	const insert = {
		text: `
			insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner, owner_id)
			values ($1, $1, $2, $3, $4, $5::uuid, $5)`,
		values: [bucket.id, bucket.public, bucket.file_size_limit, bucket.allowed_mime_types, ownerOf(caller)],
	}
	await database.runAs(caller, insert).catch((error) => {
		throw error.code === '23505' ? new StorageError('bucket_exists', undefined, error) : error
	})
}

/** What is not given stays as it is. */
export async function updateBucket(
	database: Database,
	caller: Caller,
	id: string,
	change: BucketChange,
): Promise<void> {
	const rows = await database.runAs(caller, {
		text: `
			update storage.buckets set
				public = coalesce($2, public),
				file_size_limit = case when $3 then $4 else file_size_limit end,
				allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end,
				updated_at = now()
			where id = $1 returning id`,
		values: [
			id,
			change.public,
			change.file_size_limit !== undefined,
			change.file_size_limit,
			change.allowed_mime_types !== undefined,
			change.allowed_mime_types,
		],
	})
	if (rows.length === 0) throw new StorageError('bucket_not_found')
}

export async function emptyBucket(database: Database, caller: Caller, id: string): Promise<void> {
	await findBucket(database, caller, id)
	await removeAllObjects(database, caller, id)
}

export async function deleteBucket(database: Database, caller: Caller, id: string): Promise<void> {
	const remove = { text: 'delete from storage.buckets where id = $1 returning id', values: [id] }
	const rows = await database.runAs(caller, remove).catch((error) => {
		// The second one since PostgreSQL 18.
		const isInUse = error.code === '23503' || error.code === '23001'
		throw isInUse ? new StorageError('bucket_not_empty', undefined, error) : error
	})
	if (rows.length === 0) throw new StorageError('bucket_not_found')
}

/** Whose a new bucket or object is; the operator's are nobody's. */
export function ownerOf(caller: Caller): string | null {
	return caller.role === 'authenticated' ? caller.userId : null
}
