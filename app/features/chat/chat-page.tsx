// The chat: one question, its answer, and everything else quieter. Its texts are Spanish in either language.
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { profileQuery } from '../../backend/profile.ts'
import type { Person } from '../../backend/session.ts'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Turn } from './conversation.ts'
import { ConversationLog } from './conversation-log.tsx'
import { QuestionForm } from './question-form.tsx'
import { RecentChats } from './recent-chats.tsx'
import { useConversation } from './use-conversation.ts'
import { useDraft } from './use-draft.ts'
import { useSaveChat } from './use-save-chat.ts'
import { Welcome } from './welcome.tsx'

type ChatPageProps = {
	person: Person
	/** A saved conversation to go on with. */
	reopened: Turn | null
	/** The conversation is a new one from now on. */
	onCleared(): void
}

export function ChatPage({ person, reopened, onCleared }: ChatPageProps) {
	const { turns, ask, retry, withdraw, stop, clear } = useConversation(reopened)
	const [text, setText] = useDraft()
	const { save, isSaving } = useSaveChat(person.userId, turns, reopened?.id)
	const field = useRef<HTMLTextAreaElement>(null)
	const composer = useRef<HTMLDivElement>(null)
	const send = (question: string) => {
		setText('')
		ask(question)
		// On a phone the keyboard makes room for the answer.
		if (matchMedia('(pointer: coarse)').matches) field.current?.blur()
	}
	const goOn = () => ask(m.chat_continue_question())
	const edit = (turn: Turn) => {
		withdraw(turn)
		setText(turn.question)
		field.current?.focus()
	}
	const startAgain = () => {
		toast.info(m.chat_cleared())
		field.current?.focus()
		onCleared()
	}
	return (
		<div
			lang="es"
			className="mx-auto grid w-full max-w-6xl gap-6 px-4 py-5 sm:px-6 sm:py-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10"
		>
			<div className="grid min-w-0 content-start">
				<header className="grid gap-2 pb-5">
					<h1 className="font-bold text-2xl text-heading leading-tight sm:text-3xl">{m.chat_title()}</h1>
					<UnlimitedBanner person={person} />
				</header>
				{turns.length === 0 ? <Welcome onAsk={send} /> : null}
				<ConversationLog turns={turns} onRetry={retry} onEdit={edit} onContinue={goOn} cover={composer}>
					<div className="flex flex-wrap gap-2 pb-4 print:hidden">
						<Button variant="secondary" className="px-4" busy={isSaving} busyLabel={m.chat_saving()} onClick={save}>
							<Icon name="star" className="size-5" />
							{m.chat_save()}
						</Button>
						{turns.length > 0 ? <ClearButton clear={clear} onCleared={startAgain} /> : null}
					</div>
				</ConversationLog>
				<div ref={composer} data-stays-in-view className={composerLook}>
					<QuestionForm
						text={text}
						onChange={setText}
						onSend={send}
						isAnswering={turns.at(-1)?.status === 'waiting'}
						onStop={stop}
						field={field}
					/>
				</div>
				<p className="text-ink-soft text-sm">{m.chat_not_lawyers()}</p>
			</div>
			<aside className="lg:sticky lg:top-24 lg:self-start print:hidden">
				<RecentChats userId={person.userId} />
			</aside>
		</div>
	)
}

/** Stays at the lower edge of the window, unless a window is too low to spare the room. */
const composerLook =
	'-mx-4 border-line border-t bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 [@media(min-height:32rem)]:sticky [@media(min-height:32rem)]:bottom-0 print:hidden'

/** Not shown to the few accounts that do have a limit. */
function UnlimitedBanner({ person }: { person: Person }) {
	const { data: profile } = useQuery(profileQuery(person))
	if (profile?.plan === 'FREE') return null
	return (
		<p className="flex items-start gap-2 text-ink-soft">
			<Icon name="check" className="mt-0.5 text-speak" />
			{m.chat_unlimited()}
		</p>
	)
}

function ClearButton({ clear, onCleared }: { clear(): Promise<void>; onCleared(): void }) {
	const [isClearing, setClearing] = useState(false)
	const press = async () => {
		setClearing(true)
		try {
			await clear()
			onCleared()
		} catch {
			toast.error(m.chat_clear_failed())
			setClearing(false)
		}
	}
	return (
		<Button variant="quiet" className="px-3" busy={isClearing} busyLabel={m.chat_clearing()} onClick={press}>
			{m.chat_clear()}
		</Button>
	)
}
