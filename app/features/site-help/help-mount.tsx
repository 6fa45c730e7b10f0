import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { HelpLauncherProps } from './help-launcher.tsx'
import { launcherAppearsMs } from './launcher-appears.ts'

/** The launcher's place in the frame. Its program is fetched when it is due, and takes nothing from the page's own. */
export function HelpMount({ onCover }: Pick<HelpLauncherProps, 'onCover'>) {
	const { pathname } = useLocation()
	const since = useRef<number>(undefined)
	const [Launcher, setLauncher] = useState<ComponentType<HelpLauncherProps>>()
	// biome-ignore lint/correctness/useExhaustiveDependencies: what could not be fetched is tried again on the next page
	useEffect(() => {
		since.current ??= performance.now()
		if (Launcher) return
		const fetchLauncher = () =>
			import('./help-launcher.tsx').then(
				({ HelpLauncher }) => setLauncher(() => HelpLauncher),
				() => {},
			)
		const timer = setTimeout(fetchLauncher, since.current + launcherAppearsMs - performance.now())
		return () => clearTimeout(timer)
	}, [pathname])
	return Launcher ? <Launcher since={since.current ?? 0} onCover={onCover} /> : null
}
