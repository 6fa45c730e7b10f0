import { requireVisitor } from '../backend/require-session.ts'
import { ChooseWay } from '../features/account/choose-way.tsx'
import { SignInPage } from '../features/account/sign-in-page.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'

export const meta = () => [{ title: `${m.account_page_title()} · ${productName}` }]

export const clientLoader = requireVisitor

/** Changing between the modes is no new visit. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
	return <ChooseWay />
}

export default function Login() {
	return <SignInPage />
}
