/** Everything the guide's pages are made from; there where pages are rendered, never in a browser. */
declare module 'virtual:guide-book' {
	export const guideBook: import('../../../contracts/guide-pages.ts').GuideBook
}
