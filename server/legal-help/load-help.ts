// Reads `content/help/`. An address that is neither governmental nor on the list of hosts stops it, and with it the build:
// whoever looks for a lawyer must not be sent to a copy of the official list.
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import {
	type HelpBook,
	helpAdviceSchema,
	helpHostSchema,
	isHelpUrl,
	nationalHelpSchema,
	type StateHelp,
	stateHelpSchema,
} from '../../contracts/help.ts'

export type Help = HelpBook & { hosts: z.infer<typeof helpHostSchema>[] }

/** Everything below `help/` of the content folder; an error names the file and the place. */
export async function loadHelp(contentFolder: string): Promise<Help> {
	const folder = join(contentFolder, 'help')
	const read = async <Shape>(file: string, schema: z.ZodType<Shape>) =>
		parseHelp(file, schema, await readFile(join(folder, file), 'utf8'))
	const files = (await readdir(join(folder, 'states'))).filter((name) => name.endsWith('.yaml'))
	const [hosts, national, advice, ...states] = await Promise.all([
		read('hosts.yaml', z.array(helpHostSchema)),
		read('national.yaml', nationalHelpSchema),
		read('advice.yaml', z.array(helpAdviceSchema).min(1)),
		...files.map(async (name): Promise<StateHelp> => {
			const state = await read(`states/${name}`, stateHelpSchema)
			return { code: basename(name, '.yaml'), ...state }
		}),
	])
	const help = { ...national, advice, states: states.sort((a, b) => a.name.localeCompare(b.name, 'es')), hosts }
	refuseOtherHosts(help)
	return help
}

/** The content of one file; `file` names it in errors. */
export function parseHelp<Shape>(file: string, schema: z.ZodType<Shape>, text: string): Shape {
	const checked = schema.safeParse(parseYaml(text))
	if (checked.success) return checked.data
	const first = checked.error.issues[0]
	throw new Error(`help/${file}: ${first?.path.join('.')}: ${first?.message}`)
}

/** Every address people are sent to. */
export function addressesOf({ lines, lists, consulates, states }: HelpBook): string[] {
	return [...lines, ...consulates, ...lists, ...states.flatMap((state) => state.lists)].map(({ url }) => url)
}

export function refuseOtherHosts(help: Help) {
	const hosts = help.hosts.map(({ host }) => host)
	const other = addressesOf(help).find((url) => !isHelpUrl(url, hosts))
	if (other) throw new Error(`help: ${other} is not on a .gov or .mil host, nor on one of help/hosts.yaml`)
}
