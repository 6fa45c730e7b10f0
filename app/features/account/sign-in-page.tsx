// The sign-in page in its three modes: choose, sign in, open an account. The mode is part of the browser's history, so
// that a phone's back button leads from a form to the choice.
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { takeSignInReason, takeWantedPlace } from '../../backend/wanted-place.ts'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { ChooseWay } from './choose-way.tsx'
import { forgetGuestDetails, readGuestDetails } from './guest-details.ts'
import { RegistrationForm } from './registration-form.tsx'
import { useSessionElsewhere } from './session-elsewhere.ts'
import { SignInForm } from './sign-in-form.tsx'

type Mode = 'select' | 'login' | 'register' | 'confirm'

export function SignInPage() {
	const [mode, setMode] = useMode()
	const [guest] = useState(readGuestDetails)
	const [email, setEmail] = useState(guest.email)
	const finish = useFinish()
	useReason()
	useSessionElsewhere({ onSignIn: () => finish(m.account_signed_in_elsewhere()) })

	switch (mode) {
		case 'select':
			return <ChooseWay onRegister={() => setMode('register')} onSignIn={() => setMode('login')} />
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
							setMode('confirm')
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
		case 'confirm':
			return (
				<FormPage
					title={m.account_confirm_title()}
					lead={m.account_confirm_text({ email })}
					onBack={() => setMode('select')}
				>
					<Button size="large" onClick={() => setMode('login')}>
						{m.account_sign_in()}
					</Button>
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

/** The mode lies in the history entry; `directLogin` comes from invitations elsewhere in the app. */
function useMode(): [Mode, (mode: Mode) => void] {
	const { state, search } = useLocation()
	const navigate = useNavigate()
	const { mode, directLogin } = (state ?? {}) as { mode?: Mode; directLogin?: boolean }
	const change = (next: Mode) => navigate({ search }, { state: { mode: next } })
	return [mode ?? (directLogin ? 'login' : 'select'), change]
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
