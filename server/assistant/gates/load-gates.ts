// Reads the tables of content/gates/ and checks their shape. What they mean stands at the head of each file.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { type FacetName, facetHeadings, isOfficialUrl } from '../../../contracts/guide.ts'

const phrases = z.array(z.coerce.string())
const source = z.strictObject({
	title: z.string(),
	url: z.string().refine(isOfficialUrl, 'an address of an official host'),
})
const sources = z.array(source).default([])
const facet = z.enum(Object.values(facetHeadings) as [FacetName, ...FacetName[]])
const signs = { signs: phrases, unless: phrases.default([]) }

const urgentVariant = z.strictObject({
	when: phrases,
	now: z.string().optional(),
	next: z.string().optional(),
	easy: z.string().optional(),
	topic: z.string().optional(),
})
const urgentEntry = z.strictObject({
	id: z.string(),
	...signs,
	now: z.string(),
	next: z.string(),
	lawyer: z.string(),
	/** The same in the plainest words, for somebody who has not understood. */
	easy: z.string(),
	topic: z.string().optional(),
	topics: z.array(z.string()).default([]),
	/** A topic, or a text, for a word in what is said after the reply. */
	asides: z
		.array(z.strictObject({ when: phrases, topic: z.string().optional(), says: z.string().optional() }))
		.default([]),
	/** Signs that count only while a topic of these areas is under discussion, or after a message of these words. */
	follows: z.strictObject({ areas: z.array(z.string()), after: phrases, signs: phrases }).optional(),
	variants: z.array(urgentVariant).default([]),
	sources,
})
const scopeKind = z.strictObject({
	id: z.string(),
	reply: z.string(),
	/** The reply already says that it is automatic. */
	introduces: z.boolean().default(false),
	always: phrases.default([]),
	alone: phrases.default([]),
	unless: phrases.default([]),
})
const unlawfulEntry = z.strictObject({ id: z.string(), ...signs, reply: z.string(), topic: z.string(), sources })
const unknowableEntry = z.strictObject({
	id: z.string(),
	...signs,
	says: z.string(),
	topic: z.string().optional(),
	take: facet.optional(),
	/** The phrase counts only beside one of these words, or when a topic is under discussion. */
	fits: phrases.optional(),
})
const gapEntry = z.strictObject({ id: z.string(), ...signs, about: z.string(), source })
const mythEntry = z.strictObject({
	id: z.string(),
	signs: phrases.default([]),
	/** A word of what it is about and one of what is claimed, anywhere in the message. */
	about: phrases.default([]),
	claims: phrases.default([]),
	/** The claim alone shows the error; else the message must also take it for granted. */
	plain: z.boolean().default(false),
	unless: phrases.default([]),
	says: z.string(),
	topic: z.string().optional(),
})
const saying = z.strictObject({
	signs: phrases,
	reply: z.string().optional(),
	lead: z.string().optional(),
	steps: z.string().optional(),
	last: z.string().optional(),
	nothing: z.string().optional(),
	sources,
})
const asked = z.strictObject({ both: z.string(), entry: z.string(), ground: z.string(), history: z.string() })
const subjects = z.strictObject({ self: z.string(), other: z.string() })
const way = z.strictObject({
	id: z.string(),
	name: z.string(),
	when: z.array(z.string()).default([]),
	anyOf: z.array(z.string()).default([]),
	not: z.array(z.string()).default([]),
	entry: z.array(z.string()).default([]),
	/** Holds only for an entry before this year. */
	before: z.number().optional(),
	text: z.string(),
	topic: z.string(),
})

