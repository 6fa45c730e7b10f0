import { Link } from 'react-router'
import type { StoredSession } from '../../backend/stored-session.ts'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { menuFor } from './menu.ts'
import { MenuLink } from './menu-link.tsx'
import { useSignOut } from './use-sign-out.ts'

type MenuDrawerProps = { open: boolean; onClose(): void; session: StoredSession | null }

/** The menu of small screens. Following any of its links closes it. */
export function MenuDrawer({ open, onClose, session }: MenuDrawerProps) {
	const { isSigningOut, signOut } = useSignOut(onClose)
	return (
		<Drawer title={m.frame_menu_title()} open={open} onClose={onClose}>
			<nav aria-label={m.frame_menu_label()} className="grid gap-1">
				{menuFor(session !== null).map(({ to, label }) => (
					<MenuLink key={to} to={to} onClick={onClose}>
						{label()}
					</MenuLink>
				))}
				{session ? null : (
					<MenuLink to="/login" onClick={onClose}>
						{m.frame_sign_in()}
					</MenuLink>
				)}
			</nav>
			<div className="mt-auto grid grid-cols-1 gap-3 border-line border-t pt-4">
				{session ? (
					<>
						<Link to="/chat" onClick={onClose} className="menu-link">
							<Icon name="user" className="size-5" />
							<span className="min-w-0">{session.displayName}</span>
						</Link>
						<Button variant="secondary" busy={isSigningOut} onClick={signOut}>
							<Icon name="sign-out" />
							{m.frame_sign_out()}
						</Button>
					</>
				) : null}
				<ButtonLink to={session ? '/chat' : '/login'} onClick={onClose}>
					{m.frame_start()}
				</ButtonLink>
			</div>
		</Drawer>
	)
}
