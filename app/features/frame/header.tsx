import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../i18n/messages.ts'
import { productName } from '../../product.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { LighthouseMark } from '../../ui/lighthouse-mark.tsx'
import { menuFor } from './menu.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { MenuLink } from './menu-link.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useBackendAfterPaint, useStoredSession } from './use-stored-session.ts'

/**
 * The bar that stays at the top: where you are, where you can go, and who is signed in. It is one line at every width:
 * what has no room stands in the drawer.
 */
export function Header() {
	const session = useStoredSession()
	const entries = menuFor(session !== null)
	const needsDrawer = entries.some(({ wide }) => wide)
	const [isMenuOpen, setMenuOpen] = useState(false)
	useBackendAfterPaint(session !== null)
	return (
		<header className="sticky top-0 z-40 border-line border-b bg-surface print:static print:border-0">
			<div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-2 px-4 py-2 sm:px-6">
				<Link
					to="/landing"
					className="flex min-h-12 items-center gap-2 font-bold text-heading no-underline sm:text-xl xl:mr-3"
				>
					<LighthouseMark className="size-9" />
					<span className="md:max-lg:sr-only print:not-sr-only">{productName}</span>
				</Link>
				<nav
					aria-label={m.frame_menu_label()}
					className="hidden flex-1 flex-wrap items-center gap-x-1 md:flex print:hidden noscript:flex noscript:max-md:basis-full"
				>
					{entries.map(({ to, label, wide, visitorsBar }) => (
						<MenuLink
							key={to}
							to={to}
							className={classes(
								'px-2.5 xl:px-3.5',
								wide && 'hidden xl:inline-flex',
								visitorsBar && session && 'hidden',
							)}
						>
							{label()}
						</MenuLink>
					))}
					<div className="ml-auto flex flex-wrap items-center gap-x-1">
						{session ? <SignedIn name={session.displayName} /> : <SignedOut />}
					</div>
				</nav>
				<Button
					variant="secondary"
					className={classes('px-3 print:hidden noscript:hidden', needsDrawer ? 'xl:hidden' : 'md:hidden')}
					aria-haspopup="dialog"
					onClick={() => setMenuOpen(true)}
				>
					<Icon name="menu" />
					{m.frame_menu_title()}
				</Button>
			</div>
			<MenuDrawer open={isMenuOpen} onClose={() => setMenuOpen(false)} session={session} />
		</header>
	)
}

function SignedIn({ name }: { name: string }) {
	const { isSigningOut, signOut } = useSignOut()
	return (
		<>
			<Link to="/chat" className="menu-link max-w-36 px-2.5 lg:max-w-56 xl:max-w-40">
				<Icon name="user" className="size-5 md:max-lg:hidden" />
				<span className="truncate">{name}</span>
			</Link>
			<Button variant="quiet" className="px-2.5 xl:px-3.5" busy={isSigningOut} onClick={signOut}>
				{m.frame_sign_out()}
			</Button>
			<ButtonLink to="/chat" className="max-xl:hidden">
				{m.frame_start()}
			</ButtonLink>
		</>
	)
}

function SignedOut() {
	return (
		<>
			<MenuLink to="/login" className="px-2.5 xl:px-3.5">
				{m.frame_sign_in()}
			</MenuLink>
			<ButtonLink to="/login">{m.frame_start()}</ButtonLink>
		</>
	)
}
