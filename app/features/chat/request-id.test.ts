import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { newRequestId } from './request-id.ts'

test('a request id is a version 4 UUID and never the same twice', () => {
	const ids = Array.from({ length: 200 }, newRequestId)
	expect(ids.filter((id) => !z.uuidv4().safeParse(id).success)).toEqual([])
	expect(new Set(ids).size).toBe(200)
})
