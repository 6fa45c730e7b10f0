// Renders whole pages at build time (scripts/prerender.mjs) and in development; in production nothing is rendered per
// request. The language comes from the request's cookie and holds for everything rendered for it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { type Language, languageOfCookies, readLanguageFrom } from './i18n/language.ts'

const languageOfRender = new AsyncLocalStorage<Language>()
readLanguageFrom(() => languageOfRender.getStore() ?? 'es')

export default function renderPage(
	request: Request,
	status: number,
	headers: Headers,
	context: EntryContext,
): Promise<Response> {
	return languageOfRender.run(languageOfCookies(request.headers.get('cookie')), async () => {
		let failure: unknown
		const page = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
			onError(error) {
				failure = error
			},
		})
		await page.allReady
		if (failure) throw failure
		headers.set('Content-Type', 'text/html; charset=utf-8')
		return new Response(page, { status, headers })
	})
}
