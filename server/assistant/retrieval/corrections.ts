// Questions nobody can answer ('¿cuándo me llega?', '¿me van a aprobar?') and things people have heard that are not so.
import type { FacetName } from '../../../contracts/guide.ts'
import type { Context, GateParts } from '../gate.ts'

export type Correction = { kind: 'unknown' | 'answer'; says: string; topic?: string; take?: FacetName }

/** Finds what has to be said before any topic. */
export function createCorrections({ gates, compile }: GateParts): (context: Context) => Correction | undefined {
	const unknowable = gates.unknowable.entries.map((entry) => ({
		entry,
		signs: compile(entry.signs),
		unless: compile(entry.unless),
		fits: entry.fits && compile(entry.fits),
	}))
	const myths = gates.myths.entries.map((entry) => ({
		entry,
		signs: compile(entry.signs),
		unless: compile(entry.unless),
	}))

	return ({ reading: { heard }, state }) => {
		const nobodyKnows = unknowable.find(
			({ signs, unless, fits }) =>
				signs.matches(heard) && !unless.matches(heard) && (!fits || fits.matches(heard) || state.topic !== undefined),
		)
		if (nobodyKnows) {
			const { says, topic, take } = nobodyKnows.entry
			return { kind: 'unknown', says, topic, take }
		}
		const myth = myths.find(({ signs, unless }) => signs.matches(heard) && !unless.matches(heard))
		return myth && { kind: 'answer', says: myth.entry.says, topic: myth.entry.topic }
	}
}
