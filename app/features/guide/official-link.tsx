import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'

/** A link to a government page that says whose it is and that it opens beside this one. */
export function OfficialLink({ url, title }: { url: string; title: string }) {
	const host = new URL(url).hostname.replace(/^www\./, '')
	return (
		<a
			href={url}
			target="_blank"
			rel="noopener noreferrer"
			className="inline-flex min-h-12 items-center gap-2 py-1 text-brand underline underline-offset-4 print:inline"
		>
			<Icon name="external" className="size-5 print:hidden" />
			<span>
				<span lang="es">{title}</span> <span className="whitespace-nowrap">({host})</span>
			</span>
			<VisuallyHidden> ({m.chat_new_tab()})</VisuallyHidden>
		</a>
	)
}
