// Calls of functions: POST with the arguments in the body, GET and HEAD with them in the address.
import { buildCall } from './build-call.ts'
import type { Outcome } from './build-read.ts'
import type { Routine } from './catalogue.ts'
import { changeRows } from './change-rows.ts'
import { restError } from './errors.ts'
import { type Payload, parseArguments } from './parse-body.ts'
import { parseQuery, reservedParameters } from './parse-query.ts'
import { answerPage } from './read-rows.ts'
import { checkSingle, type RestAnswer, type RestParts, type RestRequest, toPage } from './request.ts'
import { comparisonOperators, searchOperators } from './tree.ts'

export async function callFunction({ database, catalogue }: RestParts, request: RestRequest): Promise<RestAnswer> {
	const isRead = request.method !== 'POST'
	const { given, filters } = isRead ? splitParameters(request.parameters) : { given: {}, filters: request.parameters }
	const payload = parseArguments(isRead ? JSON.stringify(given) : await request.readBody())
	const routine = chooseRoutine(catalogue.routines(request.target), request.target, payload)
	if (isRead && routine.isVolatile) {
		throw restError('unsuitable_rpc_method', { message: `Cannot use the ${request.method} method on RPC` })
	}
	const tree = parseQuery(routine.name, filters, isRead ? request.range : undefined)
	const isBodyless = request.method === 'HEAD' || request.preferences.return === 'minimal'
	const query = buildCall(routine, payload, tree, isBodyless ? 'none' : request.media, request.preferences.count)
	const page = routine.isVolatile
		? await changeRows(database, request, query)
		: toPage(await database.runAs<Outcome>(request.caller, query))
	checkSingle(request, page.rows)
	const answer = answerPage(request, tree.window.offset, page)
	return routine.result.kind === 'void'
		? { ...answer, status: 204, headers: { ...answer.headers, 'Content-Type': undefined }, body: null }
		: answer
}

/** The function that takes exactly these arguments; those with a default may be left out. */
function chooseRoutine(routines: Routine[], name: string, { keys }: Payload): Routine {
	const fitting = routines.filter((routine) => {
		const names = routine.arguments.map((argument) => argument.name)
		return (
			keys.every((key) => names.includes(key)) &&
			routine.arguments.every((argument) => !argument.isRequired || keys.includes(argument.name))
		)
	})
	const signature = `public.${name}${keys.length > 0 ? `(${keys.join(', ')})` : ' without parameters'}`
	if (fitting.length > 1)
		throw restError('ambiguous_function', {
			message: `Could not choose the best candidate function between: ${signature}`,
		})
	const [routine] = fitting
	if (!routine)
		throw restError('unknown_function', { message: `Could not find the function ${signature} in the schema cache` })
	return routine
}

const asksSomething = new RegExp(
	`^(not\\.)?(in|is|${[...comparisonOperators, ...searchOperators].join('|')})(\\([^()]*\\))?\\.`,
)

/** In an address a parameter is an argument, unless it reads like a filter of the result. */
function splitParameters(parameters: URLSearchParams): { given: Record<string, string>; filters: URLSearchParams } {
	const given: [string, string][] = []
	const filters = new URLSearchParams()
	for (const [key, value] of parameters) {
		const isFilter = reservedParameters.includes(key) || /^(not\.)?(and|or)$/.test(key) || asksSomething.test(value)
		if (isFilter) filters.append(key, value)
		else given.push([key, value])
	}
	return { given: Object.fromEntries(given), filters }
}
