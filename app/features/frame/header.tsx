import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../i18n/messages.ts'
import { productName } from '../../product.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LighthouseMark } from '../../ui/lighthouse-mark.tsx'
import { menuFor } from './menu.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { MenuLink } from './menu-link.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useBackendAfterPaint, useStoredSession } from './use-stored-session.ts'

/** The bar that stays at the top: where you are, where you can go, and who is signed in. */
export function Header() {
	const session = useStoredSession()
	const [isMenuOpen, setMenuOpen] = useState(false)
	useBackendAfterPaint(session !== null)
	return (
		<header className="sticky top-0 z-40 border-line border-b bg-surface print:static print:border-0">
			<div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-2 px-4 py-2 sm:px-6">
				<Link
					to="/landing"
					className="flex min-h-12 items-center gap-2 font-bold text-heading no-underline sm:text-xl md:mr-3"
				>
					<LighthouseMark className="size-9" />
					{productName}
				</Link>
				<nav
					aria-label={m.frame_menu_label()}
					className="hidden flex-1 flex-wrap items-center gap-x-1 md:flex print:hidden noscript:flex noscript:max-md:basis-full"
				>
					{menuFor(session !== null).map(({ to, label }) => (
						<MenuLink key={to} to={to}>
							{label()}
						</MenuLink>
					))}
					<div className="ml-auto flex flex-wrap items-center gap-x-1">
						{session ? <SignedIn name={session.displayName} /> : <SignedOut />}
					</div>
				</nav>
				<Button
					variant="secondary"
					className="px-3 md:hidden print:hidden noscript:hidden"
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
			<Link to="/chat" className="menu-link max-w-56">
				<Icon name="user" className="size-5" />
				<span className="truncate">{name}</span>
			</Link>
			<Button variant="quiet" busy={isSigningOut} onClick={signOut}>
				{m.frame_sign_out()}
			</Button>
			<ButtonLink to="/chat">{m.frame_start()}</ButtonLink>
		</>
	)
}

function SignedOut() {
	return (
		<>
			<MenuLink to="/login">{m.frame_sign_in()}</MenuLink>
			<ButtonLink to="/login">{m.frame_start()}</ButtonLink>
		</>
	)
}
