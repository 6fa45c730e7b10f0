// The names of what docs/quality.json counts. A set or a kind that is new there shows its own name until it has one here.
import { m } from '../../i18n/messages.ts'

const sets: Record<string, { title(): string; text(): string }> = {
	questions: { title: m.quality_set_questions, text: m.quality_set_questions_text },
	'site-help': { title: m.quality_set_site, text: m.quality_set_site_text },
	negative: { title: m.quality_set_negative, text: m.quality_set_negative_text },
	'negative-held-out': { title: m.quality_set_held_out, text: m.quality_set_held_out_text },
}

const kinds: Record<string, () => string> = {
	answer: m.quality_kind_answer,
	clarify: m.quality_kind_clarify,
	urgent: m.quality_kind_urgent,
	offtopic: m.quality_kind_offtopic,
	unknown: m.quality_kind_unknown,
	country: m.quality_kind_country,
	steering: m.quality_kind_steering,
	nonsense: m.quality_kind_nonsense,
	premise: m.quality_kind_premise,
	uncovered: m.quality_kind_uncovered,
}

export const setTitle = (id: string): string => sets[id]?.title() ?? id
export const setText = (id: string): string => sets[id]?.text() ?? ''
export const kindLabel = (kind: string): string => kinds[kind]?.() ?? kind