const schemas = {
	lists: z.record(z.string(), phrases),
	forms: z.record(z.string(), z.string()),
	synonyms: z.strictObject({
		groups: z.record(z.string(), phrases),
		subjects: z.array(z.string()),
		domain: z.array(z.string()),
		everyday: z.array(z.string()),
		broader: z.record(z.string(), z.array(z.string())),
		deniable: phrases,
		places: phrases,
		ignore: phrases,
	}),
	'main-topics': z.record(z.string(), z.string()),
	urgent: z.strictObject({ entries: z.array(urgentEntry) }),
	steering: z.strictObject({ ...signs, reply: z.string() }),
	unlawful: z.strictObject({ entries: z.array(unlawfulEntry) }),
	scope: z.strictObject({ kinds: z.array(scopeKind), refusal: z.string() }),
	unknowable: z.strictObject({ entries: z.array(unknowableEntry) }),
	gaps: z.strictObject({ entries: z.array(gapEntry), reply: z.string() }),
	myths: z.strictObject({ asserts: phrases, entries: z.array(mythEntry) }),
	legalisation: z.strictObject({
		triggers: phrases,
		unless: phrases,
		ask: asked.extend({ subjects }),
		talk: z.strictObject({
			easy: asked.extend({ kin: z.string(), subjects }),
			unclear: z.string(),
			unheard: z.string(),
			other: z.string(),
			depends: z.string(),
			offtopic: z.string(),
			yes: z.string(),
			unknown: phrases,
			why: z.strictObject({ signs: phrases, reply: z.string() }),
			refuses: z.strictObject({ signs: phrases, reply: z.string() }),
			what: phrases,
			/** After the ways have been explained, to somebody who asks for more. */
			after: z.array(z.strictObject({ signs: phrases, reply: z.string() })),
			/** Beginning of a word without accents → what it means here. */
			words: z.record(z.string(), z.string()),
		}),
		closing: z.string(),
		none: z.string(),
		noneSources: sources,
		alsoAsk: z.string(),
	}),
	interview: z.strictObject({
		entry: z.record(z.string(), phrases),
		grounds: z.record(z.string(), phrases),
		speaker: z.record(z.string(), phrases),
		kin: z.record(z.string(), phrases),
		third: z.record(z.string(), phrases),
		alone: z.record(z.string(), phrases),
		history: z.record(z.string(), phrases),
		child: z.record(z.string(), phrases),
		nothing: phrases,
	}),
	ways: z.strictObject({ notes: z.record(z.string(), z.string()), ways: z.array(way) }),
	facets: z.strictObject({
		facets: z.partialRecord(
			facet,
			z.strictObject({ signs: phrases, lead: z.string().optional(), missing: z.string() }),
		),
		general: phrases,
	}),
	talk: z.strictObject({
		opening: z.string(),
		formMention: z.string(),
		referral: z.string(),
		likely: z.string(),
		also: z.string(),
		greeting: saying,
		thanks: saying,
		yes: saying,
		no: saying,
		unclear: saying,
		again: saying,
		fear: saying,
		within: z.string(),
		pick: z.string(),
		nothingMore: z.string(),
		more: z.string(),
		which: z.string(),
		unknown: z.strictObject({ reply: z.string(), choices: z.string(), sources }),
		glossary: z.record(z.string(), z.string()),
	}),
}

export type Gates = { [Name in keyof typeof schemas]: z.infer<(typeof schemas)[Name]> }
export type Synonyms = Gates['synonyms']
export type GateSource = z.infer<typeof source>
export type Way = z.infer<typeof way>
export type UrgentEntry = z.infer<typeof urgentEntry>

/** Every table of `content/gates/`; an error names the file and the place. */
export async function loadGates(contentFolder: string): Promise<Gates> {
	const names = Object.keys(schemas) as (keyof typeof schemas)[]
	const tables = await Promise.all(names.map(async (name) => [name, await loadTable(contentFolder, name)] as const))
	return Object.fromEntries(tables) as Gates
}

async function loadTable(contentFolder: string, name: keyof typeof schemas): Promise<unknown> {
	const text = await readFile(join(contentFolder, 'gates', `${name}.yaml`), 'utf8')
	const table = schemas[name].safeParse(parseYaml(text))
	if (table.success) return table.data
	const first = table.error.issues[0]
	throw new Error(`gates/${name}.yaml: ${first?.path.join('.')}: ${first?.message}`)
}
