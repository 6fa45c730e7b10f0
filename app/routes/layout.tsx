import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatches } from 'react-router'
import { Footer } from '../features/frame/footer.tsx'
import { Header } from '../features/frame/header.tsx'
import { HelpMount } from '../features/site-help/help-mount.tsx'
import { m } from '../i18n/messages.ts'
import { Notice } from '../ui/notice.tsx'

/** What a route may say about itself: `export const handle = { worksWithoutScript: true } satisfies RouteHandle`. */
export type RouteHandle = {
	worksWithoutScript?: boolean
	/** The website helper stands in the page, so the launcher does not. */
	hasHelper?: boolean
}

export default function FrameLayout() {
	const main = useFocusOnArrival()
	const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined)
	const worksWithoutScript = handles.some((handle) => handle?.worksWithoutScript)
	const hasHelper = handles.some((handle) => handle?.hasHelper)
	const [isCovered, setCovered] = useState(false)
	return (
		<>
			<div className="flex min-h-dvh flex-col" inert={isCovered}>
				<a href="#contenido" className="skip-link">
					{m.frame_skip_to_content()}
				</a>
				<Header />
				<main id="contenido" ref={main} tabIndex={-1} className="flex-1 outline-none">
					{worksWithoutScript ? null : (
						<noscript>
							<Notice tone="warning" className="mx-auto my-6 max-w-3xl">
								{m.frame_needs_script()}
							</Notice>
						</noscript>
					)}
					<Outlet />
				</main>
				<Footer />
			</div>
			{hasHelper ? null : <HelpMount onCover={setCovered} />}
		</>
	)
}

/** After going to another page a keyboard or a screen reader starts at its content, not where the last link was. */
function useFocusOnArrival() {
	const main = useRef<HTMLElement>(null)
	const { pathname } = useLocation()
	const lastPath = useRef(pathname)
	useEffect(() => {
		if (lastPath.current === pathname) return
		lastPath.current = pathname
		// A page that put the focus into its own field knows better.
		if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
	}, [pathname])
	return main
}
