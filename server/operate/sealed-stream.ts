// An encrypted stream: scrypt makes the key from a passphrase, AES-256-GCM closes frames of 64 KB one after the other. The
// nonce of a frame counts up and says whether it is the last, so frames cannot be changed, swapped, repeated, left out or
// cut off unnoticed. Layout: magic, salt, nonce prefix; then per frame its length and kind, the ciphertext, the tag.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

/** What is wrong with a sealed stream, in one line for the operator. */
export class SealFailure extends Error {
	override name = 'SealFailure'
}

const magic = Buffer.from('FAROMOVE\x01', 'latin1')
const saltBytes = 16
const prefixBytes = 7
const tagBytes = 16
const frameBytes = 64 * 1024
const headBytes = magic.length + saltBytes + prefixBytes
/** 128 MB of memory for each guess. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const lastFlag = 0x8000_0000

type Chunks = AsyncIterable<Buffer>
type Cipher = { key: Buffer; prefix: Buffer; head: Buffer }

/** A step of a pipeline that encrypts whatever comes. */
export function seal(passphrase: string) {
	return async function* sealed(source: Chunks): AsyncGenerator<Buffer> {
		const [salt, prefix] = [randomBytes(saltBytes), randomBytes(prefixBytes)]
		const head = Buffer.concat([magic, salt, prefix])
		const cipher = { key: await keyFrom(passphrase, salt), prefix, head }
		yield head
		const waiting = collector()
		let number = 0
		for await (const chunk of source) {
			waiting.add(chunk)
			while (waiting.length() > frameBytes) yield closeFrame(cipher, number++, waiting.take(frameBytes), false)
		}
		yield closeFrame(cipher, number, waiting.take(waiting.length()), true)
	}
}

/** A step of a pipeline that gives back what was sealed, each part only after it was proven genuine. */
export function unseal(passphrase: string) {
	return async function* unsealed(source: Chunks): AsyncGenerator<Buffer> {
		const reader = byteReader(source)
		const head = await reader.read(headBytes)
		if (!head?.subarray(0, magic.length).equals(magic)) throw new SealFailure('This is not an export of Faro Migrante')
		const salt = head.subarray(magic.length, magic.length + saltBytes)
		const cipher = { key: await keyFrom(passphrase, salt), prefix: head.subarray(-prefixBytes), head }
		for (let number = 0, isLast = false; !isLast; number++) {
			const mark = (await readWhole(reader, 4)).readUInt32BE()
			const length = mark % lastFlag
			isLast = mark >= lastFlag
			if (length > frameBytes) throw damaged(number)
			yield openFrame(cipher, number, await readWhole(reader, length + tagBytes), isLast)
		}
		if ((await reader.read(1)) !== undefined) throw new SealFailure('Something was added behind the end of the export')
	}
}

function keyFrom(passphrase: string, salt: Buffer): Promise<Buffer> {
	return new Promise((resolve, reject) => {
		const told = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
		scrypt(passphrase.normalize('NFC'), salt, 32, scryptCost, told)
	})
}

function closeFrame({ key, prefix, head }: Cipher, number: number, content: Buffer, isLast: boolean): Buffer {
	const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, number, isLast)).setAAD(head)
	const mark = Buffer.alloc(4)
	mark.writeUInt32BE(content.length + (isLast ? lastFlag : 0))
	return Buffer.concat([mark, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

function openFrame({ key, prefix, head }: Cipher, number: number, frame: Buffer, isLast: boolean): Buffer {
	const nonce = nonceOf(prefix, number, isLast)
	const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(head)
	decipher.setAuthTag(frame.subarray(-tagBytes))
	try {
		return Buffer.concat([decipher.update(frame.subarray(0, -tagBytes)), decipher.final()])
	} catch {
		throw damaged(number)
	}
}

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
	const rest = Buffer.alloc(5)
	rest.writeUInt32BE(number)
	rest[4] = isLast ? 1 : 0
	return Buffer.concat([prefix, rest])
}

function damaged(number: number): SealFailure {
	return new SealFailure(
		number === 0
			? 'The passphrase is wrong, or the beginning of the file is damaged'
			: `The file is damaged near byte ${headBytes + number * (frameBytes + tagBytes + 4)}`,
	)
}

async function readWhole(reader: ReturnType<typeof byteReader>, size: number): Promise<Buffer> {
	const bytes = await reader.read(size)
	if (bytes?.length !== size) throw new SealFailure('The file was cut off: its end is missing')
	return bytes
}

function byteReader(source: Chunks) {
	const chunks = source[Symbol.asyncIterator]()
	const waiting = collector()
	return {
		/** So many bytes, fewer at the end, undefined after it. */
		async read(size: number): Promise<Buffer | undefined> {
			while (waiting.length() < size) {
				const { done, value } = await chunks.next()
				if (done) break
				waiting.add(value)
			}
			return waiting.length() === 0 ? undefined : waiting.take(Math.min(size, waiting.length()))
		},
	}
}

/** Bytes in the order they came. */
function collector() {
	let bytes: Buffer = Buffer.alloc(0)
	return {
		length: () => bytes.length,
		add(chunk: Buffer) {
			bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
		},
		take(size: number): Buffer {
			const taken = bytes.subarray(0, size)
			bytes = bytes.subarray(size)
			return taken
		},
	}
}
