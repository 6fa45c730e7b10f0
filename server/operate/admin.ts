// Operator commands: `npm run admin -- <subject> <action>`. Each subject is one file; this one only finds it.
import { guideCommand } from './guide-command.ts'

const commands: Record<string, (args: string[]) => Promise<number>> = { guide: guideCommand }

const [subject = '', ...args] = process.argv.slice(2)
const command = commands[subject]
if (!command) {
	console.error(
		`usage: npm run admin -- <subject> <action>\n\n  guide check   reports what is wrong with content/guide`,
	)
	process.exitCode = 1
} else {
	process.exitCode = await command(args)
}
