// A request as the stages behind HTTP see it, and what they answer.
import type { Caller, Database } from '../database/database.ts'
import type { Catalogue } from './catalogue.ts'
import { restError } from './errors.ts'
import type { Media } from './parse-media.ts'
import type { Preferences } from './parse-preferences.ts'

export type RestRequest = {
	caller: Caller
	method: string
	/** The table or function in the address. */
	target: string
	parameters: URLSearchParams
	/** The header `Range`; reads heed it. */
	range: string | undefined
	preferences: Preferences
	media: Media
	readBody(): Promise<string>
}

export type RestParts = { database: Database; catalogue: Catalogue }

export type RestAnswer = { status: number; headers: Record<string, string | undefined>; body: string | null }

/** What came out of a statement. `total` is undefined where nobody counted. */
export type Page = { body: string; rows: number; total: number | undefined }

export function toPage([row]: { body: string; rows: string; total: string | null }[]): Page {
	if (!row) throw new Error('a statement gave no row')
	return { body: row.body, rows: Number(row.rows), total: row.total === null ? undefined : Number(row.total) }
}

/** `0-24/573`; stars stand for what is empty or was not counted. */
export function contentRange(offset: number, rows: number, total: number | undefined): string {
	return `${rows > 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}

/** Throws when the client wants exactly one row and there are more or none. */
export function checkSingle({ media }: RestRequest, rows: number) {
	if (media.shape === 'object' && rows !== 1)
		throw restError('not_single', { details: `The result contains ${rows} rows` })
}
