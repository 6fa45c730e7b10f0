import { useEffect, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { publicAddress } from '../frame/page-meta.ts'
import { topicPath } from './topic-meta.ts'

/** Hands a topic of the guide on. */
export function ShareTopic({ id, title }: { id: string; title: string }) {
	return <SharePage path={topicPath(id)} title={title} />
}

/** Hands a page on: by the phone's own sheet, WhatsApp, a copied link or paper. Nothing is sent before a press. */
export function SharePage({ path, title }: { path: string; title: string }) {
	const address = publicAddress(path)
	const canShare = useCanShare()
	return (
		<ul aria-label={m.guide_share_label()} className="-mx-3 flex flex-wrap gap-x-1 print:hidden">
			{canShare ? (
				<li>
					<Button variant="quiet" className="px-3" onClick={() => share(title, address)}>
						<Icon name="share" className="size-5" />
						{m.guide_share()}
					</Button>
				</li>
			) : null}
			<li>
				<a
					// The address stands as it is: the server fills it in, and it needs no other spelling here.
					href={`https://wa.me/?text=${encodeURIComponent(title)}%20${address}`}
					// While developing nobody fills it in.
					suppressHydrationWarning
					target="_blank"
					rel="noopener noreferrer"
					className="button button-quiet px-3"
				>
					<Icon name="send" className="size-5" />
					{m.guide_share_whatsapp()}
					<VisuallyHidden> ({m.chat_new_tab()})</VisuallyHidden>
				</a>
			</li>
			<li className="noscript:hidden">
				<Button variant="quiet" className="px-3" onClick={() => copy(address)}>
					<Icon name="copy" className="size-5" />
					{m.guide_copy_link()}
				</Button>
			</li>
			<li className="noscript:hidden">
				<Button variant="quiet" className="px-3" onClick={() => print()}>
					<Icon name="print" className="size-5" />
					{m.guide_print()}
				</Button>
			</li>
		</ul>
	)
}

/** Known once the page is alive; the built page is without the button. */
function useCanShare(): boolean {
	const [canShare, setCanShare] = useState(false)
	useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
	return canShare
}

async function share(title: string, url: string) {
	try {
		await navigator.share({ title, url })
	} catch (error) {
		// Whoever closes the sheet has changed their mind.
		if ((error as Error).name !== 'AbortError') await copy(url)
	}
}

async function copy(address: string) {
	try {
		await navigator.clipboard.writeText(address)
		toast.success(m.guide_link_copied())
	} catch {
		toast.error(m.guide_copy_failed(), address)
	}
}
