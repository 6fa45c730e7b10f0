// The rows in a body. They are looked at only to learn their keys: what the database gets is the text itself, so that
// no number or date passes through another representation.
import { restError } from './errors.ts'
import { maxBodyDepth } from './limits.ts'

export type Payload = {
	/** A JSON array of objects, as text. */
	text: string
	keys: string[]
	/** The client sent one object, not a list. */
	isSingle: boolean
	rows: number
}

/** `columns` are the keys that count, where the client names them; else all rows must have the same ones. */
export function parseBody(text: string, columns?: string[]): Payload {
	const body = parseJson(text)
	if (Array.isArray(body)) return { text, keys: columns ?? commonKeys(body), isSingle: false, rows: countObjects(body) }
	if (!isObject(body))
		throw restError('unreadable_body', { message: 'The body must be an object or a list of objects' })
	return { text: `[${text}]`, keys: columns ?? Object.keys(body), isSingle: true, rows: 1 }
}

/** The arguments of a function call; nothing at all is a call without any. */
export function parseArguments(text: string): Payload {
	const payload = parseBody(text.trim() === '' ? '{}' : text)
	if (!payload.isSingle) throw restError('unreadable_body', { message: 'The body must be an object' })
	return payload
}

export function decodeBody(bytes: ArrayBuffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		throw restError('unreadable_body', { message: 'The body is not UTF-8' })
	}
}

function parseJson(text: string): unknown {
	if (depthOf(text) > maxBodyDepth)
		throw restError('unreadable_body', { message: `At most ${maxBodyDepth} levels of JSON` })
	try {
		return JSON.parse(text)
	} catch {
		throw restError('unreadable_body')
	}
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function countObjects(rows: unknown[]): number {
	if (!rows.every(isObject)) throw restError('unreadable_body', { message: 'All object keys must match' })
	return rows.length
}

function commonKeys(rows: unknown[]): string[] {
	countObjects(rows)
	const keys = Object.keys(rows[0] ?? {})
	const isAlike = (row: unknown) => {
		const own = Object.keys(row as object)
		return own.length === keys.length && keys.every((key) => Object.hasOwn(row as object, key))
	}
	if (!rows.every(isAlike)) throw restError('unreadable_body', { message: 'All object keys must match' })
	return keys
}

/** Levels of brackets, counted outside of strings; right for every valid text, and no matter for the others. */
function depthOf(text: string): number {
	let depth = 0
	let deepest = 0
	let isInString = false
	for (let position = 0; position < text.length; position++) {
		const character = text[position]
		if (isInString && character === '\\') position++
		else if (character === '"') isInString = !isInString
		else if (isInString) continue
		else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth)
		else if (character === ']' || character === '}') depth--
	}
	return deepest
}
