// The content of objects: rows of 256 KB, written and read one at a time, so that a file's size never shows in the memory.
// Content is written before its object exists, by the server as operator: whether the caller may have the object is asked
// of the database before and settled after. It is read in the caller's name.
import type { Caller, Database } from '../database/database.ts'
import { StorageError } from './errors.ts'
import { chunkBytes } from './limits.ts'
import type { ByteRange } from './range.ts'

/** Who keeps the files, past the policies on objects. */
export const keeper: Caller = { role: 'service_role' }

/** Longer than any upload takes: the server gives a request five minutes. */
const abandonedAfter = '1 hour'

export function createContent(database: Database) {
	const asKeeper = (text: string, values: unknown[]) => database.runAs(keeper, { text, values })

	return {
		/** Begins content that belongs to no object yet. */
		async begin(version: string): Promise<void> {
			await asKeeper(removeAbandoned, [abandonedAfter])
			await asKeeper('insert into storage.uploads (version) values ($1)', [version])
		},

		async append(version: string, start: number, chunk: Buffer): Promise<void> {
			await asKeeper('insert into storage.chunks (version, start, content) values ($1, $2, $3)', [
				version,
				start,
				chunk,
			])
		},

		/** Forgets content that did not become an object's. */
		async abandon(version: string): Promise<void> {
			await asKeeper(removeUpload, [version])
		},

		/** Content of `size` bytes once more, under another name; throws when the original went away meanwhile. */
		async duplicate(version: string, copy: string, size: number): Promise<void> {
			await this.begin(copy)
			for (let start = 0; start < size; start += copiedBytesAtOnce)
				await asKeeper(copyChunks, [version, copy, start, start + copiedBytesAtOnce])
			const [row] = await asKeeper(measure, [copy])
			if (Number(row?.size) !== size) throw new StorageError('conflict')
		},

		/** The bytes of the range as whoever asks for the next ones takes them. */
		async *read(caller: Caller, version: string, { first, last }: ByteRange): AsyncGenerator<Uint8Array<ArrayBuffer>> {
			for (let position = first; position <= last; ) {
				const [row] = await database.runAs<ChunkRow>(caller, { text: selectChunk, values: [version, position] })
				const offset = position - Number(row?.start)
				const piece = row?.content.subarray(offset, offset + last + 1 - position)
				// Replaced or removed while it was being read: what is left is not the same file.
				if (!piece || piece.length === 0) throw new StorageError('conflict')
				yield piece
				position += piece.length
			}
		},
	}
}

/** `bytes` in pieces of equal length, the last one excepted. */
export async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let chunk = Buffer.allocUnsafe(chunkBytes)
	let filled = 0
	for await (const piece of bytes) {
		for (let taken = 0; taken < piece.length; ) {
			const part = piece.subarray(taken, taken + chunkBytes - filled)
			chunk.set(part, filled)
			filled += part.length
			taken += part.length
			if (filled < chunkBytes) continue
			yield chunk
			chunk = Buffer.allocUnsafe(chunkBytes)
			filled = 0
		}
	}
	if (filled > 0) yield chunk.subarray(0, filled)
}

type ChunkRow = { start: string; content: Buffer<ArrayBuffer> }

const copiedBytesAtOnce = 16 * chunkBytes

const selectChunk = `
	select start, content from storage.chunks
	where version = $1 and start <= $2
	order by start desc limit 1`

const copyChunks = `
	insert into storage.chunks (version, start, content)
	select $2, start, content from storage.chunks
	where version = $1 and start >= $3 and start < $4`

const measure = 'select coalesce(sum(octet_length(content)), 0) as size from storage.chunks where version = $1'

const removeUpload = `
	with upload as (delete from storage.uploads where version = $1 returning version)
	delete from storage.chunks using upload where chunks.version = upload.version`

const removeAbandoned = `
	with abandoned as (
		delete from storage.uploads where started_at < now() - $1::interval returning version
	)
	delete from storage.chunks using abandoned where chunks.version = abandoned.version`
