// What an upload really is. The first bytes decide, not the client's word: a page that calls itself a PDF is refused. Text
// has no such bytes; it passes as long as nothing in it looks like another kind of file.
import { fileTypeFromBuffer, supportedMimeTypes } from 'file-type'
import { StorageError } from './errors.ts'

const undeclared = 'application/octet-stream'
/** What the official client says when nobody told it a type. */
const clientDefault = 'text/plain;charset=UTF-8'

/** Names for the same thing, and families whose members look alike at the beginning. */
const families = [
	['image/jpeg', 'image/jpg', 'image/pjpeg'],
	['image/x-icon', 'image/vnd.microsoft.icon'],
	['image/png', 'image/apng'],
	['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence', 'image/avif'],
	['application/rtf', 'text/rtf'],
	['application/gzip', 'application/x-gzip'],
	['application/postscript', 'application/eps'],
	['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
	['audio/mpeg', 'audio/mp3'],
	['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'video/mp4', 'video/x-m4v', 'video/quicktime'],
	['audio/ogg', 'video/ogg', 'application/ogg', 'audio/opus'],
	['audio/webm', 'video/webm', 'video/matroska', 'audio/matroska', 'video/x-matroska'],
]
const textual = /^(text\/|application\/(json|xml|javascript|yaml|x-ndjson)$)|\+(xml|json)$/
const zipped =
	/^application\/(zip|x-zip-compressed|epub\+zip|java-archive|vnd\.(openxmlformats|oasis|ms-.*macroenabled).*)$/i
const compound = /^application\/(msword|x-cfb|vnd\.(ms-excel|ms-powerpoint|ms-outlook|visio))$/

/** The type to keep for content that begins with `sample`; throws when it is not what it is declared to be. */
export async function checkType(declared: string | undefined, sample: Uint8Array): Promise<string> {
	const type = essence(declared ?? undeclared)
	const found = sample.length === 0 ? undefined : await detect(sample)
	if (type === undeclared || (declared === clientDefault && found && !isTextual(found))) return found ?? undeclared
	if (!agrees(type, found, sample))
		throw new StorageError('invalid_mime_type', `The content is not of the type ${type}`)
	return declared ?? type
}

/** Throws when a bucket does not take the type. `image/*` in its list takes every picture. */
export function checkAllowed(type: string, allowed: readonly string[] | null): void {
	if (!allowed || allowed.length === 0) return
	const given = essence(type)
	const isAllowed = allowed.some((entry) => [given, `${given.split('/')[0]}/*`, '*/*'].includes(essence(entry)))
	if (!isAllowed) throw new StorageError('invalid_mime_type', `mime type ${given} is not supported`)
}

/** The type without its parameters, in lower case. */
export function essence(type: string): string {
	return (type.split(';')[0] as string).trim().toLowerCase()
}

async function detect(sample: Uint8Array): Promise<string | undefined> {
	// A sample that ends in the middle of something is no reason to fail.
	const found = await fileTypeFromBuffer(sample).catch(() => undefined)
	return found && essence(found.mime)
}

function agrees(type: string, found: string | undefined, sample: Uint8Array): boolean {
	if (isTextual(type)) return (found === undefined || isTextual(found)) && !sample.includes(0)
	if (found === undefined) return !isRecognisable(type)
	if (found === type || families.some((family) => family.includes(type) && family.includes(found))) return true
	if (zipped.test(found)) return zipped.test(type) || !isRecognisable(type)
	return compound.test(found) && compound.test(type)
}

/** Kinds of files that cannot go unrecognised. */
function isRecognisable(type: string): boolean {
	return (
		supportedMimeTypes.has(type as never) || compound.test(type) || families.some((family) => family.includes(type))
	)
}

function isTextual(type: string): boolean {
	return textual.test(type)
}
