import { inThisTab } from '../../backend/device-storage.ts'
import { m } from '../../i18n/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { draftKey } from '../chat/use-draft.ts'
import { useStoredSession } from '../frame/use-stored-session.ts'

/** For whoever did not find it, or wants to know what a topic means for them: the chat. `about`: the topic's title. */
export function AskInstead({ about }: { about?: string }) {
	const session = useStoredSession()
	return (
		<section
			aria-labelledby="preguntar"
			className="grid justify-items-start gap-3 rounded-2xl bg-brand-soft p-5 print:hidden"
		>
			<h2 id="preguntar" className="font-bold text-heading text-xl">
				{about ? m.guide_ask_about() : m.guide_ask_title()}
			</h2>
			<p className="max-w-prose">{about ? m.guide_ask_about_text() : m.guide_ask_text()}</p>
			<ButtonLink to={session ? '/chat' : '/login'} onClick={() => about && session && beginQuestion(about)}>
				{m.guide_ask()}
			</ButtonLink>
		</section>
	)
}

/** Leaves the beginning of a question in the chat's field; what somebody has begun to write there stays. */
function beginQuestion(about: string) {
	const tab = inThisTab()
	if (!tab.getItem(draftKey)) tab.setItem(draftKey, `${m.guide_ask_draft({ title: about })} `)
}
