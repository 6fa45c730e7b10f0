import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { HelpLauncherProps } from './help-launcher.tsx'

/** The launcher's place in the frame. It is no part of what a page needs to stand, so its program comes afterwards. */
export function HelpMount({ onCover }: Pick<HelpLauncherProps, 'onCover'>) {
	const { pathname } = useLocation()
	const since = useRef<number>(undefined)
	const [Launcher, setLauncher] = useState<ComponentType<HelpLauncherProps>>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: what could not be fetched is tried again on the next page
	useEffect(() => {
		since.current ??= performance.now()
		if (Launcher) return
		import('./help-launcher.tsx').then(
			({ HelpLauncher }) => setLauncher(() => HelpLauncher),
			() => {},
		)
	}, [pathname])
	return Launcher ? <Launcher since={since.current ?? 0} onCover={onCover} /> : null
}
