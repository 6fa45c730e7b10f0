// Hands what stands in `content/help/` to the build as the module `virtual:help-book`. Only what renders pages may import
// it: a browser gets the data of the page it opens.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { HelpBook } from '../contracts/help.ts'
import { loadHelp } from '../server/legal-help/load-help.ts'

const moduleName = 'virtual:help-book'

/** Gives `virtual:help-book` to what renders pages, and refuses it to the browser's bundle. */
export function helpBook(root: string): Plugin {
	return {
		name: 'help-book',
		resolveId: (id) => (id === moduleName ? `\0${moduleName}` : null),
		async load(id) {
			if (id !== `\0${moduleName}`) return null
			if (this.environment.name === 'client') throw new Error(`${moduleName} must not reach the browser`)
			const { hosts: _, ...book } = await loadHelp(join(root, 'content'))
			return `export const helpBook = JSON.parse(${JSON.stringify(JSON.stringify(book satisfies HelpBook))})`
		},
	}
}
