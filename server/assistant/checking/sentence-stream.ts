// Cuts an answer into sentences while it streams in. A sentence is whole as soon as nothing that may follow can belong to
// it: 'Sr.', 'EE. UU.', '8 a.m.', '3.5' and 'uscis.gov' end none.

export type StreamedSentence = {
	text: string
	/** True when it begins a line. */
	startsLine: boolean
	/** True when its end was not seen: there was no closing mark. */
	isOpen: boolean
}

/** Longer than any sentence somebody should read; what is longer is one sentence that nobody gets. */
export const longestSentence = 1_200

export type SentenceStream = { push(delta: string): StreamedSentence[]; rest(): StreamedSentence[] }

export function createSentenceStream(): SentenceStream {
	let buffer = ''
	let startsLine = true

	/** Cuts off the first `end` characters as one sentence. */
	const take = (end: number, isOpen: boolean): StreamedSentence[] => {
		const raw = buffer.slice(0, end)
		buffer = buffer.slice(end)
		const sentence = { text: raw.trim(), startsLine: startsLine || /^\s*\n/.test(raw), isOpen }
		startsLine = raw.endsWith('\n')
		if (sentence.text === '') {
			startsLine ||= sentence.startsLine
			return []
		}
		return [sentence]
	}

	return {
		push: (delta) => {
			buffer += delta
			const sentences: StreamedSentence[] = []
			for (let end = sentenceEnd(buffer, startsLine); end > 0; end = sentenceEnd(buffer, startsLine)) {
				sentences.push(...take(end, false))
			}
			// What has no end is not kept growing: its beginning is enough to know that it is too long.
			if (buffer.length > 4 * longestSentence) buffer = buffer.slice(0, 2 * longestSentence)
			return sentences
		},
		// after a letter and a closing mark it is whole, though nothing followed; '3.' may be the half of a number
		rest: () => take(buffer.length, !/[\p{Ll})][.!?…]+['"»”’)*]*\s*$/u.test(buffer)),
	}
}

const closing = /[.!?…。]+["'»”’)\]*_]*(?=(\s))|\n/gu
const abbreviation =
	/(?:^|[\s(¿¡"'«])(?:sra?s?|dra?s?|lic|ing|prof|ud|uds|vd|n[uú]m|n[oº°]|art|arts|p[aá]g|p[aá]gs|tel|ext|av|avda|apto|depto|dpto|col|p|ej|fig|cap|inc|vol|aprox|m[aá]x|m[ií]n|jr|st|mr|mrs|ms|vs|gral|gob|ee|e\.? ?e|e\.? ?u|e\.u\.a|e\.e\.u|u\.? ?s|u\.s\.a|u|u\.s\.c|[a-zñ])\.$/iu
const maybeAbbreviation = /(?:^|[\s(])(?:etc|[ap]\. ?m|ee\. ?uu|e\. ?u|e\.e\.u\.u|u\. ?s|u\.s\.a|no|ss\. ?aa)\.$/iu

/** 'número A', 'visa U': a letter that is a name, at the end of its sentence. */
const lettered = /(?:n[uú]mero|n[uú]m\.|visas?|suplemento|anexo|categor[ií]a|parte|tipo|letra| [you]) \p{L}\.$/iu

/** Where the first sentence of `text` ends, just after its mark; 0 while that is not sure. */
function sentenceEnd(text: string, startsLine: boolean): number {
	closing.lastIndex = 0
	for (let match = closing.exec(text); match; match = closing.exec(text)) {
		const end = match.index + match[0].length
		if (match[0] === '\n' || match[1] === '\n') return end
		const before = text.slice(0, end)
		if (isListMark(before, startsLine)) continue
		const next = /\S/.exec(text.slice(end))?.[0]
		const isUnsure = maybeAbbreviation.test(before) || /(?:\.\.|…)["'»”’)\]*_]*$/u.test(before)
		if (isUnsure) {
			// only what follows tells: 'a.m. a 5 p.m.' goes on, 'a.m. Lleva …' does not
			if (next === undefined) return 0
			if (/[\p{Ll}\d,;]/u.test(next) || /^\s*UU/u.test(text.slice(end))) continue
			return end
		}
		if (/[^.]\.$/u.test(before) && abbreviation.test(before) && !lettered.test(before)) continue
		return end
	}
	return 0
}

function isListMark(before: string, startsLine: boolean): boolean {
	return startsLine && /^\s*(?:[-*•] ?)?(?:\*\*)?\(?(?:\d{1,2}|[a-zA-Z])\.(?:\*\*)?$/u.test(before)
}
