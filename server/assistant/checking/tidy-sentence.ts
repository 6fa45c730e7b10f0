// What can be put right in a sentence without changing what it says: marks of Markdown go, the country is written in full,
// an address of an official page becomes 'la página oficial'. What cannot be put right is left out.

/** The sentence as it may be written; undefined when it cannot be put right. `officialHosts` are those of the evidence. */
export function tidySentence(text: string, officialHosts: ReadonlySet<string>): string | undefined {
	const unmarked = stripMarkdown(text)
	const unlinked = unmarked === undefined ? undefined : replaceAddresses(unmarked, officialHosts)
	if (unlinked === undefined) return undefined
	const written = writeCountry(unlinked)
	if (written === undefined || /[<>{}[\]|\\^~`#*=]|https?:|www\b/i.test(written)) return undefined
	return written
		.replace(/ +([,.;:!?])/g, '$1')
		.replace(/\s+/g, ' ')
		.trim()
}

function stripMarkdown(text: string): string | undefined {
	if (/```|^\s*[-=_*|:\s]+$/.test(text)) return undefined
	return text
		.replace(/^\s*(?:>\s*)*(?:#{1,6}\s+)?/, '')
		.replace(/^\s*(?:[-*+•·‣▪–—]\s+|(?:\*\*)?\(?(?:\d{1,2}|[a-z])[.)](?:\*\*)?\s+)/, '')
		.replace(/^\s*\[[ x]?\]\s+/i, '')
		.replace(/!?\[([^\]]*)\]\(([^)]*)\)/g, '$1')
		.replace(/<\/?(?:b|i|em|strong|u|p|br|li|ul|ol) ?\/?>/gi, '')
		.replace(/\*+|`+|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
		.replace(/^#+\s*|#(?=\s|$)/g, '')
}

const domainEnd =
	'com|org|net|gov|mil|edu|info|us|mx|gob|co|io|app|me|ly|es|int|site|online|legal|law|help|link|biz|xyz|tv|cc|to|gt|hn|sv|ve|cu'
const address = new RegExp(
	`(?:[a-z]+:\\/\\/|www\\.)[^\\s)]+|(?:[\\w-]+\\.)+(?:${domainEnd})\\b(?:\\.[a-z]{2,3})?(?:\\/[^\\s),]*)?`,
	'gi',
)
const mailOrHandle =
	/\S+@\S+|(?<!\S)@\w+|\barroba\b|\bpunto\s+(?:com|org|net|gov|gob|info|mx|us)\b|\[(?:dot|punto|at)\]|\(dot\)|\s\.|^(?:com|org|net|gov|info|mx|us)\b|\bh t t p|\bdominio\b.*\bcom\b/i

function replaceAddresses(text: string, officialHosts: ReadonlySet<string>): string | undefined {
	if (mailOrHandle.test(text)) return undefined
	let isForeign = false
	const replaced = text
		.replace(/\s*\((?:en |ver |vea )?(?:https?:\/\/|www\.)[^)]*\)/gi, '')
		.replace(address, (found) => {
			const host = found
				.toLowerCase()
				.replace(/^[a-z]+:\/\//, '')
				.split(/[/?#:]/)[0] as string
			const bare = host.replace(/^www\.|\.$/g, '')
			// a closing full stop belongs to the sentence
			const stop = /[.,;:!?]+$/.exec(found)?.[0] ?? ''
			if (officialHosts.has(bare)) return `la página oficial${stop}`
			isForeign = true
			return found
		})
	if (isForeign) return undefined
	return replaced.replace(
		/\b(?:la|el) (?:página|sitio|portal|web)(?: web)?(?: oficial)?(?: de \w+)?:? (?=la página oficial)/gi,
		'',
	)
}

const notLetter = '(?<![\\p{L}\\p{N}])'
const country = new RegExp(
	`${notLetter}(?:E\\.? ?E\\.?[ /-]?U\\.? ?U\\.?(?: ?A\\.? ?A\\.?)?|[Ee]stados [Uu]nidos de (?:América|Norteamérica|America)|(?:the )?United States(?: of America)?)(?![\\p{L}\\p{N}])`,
	'giu',
)
const shortCountry = new RegExp(
	`${notLetter}(?:(?:la |los )(?=USA|U\\.S))?(?:U\\. ?S\\. ?A\\.?|U\\.S\\.?|USA|US(?! ?\\$)|E\\. ?U\\. ?A\\.?|EUA|E\\. ?U\\.?|EU)(?![\\p{L}\\p{N}$])(?! ?(?:C\\.|Code))`,
	'gu',
)

function writeCountry(text: string): string | undefined {
	const full = (found: string, at: number, whole: string) =>
		found.endsWith('.') && at + found.length >= whole.trimEnd().length ? 'Estados Unidos.' : 'Estados Unidos'
	const written = text
		.replace(country, (found, at: number, whole: string) => full(found, at, whole))
		.replace(shortCountry, (found, at: number, whole: string) => full(found, at, whole))
		.replace(/estados unidos/gi, 'Estados Unidos')
	if (
		/\b(?:los|de|en|a) Estados\b(?! Unidos)|\bUnidos\b(?<!Estados Unidos)|\bla Unión Americana\b|\bgringolandia\b/u.test(
			written,
		)
	)
		return undefined
	return written
}
