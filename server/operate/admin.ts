// Operator commands: `npm run admin -- <command>`. Each is one file; this one only finds it, and says in one line what
// went wrong.
import { ConfigError } from '../config.ts'
import { StartFailure } from '../failure.ts'
import { exportCommand } from './export-command.ts'
import { guideCommand } from './guide-command.ts'
import { helpCommand } from './help-command.ts'
import { importCommand } from './import-command.ts'
import { keysCommand } from './keys-command.ts'
import { SealFailure } from './sealed-stream.ts'

type Command = { usage: string; does: string; run(args: string[]): Promise<number> }

const commands: Record<string, Command> = {
	guide: { usage: 'guide check', does: 'says what is wrong with content/guide', run: guideCommand },
	help: { usage: 'help check', does: 'says what is wrong with content/help', run: helpCommand },
	keys: { usage: 'keys', does: 'prints the public key and the service key', run: keysCommand },
	export: { usage: 'export FILE', does: 'writes people, tables and files, encrypted', run: exportCommand },
	import: {
		usage: 'import FILE [--partial]',
		does: 'reads an export back; --partial leaves out what does not fit',
		run: importCommand,
	},
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
process.exitCode = command ? await command.run(args).catch(fail) : explainUsage()

function explainUsage(): number {
	const lines = Object.values(commands).map(({ usage, does }) => `  ${usage.padEnd(26)}${does}`)
	console.error(`usage: npm run admin -- <command>\n\n${lines.join('\n')}\n
They work on the database of DATABASE_URL, also while servers run, or on the one in DATA_DIR while its server is stopped.
The passphrase of an export is asked for, or taken from FARO_PASSPHRASE.`)
	return 1
}

function fail(error: unknown): number {
	const isExplained = [StartFailure, ConfigError, SealFailure].some((kind) => error instanceof kind)
	console.error(isExplained ? (error as Error).message : error)
	return 1
}
