// The shape of what people find at /ayuda-legal: telephone lines, official lists by state, advice. Non-programmers write
// it in `content/help/`; the loader, the page and the check rely on it.
import { z } from 'zod'
import { isOfficialUrl } from './guide.ts'

/** danger: somebody is in danger; case: about a case; rights: work and fraud. In the order they are shown. */
export const helpLineGroups = ['danger', 'case', 'rights'] as const
export type HelpLineGroup = (typeof helpLineGroups)[number]

/** check: who must not be hired; complaint: where fraud is reported. */
export const helpListKinds = ['pro-bono', 'accredited', 'legal-aid', 'bar', 'check', 'complaint', 'court'] as const
export type HelpListKind = (typeof helpListKinds)[number]

/** Official are .gov, .mil, and the hosts that `content/help/hosts.yaml` names, with everything below them. */
export function isHelpUrl(url: string, hosts: readonly string[]): boolean {
	const parsed = URL.parse(url)
	if (parsed?.protocol !== 'https:') return false
	return isOfficialUrl(url) || hosts.some((host) => parsed.hostname === host || parsed.hostname.endsWith(`.${host}`))
}

const text = z.string().trim().min(3).max(240)
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
const url = z.string().refine((value) => URL.canParse(value), 'a whole address')
const phone = z.string().regex(/^(\d{3}|1-\d{3}-\d{3}-\d{4})$/, 'a number such as 911 or 1-800-555-0100')

const calledSchema = z.strictObject({
	name: text,
	phone,
	/** What for, as the person who needs it would say it. */
	for: text,
	/** Only where its official page says so. */
	hours: text.optional(),
	note: text.optional(),
	url,
})

export const helpLineSchema = calledSchema.extend({
	id: slug,
	group: z.enum(helpLineGroups),
	spanish: z.boolean(),
	/** Somebody is brought in who speaks the caller's language. */
	interpreters: z.boolean().default(false),
})
export type HelpLine = z.infer<typeof helpLineSchema>

export const consulateLineSchema = calledSchema.extend({ country: text })
export type ConsulateLine = z.infer<typeof consulateLineSchema>

export const helpListSchema = z.strictObject({
	title: text,
	url,
	kind: z.enum(helpListKinds),
	/** What the page can be read in; absent where nobody has seen it. */
	languages: z.array(z.enum(['es', 'en'])).default([]),
	note: text.optional(),
})
export type HelpList = z.infer<typeof helpListSchema>

export const nationalHelpSchema = z.strictObject({
	lines: z.array(helpLineSchema).min(1),
	lists: z.array(helpListSchema),
	consulates: z.array(consulateLineSchema),
})

export const stateHelpSchema = z.strictObject({ name: text, lists: z.array(helpListSchema).min(1) })
/** `code`: the two letters of the post, in lower case, and the name of the file. */
export type StateHelp = z.infer<typeof stateHelpSchema> & { code: string }

export const helpAdviceSchema = z.strictObject({
	id: slug,
	title: text,
	paragraphs: z.array(text).default([]),
	points: z.array(text).default([]),
})
export type HelpAdvice = z.infer<typeof helpAdviceSchema>

export const helpHostSchema = z.strictObject({
	host: z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a host without www'),
	whose: text,
})

/** Everything the page shows; states by their Spanish names. */
export type HelpBook = z.infer<typeof nationalHelpSchema> & { states: StateHelp[]; advice: HelpAdvice[] }
