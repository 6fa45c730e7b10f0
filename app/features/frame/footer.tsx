import { useLocation } from 'react-router'
import { getLanguage, type Language, setLanguage } from '../../i18n/language.ts'
import { m } from '../../i18n/messages.ts'
import { productName } from '../../product.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuLink } from './menu-link.tsx'

const other: Record<Language, { language: Language; name: string }> = {
	es: { language: 'en', name: 'English' },
	en: { language: 'es', name: 'Español' },
}

/** The end of every page: whose it is, in which language, and on the landing the way back up. */
export function Footer() {
	const { pathname } = useLocation()
	const { language, name } = other[getLanguage()]
	return (
		// The room at the end is the help launcher's: there it covers nothing.
		<footer className="border-line border-t bg-surface pb-(--help-launcher-room) noscript:pb-0 print:pb-0">
			<div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-5 sm:px-6">
				<div className="grid gap-1 text-ink-soft text-sm">
					<p>{m.frame_copyright({ productName })}</p>
					<p>{m.frame_general_information()}</p>
				</div>
				<div className="flex flex-wrap items-center gap-x-2 print:hidden">
					<MenuLink to="/guia">{m.frame_menu_guide()}</MenuLink>
					<MenuLink to="/ayuda-legal">{m.frame_menu_legal_help()}</MenuLink>
					<MenuLink to="/calidad">{m.frame_quality()}</MenuLink>
					<MenuLink to="/user-feedback">{m.frame_contact()}</MenuLink>
					<MenuLink to="/website-help">{m.frame_help()}</MenuLink>
					{/* Without JavaScript the language cannot be changed, so nothing offers it. */}
					<Button variant="quiet" lang={language} className="noscript:hidden" onClick={() => setLanguage(language)}>
						{name}
					</Button>
					{pathname === '/landing' ? <BackToTop /> : null}
				</div>
			</div>
		</footer>
	)
}

/** A link to the top: it also works before the page is alive. */
function BackToTop() {
	return (
		<a href="#contenido" className="menu-link">
			<Icon name="chevron" className="size-5 rotate-180" />
			{m.frame_back_to_top()}
		</a>
	)
}
