import { m } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingRegion, Skeleton } from '../../ui/skeleton.tsx'

const placeholders = ['first', 'second', 'third']

export function SavedChatsSkeleton() {
	return (
		<Page title={m.conversations_title()} lead={m.conversations_lead_loading()}>
			<LoadingRegion label={m.conversations_loading()} className="grid gap-3">
				{placeholders.map((name) => (
					<Card key={name} className="grid gap-3">
						<Skeleton className="h-6 w-3/4" />
						<Skeleton className="h-5 w-40" />
						<Skeleton className="h-10 w-full" />
					</Card>
				))}
			</LoadingRegion>
		</Page>
	)
}
