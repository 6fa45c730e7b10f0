// Runs statements that change something, where the client may have said how much may change.
import type { Caller, Database, Query } from '../database/database.ts'
import type { Outcome } from './build-read.ts'
import { restError } from './errors.ts'
import { affectedLimit } from './parse-preferences.ts'
import { checkSingle, type Page, type RestRequest, toPage } from './request.ts'

/**
 * Where the outcome decides whether a change may stay, it is looked at before the transaction ends; `isHarmless` says
 * that a wrong outcome changed nothing.
 */
export async function changeRows(
	database: Database,
	request: RestRequest,
	query: Query,
	isHarmless = false,
): Promise<Page> {
	const { caller, preferences, media } = request
	const mustFit = affectedLimit(preferences) !== undefined || (media.shape === 'object' && !isHarmless)
	if (preferences.tx === 'rollback') return tryOut(database, caller, query, (page) => checkOutcome(request, page))
	if (!mustFit) {
		const page = toPage(await database.runAs<Outcome>(caller, query))
		checkOutcome(request, page)
		return page
	}
	return database.transactionAs(caller, async (run) => {
		const page = toPage(await run<Outcome>(query))
		checkOutcome(request, page)
		return page
	})
}

function checkOutcome(request: RestRequest, { rows }: Page) {
	checkSingle(request, rows)
	const limit = affectedLimit(request.preferences)
	if (limit !== undefined && rows > limit)
		throw restError('too_many_affected', { details: `The query affects ${rows} rows` })
}

/** What would have come out: leaving a transaction with an error takes everything in it back. */
async function tryOut(database: Database, caller: Caller, query: Query, check: (page: Page) => void): Promise<Page> {
	class TakenBack extends Error {
		readonly page: Page
		constructor(page: Page) {
			super('taken back')
			this.page = page
		}
	}
	try {
		return await database.transactionAs(caller, async (run) => {
			const page = toPage(await run<Outcome>(query))
			check(page)
			throw new TakenBack(page)
		})
	} catch (error) {
		if (error instanceof TakenBack) return error.page
		throw error
	}
}
