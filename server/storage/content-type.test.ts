import { describe, expect, it } from 'vitest'
import { checkAllowed, checkType } from './content-type.ts'

const samples = {
	pdf: Buffer.from('%PDF-1.4\n1 0 obj'),
	png: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
	jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
	zip: Buffer.from('504b0304140000000800', 'hex'),
	word: Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
	program: Buffer.concat([Buffer.from('4d5a9000', 'hex'), Buffer.alloc(64)]),
	text: Buffer.from('Formulario, petición'),
	xml: Buffer.from('<?xml version="1.0"?><a/>'),
	noise: Buffer.from([1, 2, 3, 4, 250, 251]),
	zeros: Buffer.from('text\0text'),
	nothing: Buffer.alloc(0),
}
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

describe('a type', () => {
	it.each<[string | undefined, keyof typeof samples, string]>([
		['application/pdf', 'pdf', 'application/pdf'],
		['Application/PDF; x=y', 'pdf', 'Application/PDF; x=y'],
		['image/jpg', 'jpeg', 'image/jpg'],
		['application/msword', 'word', 'application/msword'],
		[docx, 'zip', docx],
		['application/x-zip-compressed', 'zip', 'application/x-zip-compressed'],
		['text/csv', 'text', 'text/csv'],
		['image/svg+xml', 'xml', 'image/svg+xml'],
		['text/xml', 'xml', 'text/xml'],
		['application/json', 'text', 'application/json'],
		['application/x-of-our-own', 'noise', 'application/x-of-our-own'],
		['text/plain', 'nothing', 'text/plain'],
		[undefined, 'pdf', 'application/pdf'],
		['application/octet-stream', 'png', 'image/png'],
		['text/plain;charset=UTF-8', 'png', 'image/png'],
		['text/plain;charset=UTF-8', 'text', 'text/plain;charset=UTF-8'],
		[undefined, 'noise', 'application/octet-stream'],
		[undefined, 'nothing', 'application/octet-stream'],
	])('%s is believed of %s, and kept as %s', async (declared, sample, kept) => {
		expect(await checkType(declared, samples[sample])).toBe(kept)
	})

	it.each<[string, keyof typeof samples]>([
		['application/pdf', 'text'],
		['application/pdf', 'png'],
		['application/pdf', 'nothing'],
		['application/pdf', 'noise'],
		['image/png', 'jpeg'],
		['image/jpeg', 'program'],
		['text/plain', 'program'],
		['text/plain', 'pdf'],
		['text/html', 'zeros'],
		['application/json', 'zip'],
		['image/svg+xml', 'png'],
		[docx, 'pdf'],
		['application/msword', 'program'],
		['application/msword', 'text'],
		['application/zip', 'text'],
		['application/x-of-our-own', 'program'],
	])('%s is not believed of %s', async (declared, sample) => {
		await expect(checkType(declared, samples[sample])).rejects.toMatchObject({ case: 'invalid_mime_type' })
	})

	it('is taken by a bucket that takes it, its family or everything', () => {
		for (const allowed of [null, [], ['image/png'], ['IMAGE/*'], ['*/*'], ['text/plain', 'image/png']])
			expect(() => checkAllowed('image/png; x=y', allowed)).not.toThrow()
		for (const allowed of [['image/jpeg'], ['text/*'], ['image'], ['*']])
			expect(() => checkAllowed('image/png', allowed)).toThrow('mime type image/png is not supported')
	})
})
