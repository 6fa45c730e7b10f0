// `admin help check`: what is wrong with the lines and lists of /ayuda-legal.
import { join } from 'node:path'
import { checkHelp } from '../legal-help/check-help.ts'
import { addressesOf, loadHelp } from '../legal-help/load-help.ts'

/** Prints the report; gives the exit code, 1 when there is a problem. */
export async function helpCommand(args: string[]): Promise<number> {
	if (args[0] !== 'check') {
		console.error('usage: npm run admin -- help check')
		return 1
	}
	const help = await loadHelp(join(import.meta.dirname, '../../content'))
	const problems = checkHelp(help)
	for (const problem of problems) console.log(problem)
	const { lines, states } = help
	console.log(
		`${states.length} states, ${lines.length} lines, ${new Set(addressesOf(help)).size} addresses, ${problems.length} problems`,
	)
	return problems.length > 0 ? 1 : 0
}
