import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { LighthouseMark } from '../../ui/lighthouse-mark.tsx'
import { Page } from '../../ui/page.tsx'

/** When a page breaks: what happened in a sentence, and two ways on. Plain links, because the router may be what broke. */
export function ErrorPage() {
	return (
		<main id="contenido">
			<title>{m.frame_error_title()}</title>
			<Page width="narrow" title={m.frame_error_title()} lead={m.frame_error_text()}>
				<LighthouseMark className="order-first size-16" />
				<div className="flex flex-col gap-3 sm:flex-row">
					<Button onClick={() => location.reload()}>{m.frame_error_reload()}</Button>
					<a
						href="/landing"
						className="inline-flex min-h-12 items-center justify-center px-5 font-semibold text-brand underline"
					>
						{m.frame_error_home()}
					</a>
				</div>
			</Page>
		</main>
	)
}
