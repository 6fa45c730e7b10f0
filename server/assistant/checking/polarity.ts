// What the guide only warns of must not come as advice, and what it advises must not come with a 'no'. Compared with the
// clauses of the guide that are most like the sentence's own.
import type { Clause, Word } from './read-words.ts'
import { type EvidenceText, has, keysOf } from './support.ts'

/** True when a clause says the opposite of the evidence. */
export function isTurned(clauses: readonly Clause[], evidence: readonly EvidenceText[]): boolean {
	const guide = evidence.flatMap(({ sentences }) => sentences.flatMap(({ clauses }) => clauses))
	return clauses.some(
		(clause) =>
			clause.words.some((word) => isSpared(word, clause, guide)) ||
			(!/\bsi puedes\b/.test(clause.text) && clause.words.some((word) => isForbidden(word, guide))) ||
			(!clause.isCondition &&
				clause.words.some(
					(word) =>
						isOpposed(word, clause, guide) ||
						isUnwarned(word, guide) ||
						isOnlyWarned(word, guide) ||
						isMadeUp(word, clause, evidence),
				)),
	)
}

/** 'firma' where the guide's nearest clauses say 'no firmes', and the other way round. */
function isOpposed(word: Word, clause: Clause, guide: readonly Clause[]): boolean {
	if (!word.isAction) return false
	const others = new Set(
		[...keysOf([{ ...clause, words: clause.words.filter((each) => each !== word) }])].filter(isNarrow),
	)
	const holding = guide.flatMap((each) => {
		if (each.isCondition) return []
		const own = each.words.find((candidate) => sharesVerb(candidate, word))
		return own?.isAction ? [{ own, likeness: each.words.filter((near) => has(others, near)).length }] : []
	})
	if (holding.length === 0) return false
	const most = Math.max(...holding.map(({ likeness }) => likeness))
	// about something else
	if (most === 0 && others.size > 0) return false
	const nearest = holding.filter(({ likeness }) => likeness === most)
	return nearest.every(({ own }) => own.isDenied !== word.isDenied)
}

/** 'no hace falta', 'sin abogado': what the guide asks for is spared only where the guide spares it. */
function isSpared(word: Word, { text, words }: Clause, guide: readonly Clause[]): boolean {
	const isThing = !word.isAction && !/r(?:l[oae]s?|te|se)?$/.test(word.text)
	// 'no firmes sin un abogado' asks for one
	const warns = words.some(({ isAction, isDenied }) => isAction && isDenied) || /^no (?:es|soy|somos) /.test(text)
	const spares = isThing && (word.isExempt || (word.isDenied && helper.test(word.text) && !warns))
	if (!spares) return false
	const told = guide.flatMap(({ words }) => words.filter((each) => isSame(each, word)))
	return told.length > 0 && !told.some(({ isDenied }) => isDenied)
}

const helper = /^(?:abogad|representante|licenciad|defensor)/

/** 'puedes viajar' where the guide tells of it but never as something that may be done. */
function isForbidden(word: Word, guide: readonly Clause[]): boolean {
	if (!word.isAllowed || procedure.test(word.text)) return false
	const told = guide.flatMap((clause) =>
		clause.words.filter((each) => isAlike(each, word)).map((own) => ({ own, clause })),
	)
	if (told.length === 0) return false
	return !told.some(({ own, clause }) => !own.isDenied && (own.isAction || may.test(clause.text)))
}

/** What every way through an office is made of. */
const procedure = /^(?:mand|envi|ped|pid|llen|sac|solicit|tramit|present|llev|busc|pregunt|consult|habl|revis|llam)/

const may = /\b(?:puede[sn]?|podr\w+|permit\w+|deja|dejan|derecho|se|sirve|ayuda\w*)\b/

/** 'no vayas', 'no contestes': what one owes an office is left undone only where the guide says so. */
function isUnwarned(word: Word, guide: readonly Clause[]): boolean {
	if (!word.isAction || !word.isDenied || !duty.test(word.text)) return false
	return !guide.some(
		({ words, isCondition }) => !isCondition && words.some((each) => each.isDenied && isAlike(each, word)),
	)
}

const duty = /^(?:ir|vay|acud|asist|present|contest|respond|avis|declar|inform|cumpl)/

/** 'sal del país' where the guide orders it only with a 'no'. */
function isOnlyWarned(word: Word, guide: readonly Clause[]): boolean {
	if (!word.isAction || word.isDenied) return false
	const told = guide.filter(({ isCondition }) => !isCondition).flatMap(({ words }) => words)
	const warned = told.some((each) => each.isAction && each.isDenied && sharesVerb(each, word))
	// 'se mandan juntos' tells to send, 'votar antes es un error' does not tell to vote
	return warned && !told.some((each) => !each.isDenied && !/r$/.test(each.text) && sharesVerb(each, word))
}

/** 'di que vienes de paseo': the guide knows the verb and the thing, but never together; so with 'puedes'. */
function isMadeUp(word: Word, { words }: Clause, evidence: readonly EvidenceText[]): boolean {
	const isSaying = word.isAction && word.keys.includes('v:decir')
	const mayBeNew = word.isDenied || procedure.test(word.text) || words.length < 2
	if (mayBeNew || !(word.isAllowed || isSaying)) return false
	const sentences = evidence.flatMap((text) => text.sentences).filter(({ keys }) => has(keys, word))
	return sentences.length > 0 && !sentences.some(({ keys }) => words.some((each) => each !== word && has(keys, each)))
}

function isAlike(one: Word, other: Word): boolean {
	return one.keys.some((key) => !key.startsWith('p:') && other.keys.includes(key))
}

function isSame(one: Word, other: Word): boolean {
	return one.keys.some((key) => /^[wvp]:/.test(key) && other.keys.includes(key))
}

function sharesVerb(one: Word, other: Word): boolean {
	return one.keys.some((key) => isNarrow(key) && other.keys.includes(key))
}

/** The same word or verb, not only one that may mean alike. */
const isNarrow = (key: string) => /^[wv]:/.test(key)
