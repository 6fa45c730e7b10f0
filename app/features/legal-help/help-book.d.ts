/** What stands in `content/help/`; there where pages are rendered, never in a browser. */
declare module 'virtual:help-book' {
	export const helpBook: import('../../../contracts/help.ts').HelpBook
}
