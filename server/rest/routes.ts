// /rest/v1 as the official client calls it: text → tree (parse-*) → SQL (build-*) → answer (*-rows, call-function).
// Row-level security decides who sees and changes what; nothing here does. Left out: other tables inside a select, sums,
// schemas other than public, query plans, PUT. Who asks was settled before: `caller` is in the context.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../app-env.ts'
import type { Database } from '../database/database.ts'
import { callFunction } from './call-function.ts'
import { type CatalogueSource, catalogueSource, type Table } from './catalogue.ts'
import { asRestError, describeFailure, mayBeOutdated, restError } from './errors.ts'
import { maxBodyBytes, maxUrlLength } from './limits.ts'
import { decodeBody } from './parse-body.ts'
import { checkBodyType, parseAccept } from './parse-media.ts'
import { parsePreferences } from './parse-preferences.ts'
import { readRows } from './read-rows.ts'
import type { RestAnswer, RestParts, RestRequest } from './request.ts'
import { deleteRows, insertRows, updateRows } from './write-rows.ts'

export type RestRouteParts = {
	database: Database
	/** Default: one that reads when first asked. Give one to read at start, or to say that tables have changed. */
	catalogue?: CatalogueSource
}

export function restRoutes({ database, catalogue = catalogueSource(database.query) }: RestRouteParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.use(bodyLimit({ maxSize: maxBodyBytes, onError: () => Promise.reject(restError('too_large_body')) }))
	routes.all('/rpc/:name', (c) => serve(c, c.req.param('name'), answerFunction))
	routes.all('/:table', (c) => serve(c, c.req.param('table'), answerTable))
	routes.all('*', () => Promise.reject(restError('unknown_path')))
	routes.onError((error, c) => {
		const told = asRestError(error, c.get('caller'))
		if (told.status >= 500) c.get('log').error(describeFailure(error), 'rest failed')
		else if (told.code === '57014') c.get('log').warn(describeFailure(error), 'rest took too long')
		if (told.status === 401) c.header('WWW-Authenticate', 'Bearer')
		// The rest of the body is never read, so nothing else can come over this connection.
		if (told.status === 413) c.header('Connection', 'close')
		return c.json(told, told.status as 400)
	})

	/** A table or column made a moment ago may be missing from the catalogue: then it is read again, once. */
	async function serve(c: Context<AppEnv>, target: string, answer: Answer): Promise<Response> {
		const request = readRequest(c, target)
		try {
			return respond(await answer({ database, catalogue: await catalogue.current() }, request))
		} catch (error) {
			if (!mayBeOutdated(error) || !(await catalogue.renew())) throw error
			return respond(await answer({ database, catalogue: await catalogue.current() }, request))
		}
	}

	return routes
}

type Answer = (parts: RestParts, request: RestRequest) => Promise<RestAnswer>

const tableMethods: Record<string, (parts: RestParts, table: Table, request: RestRequest) => Promise<RestAnswer>> = {
	GET: readRows,
	HEAD: readRows,
	POST: insertRows,
	PATCH: updateRows,
	DELETE: deleteRows,
}
const functionMethods = ['GET', 'HEAD', 'POST']

async function answerTable(parts: RestParts, request: RestRequest): Promise<RestAnswer> {
	if (request.method === 'OPTIONS') return allow(Object.keys(tableMethods))
	const answer = tableMethods[request.method]
	if (!answer) throw restError('unsupported_method', { message: `Unsupported HTTP method: ${request.method}` })
	const table = parts.catalogue.table(request.target)
	if (table) return answer(parts, table, request)
	throw restError('unknown_table', {
		message: `Could not find the table 'public.${request.target}' in the schema cache`,
	})
}

async function answerFunction(parts: RestParts, request: RestRequest): Promise<RestAnswer> {
	if (request.method === 'OPTIONS') return allow(functionMethods)
	if (functionMethods.includes(request.method)) return callFunction(parts, request)
	throw restError('unsuitable_rpc_method', { message: `Cannot use the ${request.method} method on RPC` })
}

function allow(methods: string[]): RestAnswer {
	return { status: 200, headers: { Allow: ['OPTIONS', ...methods].join(',') }, body: null }
}

function readRequest(c: Context<AppEnv>, target: string): RestRequest {
	const { method, url } = c.req
	if (url.length > maxUrlLength)
		throw restError('too_long_query', { message: `The address has more than ${maxUrlLength} characters` })
	checkSchema(c.req.header(method === 'GET' || method === 'HEAD' ? 'accept-profile' : 'content-profile'))
	return {
		caller: c.get('caller'),
		method,
		target,
		parameters: new URL(url).searchParams,
		range: c.req.header('range'),
		preferences: parsePreferences(c.req.header('prefer')),
		media: parseAccept(c.req.header('accept')),
		async readBody() {
			checkBodyType(c.req.header('content-type'))
			return decodeBody(await c.req.arrayBuffer().catch(describeBrokenBody))
		},
	}
}

/** Node says of a client that went away what it also says of a database that did. */
function describeBrokenBody(error: NodeJS.ErrnoException): never {
	throw error.code === 'ECONNRESET' ? restError('unreadable_body', { message: 'The body broke off' }) : error
}

function checkSchema(schema = 'public') {
	if (schema === 'public') return
	throw restError('unknown_schema', {
		message: `Invalid schema: ${schema}`,
		details: 'Only the following schemas are exposed: public',
	})
}

function respond({ status, headers, body }: RestAnswer): Response {
	const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
	return new Response(body, { status, headers: given })
}
