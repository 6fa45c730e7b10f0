// The file in a request, whichever way the client sends it: as the body itself, described by headers, or in a form, where
// fields before or after the file describe it.
import { z } from 'zod'
import { StorageError } from './errors.ts'
import { maxFormOverheadBytes, maxMetadataBytes } from './limits.ts'
import { boundaryOf, type Part, readParts, readText } from './multipart.ts'
import { bodyOf } from './request-body.ts'

export type IncomingFile = {
	/** As the client declares it; undefined where it does not say or says something odd. */
	type: string | undefined
	bytes: AsyncIterable<Uint8Array>
	/** Complete only when the bytes have been read to their end. */
	description: FileDescription
}

export type FileDescription = {
	cacheControl: string
	/** What the client wants to remember about the file. */
	userMetadata: Record<string, unknown> | null
}

const mimeType = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(\s*;[\x20-\x7e]{0,100})?$/
const cacheControl = /^[\w=, -]{1,100}$/
const metadataSchema = z.record(z.string(), z.json())

/** Throws when the request holds no file, or announces more than `maxBytes` of it. */
export async function openFile(request: Request, maxBytes: number): Promise<IncomingFile> {
	const boundary = boundaryOf(request.headers.get('content-type') ?? undefined)
	const announced = Number(request.headers.get('content-length') ?? 0)
	if (announced > maxBytes + (boundary ? maxFormOverheadBytes : 0)) throw new StorageError('too_large')
	const body = bodyOf(request)
	return boundary === undefined ? fileInBody(request.headers, body) : fileInForm(readParts(body, boundary))
}

function fileInBody(headers: Headers, bytes: AsyncIterable<Uint8Array>): IncomingFile {
	const encoded = headers.get('x-metadata')
	return {
		type: readType(headers.get('content-type')),
		bytes,
		description: {
			cacheControl: readCacheControl(headers.get('cache-control')),
			userMetadata: encoded === null ? null : readMetadata(Buffer.from(encoded, 'base64').toString('utf8')),
		},
	}
}

async function fileInForm(parts: AsyncGenerator<Part>): Promise<IncomingFile> {
	const description: FileDescription = { cacheControl: readCacheControl(null), userMetadata: null }
	const file = await nextFile(parts, description)
	if (!file) throw new StorageError('no_file')
	async function* bytes() {
		if (file) yield* file.content
		if (await nextFile(parts, description)) throw new StorageError('invalid_request', 'The form has more than one file')
	}
	return { type: readType(file.type), bytes: bytes(), description }
}

/** Goes on to the next file and takes in the fields before it. */
async function nextFile(parts: AsyncGenerator<Part>, description: FileDescription): Promise<Part | undefined> {
	for (;;) {
		// Not a for loop: leaving that would close the form.
		const { done, value: part } = await parts.next()
		if (done || part.isFile) return part ?? undefined
		const value = await readText(part.content, maxMetadataBytes)
		if (part.name === 'cacheControl') description.cacheControl = readCacheControl(`max-age=${value}`)
		if (part.name === 'metadata') description.userMetadata = readMetadata(value)
	}
}

function readType(given: string | null | undefined): string | undefined {
	return given && mimeType.test(given) ? given : undefined
}

function readCacheControl(given: string | null): string {
	return given !== null && cacheControl.test(given) ? given : 'no-cache'
}

function readMetadata(text: string): Record<string, unknown> {
	if (Buffer.byteLength(text) > maxMetadataBytes) throw new StorageError('invalid_request', 'metadata: too long')
	try {
		return metadataSchema.parse(JSON.parse(text))
	} catch (error) {
		throw new StorageError('invalid_request', 'metadata: must be a JSON object', error)
	}
}
