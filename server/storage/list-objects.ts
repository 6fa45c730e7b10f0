// Listings. Objects have flat names; what lies behind a slash is shown as a folder. The caller sees what the policies show.
import { z } from 'zod'
import type { Caller, Database } from '../database/database.ts'
import { StorageError } from './errors.ts'
import type { ObjectMetadata } from './objects.ts'
import { type Listing, type Page, parse } from './schemas.ts'

/** A file or, with nothing but its name, a folder. */
type Entry = {
	name: string
	id: string | null
	updated_at: Date | null
	created_at: Date | null
	last_accessed_at: Date | null
	metadata: ObjectMetadata | null
}

/** One page of a folder, by offset. Names are relative to it; `search` is how they begin, whatever their case. */
export function listFolder(database: Database, caller: Caller, bucketId: string, listing: Listing): Promise<Entry[]> {
	const { prefix, search, limit, offset, sortBy } = listing
	const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
	const direction = sortBy.order === 'asc' ? 'asc' : 'desc'
	// By name, folders stand among the files; by time, where they have none, before them.
	const order = {
		name: `lower(name) collate "C" ${direction}, name collate "C" ${direction}`,
		updated_at: `id is not null, updated_at ${direction}, name collate "C" ${direction}`,
		created_at: `id is not null, created_at ${direction}, name collate "C" ${direction}`,
		last_accessed_at: `id is not null, last_accessed_at ${direction}, name collate "C" ${direction}`,
	}[sortBy.column]
	return database.runAs<Entry>(caller, {
		text: `
			with inside as (
				select substr(name, char_length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
				from storage.objects
				where bucket_id = $1 and starts_with(name, $2) and version is not null
			), found as (
				select split_part(rest, '/', 1) as name, position('/' in rest) > 0 as is_folder, inside.*
				from inside
				where rest <> '' and starts_with(lower(rest), lower($3))
			), entries as (
				select name, id, updated_at, created_at, last_accessed_at, metadata from found where not is_folder
				union all
				select distinct name, null::uuid, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
				from found where is_folder
			)
			select * from entries order by ${order} limit $4 offset $5`,
		values: [bucketId, folder, search, limit, offset],
	})
}

type KeyedEntry = Entry & { key: string; is_folder: boolean; position: string }
type PageAnswer = {
	hasNext: boolean
	nextCursor?: string
	folders: { key: string; name: string }[]
	objects: (Entry & { key: string })[]
}

/** One page of names that begin with the prefix, by cursor: what comes or goes meanwhile shifts nothing. */
export async function listPage(database: Database, caller: Caller, bucketId: string, page: Page): Promise<PageAnswer> {
	const { prefix, limit, cursor, sortBy, with_delimiter } = page
	const after = cursor === undefined ? undefined : readCursor(cursor)
	const direction = sortBy.order === 'asc' ? 'asc' : 'desc'
	// Microseconds, so that a time survives the way to the client and back.
	const position = sortBy.column === 'name' ? `''` : `to_char(sorted_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US')`
	const time = sortBy.column === 'name' ? 'created_at' : sortBy.column
	const rows = await database.runAs<KeyedEntry>(caller, {
		text: `
			with found as (
				select *, position('/' in substr(name, char_length($2) + 1)) as slash
				from storage.objects
				where bucket_id = $1 and starts_with(name, $2) and version is not null
			), entries as (
				select name as key, false as is_folder, id, updated_at, created_at, last_accessed_at, metadata, ${time} as sorted_at
				from found where slash = 0 or not $3
				union all
				select left(name, char_length($2) + slash), true, null, null, null, null, null, min(created_at)
				from found where slash > 0 and $3 group by 1
			), placed as (
				select *, ${position} as position from entries
			)
			select * from placed
			where $4::text is null or (position, key) ${direction === 'asc' ? '>' : '<'} ($5, $4)
			order by position ${direction}, key collate "C" ${direction} limit $6`,
		values: [bucketId, prefix, with_delimiter, after?.key, after?.position, limit + 1],
	})
	const shown = rows.slice(0, limit)
	const last = shown.at(-1)
	const hasNext = rows.length > limit && last !== undefined
	return {
		hasNext,
		...(hasNext ? { nextCursor: writeCursor(last) } : {}),
		folders: shown.filter((entry) => entry.is_folder).map(({ key }) => ({ key, name: key })),
		objects: shown
			.filter((entry) => !entry.is_folder)
			.map(({ is_folder, position, ...entry }) => ({ ...entry, name: entry.key })),
	}
}

const cursorSchema = z.object({ key: z.string().max(1024), position: z.string().max(30) })

function writeCursor({ key, position }: KeyedEntry): string {
	return Buffer.from(JSON.stringify({ key, position })).toString('base64url')
}

function readCursor(cursor: string) {
	try {
		return parse(cursorSchema, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
	} catch (error) {
		throw new StorageError('invalid_request', 'cursor: must be one that this server gave', error)
	}
}
