// Forms with files (multipart/form-data, RFC 7578) as a stream: at no time more than a piece of the body is held in memory.
// A form that ends before its closing boundary is an upload that broke off.
import { StorageError } from './errors.ts'
import { collect } from './request-body.ts'

export type Part = {
	/** Empty where the client gave none, as the official client does for the file. */
	name: string
	isFile: boolean
	type: string | undefined
	/** To be read to its end before the next part. */
	content: AsyncIterable<Buffer>
}

const maxHeaderBytes = 8 * 1024
const maxParts = 20

/** The parts in their order. */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
	const source = createSource(body)
	const delimiter = Buffer.from(`\r\n--${boundary}`)
	await source.take(delimiter, maxHeaderBytes)
	for (let parts = 0; (await source.take(Buffer.from('\r\n'), maxHeaderBytes)).trim() !== '--'; parts++) {
		if (parts === maxParts) throw new StorageError('broken_body', 'The form has too many parts')
		const headers = await source.take(Buffer.from('\r\n\r\n'), maxHeaderBytes)
		yield { ...readHeaders(headers), content: source.until(delimiter) }
	}
}

/** The boundary that `contentType` names; undefined when the body is no form. */
export function boundaryOf(contentType: string | undefined): string | undefined {
	const found = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))(?:[\s;]|$)/i.exec(
		contentType ?? '',
	)
	return found?.[1] ?? found?.[2]
}

function createSource(body: AsyncIterable<Uint8Array>) {
	const pieces = body[Symbol.asyncIterator]()
	// As if a line had ended before the first boundary, so that all boundaries look alike; and the same after the last.
	let buffer: Buffer = Buffer.from('\r\n')
	let hasEnded = false

	async function more(): Promise<void> {
		if (hasEnded) throw new StorageError('broken_body')
		const { done, value } = await pieces.next()
		hasEnded = done === true
		buffer = Buffer.concat([buffer, done ? Buffer.from('\r\n') : value])
	}

	/** What comes before `delimiter`, piece by piece; the delimiter itself is dropped. */
	async function* until(delimiter: Buffer): AsyncGenerator<Buffer> {
		for (;;) {
			const end = buffer.indexOf(delimiter)
			const known = end === -1 ? Math.max(buffer.length - delimiter.length + 1, 0) : end
			const piece = buffer.subarray(0, known)
			buffer = buffer.subarray(end === -1 ? known : end + delimiter.length)
			if (piece.length > 0) yield piece
			if (end !== -1) return
			await more()
		}
	}

	const take = (delimiter: Buffer, maxBytes: number) => readText(until(delimiter), maxBytes)

	return { until, take }
}

/** Content that is a small text. */
export async function readText(content: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
	const tooLarge = () => new StorageError('broken_body', 'A part of the form is too large')
	return (await collect(content, maxBytes, tooLarge)).toString('utf8')
}

function readHeaders(text: string): Omit<Part, 'content'> {
	const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(text)?.[1]
	if (disposition === undefined) throw new StorageError('broken_body')
	return {
		name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
		isFile: /;\s*filename\*?=/i.test(disposition),
		type: /^content-type:\s*(.+?)\s*$/im.exec(text)?.[1],
	}
}
