// The menu in one list: a page that comes into being adds its line here, and header, drawer and footer show it.
import { m } from '../../i18n/messages.ts'

export type MenuEntry = {
	to: string
	label(): string
	/** Shown only to somebody who is signed in. */
	signedIn?: true
	/** The bar at the top has room for it only where the window is wide; the drawer shows it always. */
	wide?: true
	/** Beside the name of who is signed in there is no room for it in the bar; drawer and footer show it always. */
	visitorsBar?: true
}

export const menu: readonly MenuEntry[] = [
	{ to: '/landing', label: m.frame_menu_home },
	{ to: '/chat', label: m.frame_menu_chat },
	{ to: '/guia', label: m.frame_menu_guide },
	{ to: '/ayuda-legal', label: m.frame_menu_legal_help, visitorsBar: true },
	{ to: '/saved-chats', label: m.frame_menu_saved_chats, signedIn: true, wide: true },
	{ to: '/user-feedback', label: m.frame_menu_suggestions, signedIn: true, wide: true },
]

/** The entries this visitor or this signed-in person sees. */
export function menuFor(isSignedIn: boolean): readonly MenuEntry[] {
	return menu.filter((entry) => isSignedIn || !entry.signedIn)
}
