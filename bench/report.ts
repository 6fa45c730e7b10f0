// Prints the figures and writes them, with the method, to docs/benchmarks.md.
import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'

export type Figure = {
	name: string
	value: string
	/** What the figure should be, in words; empty where there is no bar. */
	bar: string
	/** Undefined where there is no bar. */
	met?: boolean
}

export type Section = { title: string; method: string; figures: Figure[] }

export function printFigures(figures: Figure[]) {
	for (const { name, value, bar, met } of figures) {
		const verdict = met === undefined ? '' : met ? '  ok' : '  MISSED'
		console.log(`  ${name}: ${value}${bar ? ` (${bar})` : ''}${verdict}`)
	}
}

export async function writeReport(sections: Section[]): Promise<void> {
	const machine = `${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory, Node ${process.version}, ${process.platform}`
	const text = `# Benchmarks

\`npm run bench\` measures these figures and writes this page. Times on a shared machine are noisy: compare figures of one
run with each other, not with those of another day.

Last run: ${new Date().toISOString().slice(0, 10)}, on ${machine}.

${sections.map(sectionText).join('\n')}`
	await writeFile(join(import.meta.dirname, '../docs/benchmarks.md'), text)
}

function sectionText({ title, method, figures }: Section): string {
	const rows = figures.map(
		({ name, value, bar, met }) =>
			`| ${name} | ${value} | ${bar || '–'} | ${met === undefined ? '–' : met ? 'yes' : 'no'} |`,
	)
	return `## ${title}\n\n${method}\n\n| figure | measured | bar | met |\n|---|---|---|---|\n${rows.join('\n')}\n`
}
