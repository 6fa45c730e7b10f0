import { m } from '../../i18n/messages.ts'
import { LoadingRegion, Skeleton } from '../../ui/skeleton.tsx'

/** The chat before it is known who asks. */
export function ChatSkeleton() {
	return (
		<div lang="es" className="mx-auto w-full max-w-6xl px-4 py-5 sm:px-6 sm:py-8">
			<h1 className="font-bold text-2xl text-heading leading-tight sm:text-3xl">{m.chat_title()}</h1>
			<LoadingRegion label={m.chat_loading()} className="grid max-w-3xl gap-5 pt-4">
				<Skeleton className="h-7 w-4/5" />
				<Skeleton className="h-64 w-full" />
				<Skeleton className="h-14 w-full" />
			</LoadingRegion>
		</div>
	)
}
