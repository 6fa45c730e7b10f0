import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SealFailure, seal, unseal } from './sealed-stream.ts'

const passphrase = 'un faro en la costa'

async function sealed(content: Buffer): Promise<Buffer> {
	return Buffer.concat(await Array.fromAsync(seal(passphrase)(piecesOf(content))))
}

async function opened(file: Buffer, withPassphrase = passphrase): Promise<Buffer> {
	return Buffer.concat(await Array.fromAsync(unseal(withPassphrase)(piecesOf(file))))
}

/** In sizes that fit no frame. */
async function* piecesOf(content: Buffer) {
	for (let start = 0; start < content.length; start += 10_007) yield content.subarray(start, start + 10_007)
}

const frame = 4 + 64 * 1024 + 16
const head = 9 + 16 + 7

describe('a sealed stream', () => {
	it.each([0, 1, 65_536, 65_537, 200_000])('gives back %i bytes', async (size) => {
		const content = randomBytes(size)
		expect((await opened(await sealed(content))).equals(content)).toBe(true)
	})

	it('never looks the same twice and shows nothing of what is inside', async () => {
		const content = Buffer.from('rosa@example.org '.repeat(100))
		const [first, second] = await Promise.all([sealed(content), sealed(content)])
		expect(first.equals(second)).toBe(false)
		expect(first.includes('example')).toBe(false)
	})

	it('opens with its passphrase alone', async () => {
		await expect(opened(await sealed(Buffer.from('x')), 'otra clave más larga')).rejects.toThrow(/passphrase is wrong/)
	})

	it.each([
		['in a frame', head + frame + 5000],
		['in the last byte', head + 2 * frame + 4 + 1000 + 16 - 1],
		['in the length of a frame', head + frame + 3],
		['in the mark of the last frame', head + 2 * frame],
		['in the salt', 12],
		['in the nonce', head - 1],
	])('notices a flipped bit %s', async (_, place) => {
		const file = await sealed(randomBytes(2 * 65_536 + 1000))
		file[place] = (file[place] as number) ^ 0x80
		await expect(opened(file)).rejects.toThrow(SealFailure)
	})

	it('notices that its end is missing, also between two frames', async () => {
		const file = await sealed(randomBytes(3 * 65_536))
		for (const end of [file.length - 1, head + frame, head + 2 * frame + 100, head + 2, head])
			await expect(opened(file.subarray(0, end))).rejects.toThrow(SealFailure)
	})

	it('notices frames that changed places, and what was added behind the end', async () => {
		const file = await sealed(randomBytes(3 * 65_536))
		const [first, second] = [file.subarray(head, head + frame), file.subarray(head + frame, head + 2 * frame)]
		const swapped = Buffer.concat([file.subarray(0, head), second, first, file.subarray(head + 2 * frame)])
		await expect(opened(swapped)).rejects.toThrow(SealFailure)
		await expect(opened(Buffer.concat([file, Buffer.from('x')]))).rejects.toThrow(/added behind the end/)
	})

	it('is not taken for something else', async () => {
		await expect(opened(Buffer.from('a,b,c\n'.repeat(100)))).rejects.toThrow(/not an export/)
		await expect(opened(Buffer.alloc(0))).rejects.toThrow(/not an export/)
	})
})
