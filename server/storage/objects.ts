// Objects as rows: found, written, moved, removed in the caller's name, so that the policies of storage.objects decide.
import type { Caller, Database, Run } from '../database/database.ts'
import { keeper } from './content.ts'
import { StorageError } from './errors.ts'
import { removedAtOnce } from './limits.ts'

export type ObjectRow = {
	id: string
	bucket_id: string
	name: string
	owner_id: string | null
	version: string
	created_at: Date
	updated_at: Date
	last_accessed_at: Date
	metadata: ObjectMetadata
	user_metadata: Record<string, unknown> | null
}

/** Spelt as the hosted platform spells it. */
export type ObjectMetadata = {
	eTag: string
	size: number
	mimetype: string
	cacheControl: string
	lastModified: string
	contentLength: number
	httpStatusCode: number
}

/** Where an object lies. */
export type Place = { bucketId: string; name: string }

/** Where it is to lie, whose it will be and whether it may take another one's place. */
export type Claim = Place & { ownerId: string | null; isUpsert: boolean }

export type NewContent = {
	version: string
	metadata: ObjectMetadata
	userMetadata: Record<string, unknown> | null
}

const columns =
	'id, bucket_id, name, owner_id, version, created_at, updated_at, last_accessed_at, metadata, user_metadata'

export async function findObject(database: Database, caller: Caller, { bucketId, name }: Place): Promise<ObjectRow> {
	const [row] = await database.runAs<ObjectRow>(caller, {
		text: `select ${columns} from storage.objects where bucket_id = $1 and name = $2 and version is not null`,
		values: [bucketId, name],
	})
	if (!row) throw new StorageError('object_not_found')
	return row
}

/** Which of the names the caller can see. */
export async function findNames(database: Database, caller: Caller, bucketId: string, names: string[]) {
	const rows = await database.runAs<{ name: string }>(caller, {
		text: 'select name from storage.objects where bucket_id = $1 and name = any($2) and version is not null',
		values: [bucketId, names],
	})
	return new Set(rows.map((row) => row.name))
}

/** Throws what the database says to the caller's writing there, before a byte is read; leaves nothing behind. */
export async function checkClaim(database: Database, caller: Caller, claim: Claim): Promise<void> {
	const undo = new Error('this was only a question')
	const ask = async (run: Run) => {
		await run({
			text: `
				insert into storage.objects (bucket_id, name, owner, owner_id) values ($1, $2, $3::uuid, $3)
				${claim.isUpsert ? 'on conflict (bucket_id, name) do update set name = excluded.name' : ''}`,
			values: [claim.bucketId, claim.name, claim.ownerId],
		})
		throw undo
	}
	await database.transactionAs(caller, ask).catch((error) => {
		if (error !== undo) throw error
	})
}

/** Gives the place its content, all at once: until then, and when it fails, what was there stays there. */
export async function settleClaim(
	database: Database,
	caller: Caller,
	claim: Claim,
	content: NewContent,
): Promise<ObjectRow> {
	const [row] = await database.runAs<ObjectRow>(caller, {
		text: `
			insert into storage.objects as object (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
			values ($1, $2, $3::uuid, $3, $4, $5, $6)
			${claim.isUpsert ? takeItsPlace : ''}
			returning ${columns}`,
		values: [claim.bucketId, claim.name, claim.ownerId, content.version, content.metadata, content.userMetadata],
	})
	return row as ObjectRow
}

const takeItsPlace = `
	on conflict (bucket_id, name) do update set
		owner = excluded.owner,
		owner_id = excluded.owner_id,
		version = excluded.version,
		metadata = excluded.metadata,
		user_metadata = excluded.user_metadata,
		updated_at = now(),
		last_accessed_at = now()`

export async function moveObject(database: Database, caller: Caller, from: Place, to: Place): Promise<ObjectRow> {
	await findObject(database, caller, from)
	const [row] = await database.runAs<ObjectRow>(caller, {
		text: `
			update storage.objects set bucket_id = $3, name = $4, updated_at = now()
			where bucket_id = $1 and name = $2
			returning ${columns}`,
		values: [from.bucketId, from.name, to.bucketId, to.name],
	})
	if (!row) throw new StorageError('object_not_found')
	return row
}

/** The objects of these names that there were. */
export async function removeObjects(database: Database, caller: Caller, bucketId: string, names: string[]) {
	const removed: ObjectRow[] = []
	for (let first = 0; first < names.length; first += removedAtOnce) {
		const rows = await database.runAs<ObjectRow>(caller, {
			text: `delete from storage.objects where bucket_id = $1 and name = any($2) returning ${columns}`,
			values: [bucketId, names.slice(first, first + removedAtOnce)],
		})
		removed.push(...rows)
	}
	return removed
}

/** Removes whatever lies in the bucket, a few at a time. */
export async function removeAllObjects(database: Database, caller: Caller, bucketId: string): Promise<void> {
	const removeSome = {
		text: `
			delete from storage.objects
			where id in (select id from storage.objects where bucket_id = $1 limit $2)
			returning id`,
		values: [bucketId, removedAtOnce],
	}
	while ((await database.runAs(caller, removeSome)).length > 0);
}

/** The object as this caller may read it, and in whose name its content is read. What a public bucket holds, everybody reads. */
export async function findReadable(
	database: Database,
	caller: Caller,
	place: Place & { isPublic: boolean },
): Promise<{ object: ObjectRow; reader: Caller }> {
	try {
		return { object: await findObject(database, caller, place), reader: caller }
	} catch (error) {
		const isHidden = error instanceof StorageError && error.case === 'object_not_found'
		if (!isHidden || !place.isPublic) throw error
		return { object: await findObject(database, keeper, place), reader: keeper }
	}
}
