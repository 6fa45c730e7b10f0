// Which ways of ways.yaml are worth explaining for what is known. It lists possibilities; it never picks one as advice.
import type { Way } from '../gates/load-gates.ts'
import type { Facts } from './read-facts.ts'

/** The ways whose conditions hold, in the order of the table. */
export function findWays(ways: readonly Way[], { entry, year, grounds }: Facts): Way[] {
	return ways.filter((way) => {
		if (way.before !== undefined) return year !== undefined && year < way.before
		if (!way.when.every((fact) => grounds.includes(fact))) return false
		if (way.anyOf.length > 0 && !way.anyOf.some((fact) => grounds.includes(fact))) return false
		if (way.not.some((fact) => grounds.includes(fact))) return false
		if (way.entry.length === 0) return true
		// How the person came may be unknown: then a tie that exists makes every way that depends on it worth naming.
		return entry === undefined ? !way.when.includes('nothing') : way.entry.includes(entry)
	})
}
