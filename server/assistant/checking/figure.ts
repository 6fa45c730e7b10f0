// What the readers of figures share.
import { stem } from '../language/terms.ts'

export type Figure = {
	/** 'time:180:dia', 'money:500:dolar', 'code:i485', 'tel:8008987180', 'date:30-4-2001', 'count:10', … */
	key: string
	/** Of a count or a share: what is counted, as stems of the words after it, nearest first. */
	of?: string[]
	/** The same for the words before it. */
	near?: string[]
	/** 'more than' or 'less than', where it says so. */
	bound?: 'more' | 'less'
}

/** Notes a figure; gives the mark that takes its place in the text, so that nothing is read twice. */
export type Add = (key: string, more?: Omit<Figure, 'key'>) => string

export const gap = ' ¤ '

export const months = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
	' ',
)
export const month = `(?:${months.join('|')}|setiembre)`
export const timeUnit =
	'(?:dias?|semanas?|mes(?:es)?|anos?|horas?|minutos?|quincenas?|decadas?|lustros?|siglos?|trimestres?|semestres?|bimestres?|anitos?|mesecitos?|diitas?)'
export const number = '\\d+(?:\\.\\d+)?'

/** Stems of the words of `text` up to the end of this part of the sentence. */
export function stemsOf(text: string): string[] {
	return (/^[^.;:¤]*/.exec(text)?.[0].match(/[a-z]{3,}/g) ?? []).map(stem)
}
