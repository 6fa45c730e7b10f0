// The tables whose changes are announced: those with the trigger, with their columns from the catalogue.
import type { Database } from '../database/database.ts'
import { catalogueSource, type Table } from '../rest/catalogue.ts'

export type AnnouncedTables = {
	/** Undefined for a table without the trigger. */
	find(name: string): Promise<Table | undefined>
}

const leastAgeMs = 3000

/** Reads when first asked, and again when a name is not known. */
export function announcedTables({ query }: Pick<Database, 'query'>, now: () => number = Date.now): AnnouncedTables {
	const catalogue = catalogueSource(query, now)
	let reading: Promise<Set<string>> | undefined
	let readAt = 0

	const names = () => {
		if (!reading) {
			readAt = now()
			reading = readNames({ query })
			reading.catch(() => {
				reading = undefined
			})
		}
		return reading
	}

	return {
		async find(name) {
			if (!(await names()).has(name)) {
				if (now() - readAt < leastAgeMs) return undefined
				reading = undefined
				await catalogue.renew()
				if (!(await names()).has(name)) return undefined
			}
			return (await catalogue.current()).table(name)
		},
	}
}

async function readNames({ query }: Pick<Database, 'query'>): Promise<Set<string>> {
	const rows = await query<{ name: string }>({
		text: `
			select distinct relname as name
			from pg_trigger
			join pg_class on pg_class.oid = tgrelid
			where tgfoid = 'faro.announce_change()'::regprocedure and relnamespace = 'public'::regnamespace`,
	})
	return new Set(rows.map(({ name }) => name))
}
