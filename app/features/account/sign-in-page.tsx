// The sign-in page in its three modes: choose, sign in, open an account. The mode stands in the address, so that a phone's
// back button leads from a form to the choice and a reload stays where it is.
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { takeSignInReason, takeWantedPlace } from '../../backend/wanted-place.ts'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { ChooseWay, modeParameter, modeValues } from './choose-way.tsx'
import { forgetGuestDetails, readGuestDetails } from './guest-details.ts'
import { RegistrationForm } from './registration-form.tsx'
import { useSessionElsewhere } from './session-elsewhere.ts'
import { SignInForm } from './sign-in-form.tsx'

type Mode = 'select' | 'login' | 'register'

export function SignInPage() {
	const [mode, setMode] = useMode()
	const [guest] = useState(readGuestDetails)
	const [email, setEmail] = useState(guest.email)
	const [isToConfirm, setToConfirm] = useState(false)
	const finish = useFinish()
	useReason()
	useSessionElsewhere({ onSignIn: () => finish(m.account_signed_in_elsewhere()) })

	if (isToConfirm) return <ConfirmByMail email={email} onDone={() => setToConfirm(false)} />
	switch (mode) {
		case 'select':
			return <ChooseWay />
		case 'login':
			return (
				<FormPage title={m.account_sign_in_title()} lead={m.account_sign_in_lead()} onBack={() => setMode('select')}>
					<SignInForm key={email} email={email} onDone={() => finish(m.account_signed_in())} />
					<OtherWay
						question={m.account_no_account()}
						label={m.account_create_free()}
						onPress={() => setMode('register')}
					/>
				</FormPage>
			)
		case 'register':
			return (
				<FormPage title={m.account_register_title()} lead={m.account_register_lead()} onBack={() => setMode('select')}>
					<RegistrationForm
						name={guest.name}
						email={email}
						onDone={() => finish(m.account_created())}
						onConfirm={(address) => {
							setEmail(address)
							setToConfirm(true)
							setMode('login')
						}}
						onEmailTaken={(address) => {
							setEmail(address)
							setMode('login')
							toast.info(m.account_email_taken())
						}}
					/>
					<OtherWay question={m.account_have_account()} label={m.account_sign_in()} onPress={() => setMode('login')} />
				</FormPage>
			)
	}
}

type FormPageProps = { title: string; lead: string; onBack(): void; children: ReactNode }

function FormPage({ title, lead, onBack, children }: FormPageProps) {
	return (
		<Page title={title} lead={lead} width="narrow">
			<Card className="grid gap-6">{children}</Card>
			<div className="flex flex-wrap items-center justify-between gap-3">
				<Button variant="quiet" onClick={onBack}>
					<Icon name="chevron" className="rotate-90" />
					{m.account_back()}
				</Button>
			</div>
			<p className="text-ink-soft text-sm">{m.account_email_use()}</p>
		</Page>
	)
}

function ConfirmByMail({ email, onDone }: { email: string; onDone(): void }) {
	return (
		<Page title={m.account_confirm_title()} lead={m.account_confirm_text({ email })} width="narrow">
			<Button size="large" onClick={onDone}>
				{m.account_sign_in()}
			</Button>
		</Page>
	)
}

function OtherWay({ question, label, onPress }: { question: string; label: string; onPress(): void }) {
	return (
		<div className="flex flex-wrap items-center gap-x-2 border-line border-t pt-4">
			<p>{question}</p>
			<Button variant="quiet" className="px-2 underline underline-offset-4" onClick={onPress}>
				{label}
			</Button>
		</div>
	)
}

/** Invitations elsewhere in the app open the sign-in form by `directLogin` in the navigation's state. */
function useMode(): [Mode, (mode: Mode) => void] {
	const { state, search } = useLocation()
	const navigate = useNavigate()
	const asked = new URLSearchParams(search).get(modeParameter)
	const change = (mode: Mode) => navigate({ search: mode === 'select' ? '' : `${modeParameter}=${modeValues[mode]}` })
	if (asked === modeValues.register) return ['register', change]
	const isDirect = (state as { directLogin?: boolean } | null)?.directLogin === true
	return [asked === modeValues.login || isDirect ? 'login' : 'select', change]
}

/** Says once why somebody has been sent here. */
function useReason(): void {
	useEffect(() => {
		const reason = takeSignInReason()
		if (reason === 'visitor') toast.info(m.account_finish_registration())
		if (reason === 'ended') toast.error(m.account_session_ended())
	}, [])
}

/** One notice, and on to where the person wanted to be. */
function useFinish(): (notice: string) => void {
	const navigate = useNavigate()
	return (notice) => {
		forgetGuestDetails()
		toast.success(notice)
		void navigate(takeWantedPlace(), { replace: true })
	}
}
