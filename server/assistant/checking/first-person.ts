// The assistant speaks of itself in a few fixed sentences and in no other way. What somebody may say stands in quotes or
// after 'di:' and is not meant.
import { foldText } from './clean-text.ts'

/** True for a sentence in which somebody says 'I' or 'we'. `fixed`: how the assistant may speak of itself, folded. */
export function createSelfCheck(fixed: readonly string[]): (sentence: string) => boolean {
	const phrases = [...fixed].sort((a, b) => b.length - a.length)
	return (sentence) => {
		const own = sentence.replace(quoted, ' ').replace(told, ' ').toLowerCase().normalize('NFC')
		const words = own.match(/\p{L}+/gu) ?? []
		if (!words.some(isFirstPerson)) return false
		const rest = phrases.reduce((text, phrase) => text.replaceAll(phrase, ' '), foldText(own))
		return (rest.match(/[a-z]+/g) ?? []).some(isFirstPerson) || (rest === foldText(own) && words.some(isFirstPerson))
	}
}

const quoted = /(?:^|[\s(:¿¡])['"«“‘][^'"»”’]*['"»”’]/gu
const told =
	/(?<!\p{L})(?:di|diles?|decir|diga|pregunta|preguntar|contesta|responde|escribe|listas?)(?: que |:| no ).*$/iu

const pronoun = /^(?:yo|mi|mis|mí|mío|mía|míos|mías|conmigo|nosotr[oa]s|nos|nuestr[oa]s?|me)$/
/** 'revisé', 'recibí', 'enviaré': the accent tells them from 'revise'. */
const past = /^\p{L}{2,}(?:é|guí|cibí|nví|vií|lví|ndí|gí|brí|bí|dí)$/u
const notPast =
	/^(?:qué|porqué|café|bebé|bebés|comité|josé|esté|dé|sé|té|fé|canapé|aunqué|noé|chalé|quinqué|bufé|quiché|allí|aquí|ahí|así|sí|mí|casí)$/
const present =
	/^(?:soy|estoy|tengo|puedo|creo|opino|pienso|digo|recomiendo|aconsejo|sugiero|prometo|garantizo|aseguro|represento|llevo|hago|conozco|veo|voy|vengo|tuve|pude|hice|dije|vi|he|quise|supe|vine|puse|gané|soñé|lamento)$/
/** 'tenemos', 'revisamos', 'recibimos'. */
const we = /^\p{L}{2,}(?:amos|emos|imos|ámos|íamos|áramos|éramos)$/u
const notWe =
	/^(?:tramos|ramos|gramos|kilogramos|términos|terminos|supremos|reclamos|prestamos|préstamos|extremos|ultimos|últimos|próximos|proximos|mismos|maximos|máximos|minimos|mínimos|legitimos|legítimos|anonimos|anónimos|hermanos|primos)$/
/** 'mándame', 'dame', 'decirme'. */
const toMe =
	/^(?:\p{L}*[áéíóú]\p{L}*[aeioun]me|(?:mánda|envía|lláma|escríbe|pása|déja|pága|pregúnta)nos|dame|dime|danos|dinos|hazme|ponme|tráeme|\p{L}+[aeií]r(?:me|nos))$/u
const notToMe = /^(?:firme|confirme|reafirme|afirme|informe|uniforme|conforme|menos|lejanos|africanos)$/

function isFirstPerson(word: string): boolean {
	return (
		pronoun.test(word) ||
		(past.test(word) && !notPast.test(word)) ||
		present.test(word) ||
		(we.test(word) && !notWe.test(word)) ||
		(toMe.test(word) && !notToMe.test(word))
	)
}
