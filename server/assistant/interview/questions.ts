// Which of the interview's questions is open, and whether the person asks for somebody else.
import type { Reading } from '../language/reading.ts'
import type { InterviewState } from '../state.ts'
import { isGround } from './read-facts.ts'

export type Question = 'both' | 'entry' | 'ground' | 'history'

/** Times the questions are put before the ways are explained with what is known. */
export const mostAsked = 2

/** How somebody with asylum came no longer matters. */
const settled = ['asylum-granted']

/** One relative, in plain spelling. */
export const relative =
	'(?:esposo|esposa|marido|mujer|mama|papa|padres|papas|hijos?|hijas?|hermanos?|hermanas?|novi[oa]|pareja|suegr[oa]|sobrin[oa]|prim[oa]|cunad[oa]|ti[oa]|abuel(?:it)?[oa]|amig[oa])'
const aboutSomebodyElse = new RegExp(
	`\\b(les?|\\w+(?:arles?|arlos?|arla|erles?|irles?))\\b|\\b(?:a|para|de) mis? ${relative}\\b|\\bmis? ${relative} (?:puede|pueden|no tiene|quiere|entro|cruzo|tiene arreglo)`,
)
const forSomebodyElse = new RegExp(
	`\\b(?:es|son|seria) (?:para|de) (?:mis?|un|una) ${relative}\\b|\\bpara mis? ${relative}\\b`,
)

export function openQuestion({ entry, grounds }: InterviewState): Question {
	const hasEntry = entry !== undefined || grounds.some((ground) => settled.includes(ground))
	const hasGround = grounds.some(isGround)
	if (hasEntry) return hasGround ? 'history' : 'ground'
	return hasGround ? 'entry' : 'both'
}

export function isAboutSomebodyElse({ plain }: Reading): boolean {
	return aboutSomebodyElse.test(plain)
}

/** 'Es para mi mamá': said while the questions are open. */
export function saysForSomebodyElse({ plain }: Reading): boolean {
	return forSomebodyElse.test(plain)
}
