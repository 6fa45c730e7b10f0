// `admin guide check`: what is wrong with the guide, and how readable it is.
import { join } from 'node:path'
import { checkGuide, findStaleReviews, minimumReadability } from '../assistant/guide/check-guide.ts'
import { loadGuide } from '../assistant/guide/load-guide.ts'
import { readability } from '../assistant/guide/readability.ts'

/** Prints the report; gives the exit code, 1 when there is a problem. */
export async function guideCommand(args: string[]): Promise<number> {
	if (args[0] !== 'check') {
		console.error('usage: npm run admin -- guide check')
		return 1
	}
	const guide = await loadGuide(join(import.meta.dirname, '../../content'))
	const problems = checkGuide(guide)
	for (const { topic, problem } of problems) console.log(`${topic}: ${problem}`)
	for (const { topic, notice } of findStaleReviews(guide, new Date())) console.log(`${topic}: ${notice}`)
	const sources = guide.topics.flatMap(({ sources }) => sources)
	const scores = guide.topics.map((topic) => readability(topic.answer)).sort((a, b) => a - b)
	const median = scores[Math.floor(scores.length / 2)] ?? 0
	console.log(`${guide.topics.length} topics, ${guide.facts.length} facts, ${problems.length} problems`)
	console.log(
		`readability (Fernández-Huerta): lowest ${(scores[0] ?? 0).toFixed(0)}, median ${median.toFixed(0)}; the bar is ${minimumReadability}`,
	)
	console.log(
		`${sources.filter(({ checked }) => checked === null).length} of ${sources.length} sources have no date yet`,
	)
	console.log(`${guide.topics.filter(({ reviewedBy }) => reviewedBy !== null).length} topics were read by a lawyer`)
	return problems.length > 0 ? 1 : 0
}
