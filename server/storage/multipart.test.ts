import { describe, expect, it } from 'vitest'
import { boundaryOf, readParts, readText } from './multipart.ts'

const form = [
	'preamble that nobody reads\r\n--edge\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600',
	'\r\n--edge\r\nContent-Disposition: form-data; name=""; filename="a \r.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
	'%PDF-1.7\r\n--edg\r\n--edgy\r\n-\r\n',
	'\r\n--edge  \r\ncontent-disposition: FORM-DATA; filename*=utf-8\'\'b; name="b"\r\n\r\n',
	'\r\n--edge--\r\nepilogue',
].join('')

async function* split(text: string, at: number[]) {
	const bytes = Buffer.from(text)
	for (const [index, start] of [0, ...at].entries()) yield bytes.subarray(start, at[index] ?? bytes.length)
}

async function read(body: AsyncIterable<Uint8Array>) {
	const parts: unknown[] = []
	for await (const { content, ...part } of readParts(body, 'edge'))
		parts.push({ ...part, text: await readText(content, 1000) })
	return parts
}

const expected = [
	{ name: 'cacheControl', isFile: false, type: undefined, text: '3600' },
	{
		name: '',
		isFile: true,
		type: 'application/pdf',
		text: '%PDF-1.7\r\n--edg\r\n--edgy\r\n-\r\n',
	},
	{ name: 'b', isFile: true, type: undefined, text: '' },
]

describe('a form', () => {
	it('is read the same wherever the network cuts it', async () => {
		for (let first = 1; first < form.length; first++)
			expect(await read(split(form, [first, Math.min(first + 3, form.length)]))).toEqual(expected)
		const everywhere = Array.from({ length: form.length - 1 }, (_, index) => index + 1)
		expect(await read(split(form, everywhere))).toEqual(expected)
	})

	it('that ends anywhere before its end is not taken for a whole one', async () => {
		const end = form.indexOf('--edge--') + '--edge--'.length
		for (let length = 0; length < end; length++)
			await expect(read(split(form.slice(0, length), []))).rejects.toMatchObject({ case: 'broken_body' })
		expect(await read(split(form.slice(0, end), []))).toEqual(expected)
	})

	it('has a part that is too large for a field refused', async () => {
		const large = `--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(1001)}\r\n--edge--`
		await expect(read(split(large, []))).rejects.toMatchObject({ case: 'broken_body' })
	})
})

describe('the boundary', () => {
	it.each([
		['multipart/form-data; boundary=abc', 'abc'],
		['Multipart/Form-Data;boundary="a b"', 'a b'],
		['multipart/form-data; charset=utf-8; boundary=abc; x=y', 'abc'],
		['multipart/form-data', undefined],
		['multipart/form-data; boundary=', undefined],
		[`multipart/form-data; boundary=${'x'.repeat(201)}`, undefined],
		['application/pdf', undefined],
		[undefined, undefined],
	])('of %s is %s', (contentType, boundary) => {
		expect(boundaryOf(contentType)).toBe(boundary)
	})
})
