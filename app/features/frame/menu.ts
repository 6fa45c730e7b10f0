// The menu in one list: a page that comes into being adds its line here, and header, drawer and footer show it.
import { m } from '../../i18n/messages.ts'

export type MenuEntry = {
	to: string
	label(): string
	/** Shown only to somebody who is signed in. */
	signedIn?: true
}

export const menu: readonly MenuEntry[] = [
	{ to: '/landing', label: m.frame_menu_home },
	{ to: '/chat', label: m.frame_menu_chat },
	{ to: '/saved-chats', label: m.frame_menu_saved_chats, signedIn: true },
]

/** The entries this visitor or this signed-in person sees. */
export function menuFor(isSignedIn: boolean): readonly MenuEntry[] {
	return menu.filter((entry) => isSignedIn || !entry.signedIn)
}
