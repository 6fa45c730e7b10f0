import { useQuery } from '@tanstack/react-query'
import { recentChatsQuery } from '../../backend/saved-chats.ts'
import { m } from '../../i18n/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadingRegion, SkeletonText } from '../../ui/skeleton.tsx'

/** The newest saved chats beside the conversation; all of them, with search, are in 'Mis Conversaciones'. */
export function RecentChats({ userId }: { userId: string }) {
	return (
		<Card as="section" aria-labelledby="recent-chats" className="grid content-start gap-3">
			<h2 id="recent-chats" className="font-bold text-heading text-xl">
				{m.chat_recent_title()}
			</h2>
			<RecentList userId={userId} />
			<ButtonLink
				to="/saved-chats"
				variant="quiet"
				className="justify-self-start px-0 underline underline-offset-4 hover:bg-transparent"
			>
				{m.conversations_title({}, { locale: 'es' })}
			</ButtonLink>
		</Card>
	)
}

function RecentList({ userId }: { userId: string }) {
	const { data: chats, isPending, isFetching, refetch } = useQuery(recentChatsQuery(userId))
	if (isPending || (!chats && isFetching)) {
		return (
			<LoadingRegion label={m.chat_recent_loading()}>
				<SkeletonText lines={3} />
			</LoadingRegion>
		)
	}
	if (!chats) {
		return (
			<div role="alert" className="grid justify-items-start gap-2">
				<p>{m.chat_recent_failed()}</p>
				<Button variant="secondary" onClick={() => refetch()}>
					{m.chat_retry()}
				</Button>
			</div>
		)
	}
	if (chats.length === 0) return <p className="text-ink-soft">{m.chat_recent_empty()}</p>
	return (
		<ul className="grid divide-y divide-line">
			{chats.map(({ id, question, answer }) => (
				<li key={id}>
					<dl className="grid gap-1 py-3 text-sm">
						<dt className="font-semibold text-ink-soft">{m.chat_recent_question()}</dt>
						<dd className="line-clamp-2">{question}</dd>
						<dt className="font-semibold text-ink-soft">{m.chat_recent_answer()}</dt>
						<dd className="line-clamp-2">{answer}</dd>
					</dl>
				</li>
			))}
		</ul>
	)
}
