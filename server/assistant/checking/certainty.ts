// Certainty beyond the evidence: 'siempre', 'nadie', 'seguro', and results told as facts. Who hopes for something hears it
// only where the guide says it without leaving room.
import type { CheckingTables } from './load-tables.ts'
import type { Clause, Word } from './read-words.ts'
import { type EvidenceText, has, keysOf, matcher } from './support.ts'

/** True when a clause is surer than the evidence. */
export function createCertaintyCheck({ certain, hedges, hopes, fears }: CheckingTables['neutral']) {
	const classes = Object.entries(certain).map(([name, words]) => ({ name, isIn: phraseIn(words) }))
	const isHedged = phraseIn(hedges)
	const isHope = matcher(hopes)
	const isFear = matcher(fears)

	return (clauses: readonly Clause[], evidence: readonly EvidenceText[]): boolean => {
		const sentences = evidence.flatMap((text) => text.sentences)
		const guide = sentences.flatMap(({ clauses }) => clauses)
		const leavesRoom = clauses.some(({ text, isCondition }) => !isCondition && isHedged(text))
		return clauses.some((clause) => isTooSure(clause) || (!notKnowing.test(clause.text) && isPromised(clause)))

		function isTooSure(clause: Clause): boolean {
			if (clause.isCondition || notKnowing.test(clause.text)) return false
			const text = clause.text.replace(notMeant, ' ')
			// 'nunca firmes', 'mándalo todo': how often and how much one shall do something is no certainty
			const isOrder = clause.words.some(({ isAction }) => isAction)
			return classes
				.filter(({ name, isIn }) => isIn(text) && !(isOrder && /^(?:always|never|all)$/.test(name)))
				.some(
					({ isIn }) =>
						!sentences.some(({ keys, clauses }) => sharesKey(clause, keys) && clauses.some((own) => isIn(own.text))),
				)
		}

		function isPromised(clause: Clause): boolean {
			return clause.words.some((word) => {
				const fears = word.isDenied && isFear(word.text) && !word.isAction
				const hopes = !word.isDenied && !leavesRoom && isHope(word.text) && isTold(word, clause)
				return (fears || hopes) && !isGiven(word, clause)
			})
		}

		/** The clause of the guide that is most like this one says it as a fact. */
		function isGiven(word: Word, clause: Clause): boolean {
			const others = keysOf([{ ...clause, words: clause.words.filter((each) => each !== word) }])
			const holding = guide.filter(({ words }) => words.some((each) => sharesWord(each, word)))
			const likeness = ({ words }: Clause) => words.filter((each) => has(others, each)).length
			const most = Math.max(0, ...holding.map(likeness))
			return holding.some(
				(each) =>
					likeness(each) === most &&
					(word.isDenied || (!each.isCondition && !isHedged(each.text))) &&
					each.words.some((own) => sharesWord(own, word) && own.isDenied === word.isDenied),
			)
		}
	}
}

/** What says that nothing is sure. */
const notKnowing =
	/\bnadie (?:te |le |lo |la )?(?:puede|sabe|podria)\b|\b(?:desconfi\w+|cuidado|quien|alguien)\b|\bno (?:se sabe|hay forma de saber|asegura\w*|garantiza\w*)\b|\bfuera de|\bpor fuera\b|\bdej\w+ fuera\b|\bdej\w+ afuera\b|\bqued\w+ fuera\b/

/** 'no siempre', 'no a todos', 'de todas formas'. */
const notMeant =
	/\bsiempre que\b|\bno (?:\S+ ){0,6}?(?:siempre|tod[oa]s|todo mundo)\b|\bde tod[oa]s (?:formas|modos|maneras)\b/g

/** 'te dan', 'se aprueba', 'entras', 'lo van a soltar': told of the person or of the case, no order. */
function isTold(word: Word, { text, isCondition }: Clause): boolean {
	const before = text.split(word.text)[0] ?? ''
	if (!isCondition && /\b(?:van?|vas|vamos) a (?:\S+ )?$/.test(before)) return true
	if (/(?:r|ndo|[aei]d[oa]s?|rl[oae]s?|[aer]te|rse)$/.test(word.text)) return false
	// 'si tienes hijos te lo aprueban': the condition is over
	if (isCondition) return finite.test(before) && /\b(?:te|lo|le|les|se) $/.test(before)
	return !/\b(?:la|el|los|las|un|una|tu|su|de|que) $/.test(before) || /n$/.test(word.text)
}

const finite =
	/\b(?:tienes?|tienen|eres|es|son|hay|est[ao]s?|llevas?|vives?|pagas?|vas?|van|hablas?|explicas?|mandas?|firmas?|dices?) /

function sharesKey({ words }: Clause, keys: ReadonlySet<string>): boolean {
	return words.length === 0 || words.some((word) => has(keys, word))
}

function sharesWord(one: Word, other: Word): boolean {
	return one.keys.some((key) => !key.startsWith('p:') && other.keys.includes(key))
}

/** Whether a text holds one of the words or phrases. */
function phraseIn(phrases: readonly string[]): (text: string) => boolean {
	const source = phrases.map((phrase) => phrase.replace(/\*/g, '[a-z]*')).join('|')
	const pattern = new RegExp(`(?<![a-z])(?:${source})(?![a-z])`)
	return (text) => pattern.test(text)
}
