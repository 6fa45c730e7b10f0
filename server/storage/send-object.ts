// The answer that is an object: whole, a range of it, or the news that the client's copy is still right.
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Caller, Database } from '../database/database.ts'
import { createContent } from './content.ts'
import { StorageError } from './errors.ts'
import { harmlessHeaders } from './harmless.ts'
import type { ObjectRow } from './objects.ts'
import { isUnchanged, rangeOf } from './range.ts'

export type Sending = {
	object: ObjectRow
	/** In whose name the content is read. */
	reader: Caller
	/** As the object was given, or what the way it is asked for allows. */
	cacheControl: string
}

export function sendObject(
	c: Context<AppEnv>,
	database: Database,
	{ object, reader, cacheControl }: Sending,
): Response {
	const { size, mimetype, eTag: etag } = object.metadata
	const validators = { etag, lastModified: new Date(object.metadata.lastModified) }
	const isKnown = isUnchanged(c.req.raw.headers, validators)
	const range = isKnown ? undefined : rangeOrRefusal(c, size, validators)
	c.header('ETag', etag)
	c.header('Last-Modified', validators.lastModified.toUTCString())
	c.header('Cache-Control', cacheControl)
	if (isKnown) return c.body(null, 304)
	const { first, last } = range ?? { first: 0, last: size - 1 }
	c.header('Accept-Ranges', 'bytes')
	c.header('Content-Length', String(last + 1 - first))
	if (range) c.header('Content-Range', `bytes ${first}-${last}/${size}`)
	describeContent(c, mimetype)
	if (size === 0 || c.req.method === 'HEAD') return c.body(null, range ? 206 : 200)
	const bytes = createContent(database).read(reader, object.version, { first, last })
	return c.body(streamOf(bytes), range ? 206 : 200)
}

/** What is known about an object, without its content. */
export function infoJson({ metadata, ...object }: ObjectRow) {
	return {
		id: object.id,
		name: object.name,
		version: object.version,
		bucket_id: object.bucket_id,
		size: metadata.size,
		content_type: metadata.mimetype,
		cache_control: metadata.cacheControl,
		etag: metadata.eTag,
		metadata: object.user_metadata,
		last_modified: object.updated_at,
		created_at: object.created_at,
	}
}

/** Reads nothing ahead: a slow client holds one piece, not a file. */
function streamOf(bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
	const source = {
		async pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) {
			const { done, value } = await bytes.next()
			if (done) controller.close()
			else controller.enqueue(value)
		},
		async cancel() {
			await bytes.return(undefined)
		},
	}
	return new ReadableStream(source, { highWaterMark: 0 })
}

/** `download` without a name keeps the one in the address. */
function describeContent(c: Context<AppEnv>, mimetype: string): void {
	const { type, policy } = harmlessHeaders(mimetype)
	c.header('Content-Type', type)
	c.header('Content-Security-Policy', policy)
	const download = c.req.query('download')
	if (download === undefined) return
	const name = encodeURIComponent(download.slice(0, 255).toWellFormed())
	c.header(
		'Content-Disposition',
		name === '' ? 'attachment;' : `attachment; filename=${name}; filename*=UTF-8''${name};`,
	)
}

function rangeOrRefusal(c: Context<AppEnv>, size: number, validators: { etag: string; lastModified: Date }) {
	try {
		return rangeOf(c.req.raw.headers, size, validators)
	} catch (error) {
		if (error instanceof StorageError) c.header('Content-Range', `bytes */${size}`)
		throw error
	}
}
