import { useEffect, useState, useSyncExternalStore } from 'react'
import { m } from '../i18n/messages.ts'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { addToast, dismissToast, readToasts, subscribeToToasts, type Toast, type ToastTone } from './toast-store.ts'

/** Short news about what just happened; anything that must be acted upon belongs in the page. */
export const toast = {
	success: (title: string, description?: string) => addToast({ tone: 'success', title, description }),
	info: (title: string, description?: string) => addToast({ tone: 'info', title, description }),
	error: (title: string, description?: string) => addToast({ tone: 'error', title, description }),
}

const nothing: readonly Toast[] = []

/** Stands once in the page; on phones below the header, where it covers no field. Errors interrupt a screen reader. */
export function Toaster() {
	const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => nothing)
	const [isPaused, setPaused] = useState(false)
	const listOf = (shown: readonly Toast[]) =>
		shown.map((one) => <ToastCard key={one.id} toast={one} isPaused={isPaused} />)
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: it only holds the time-out while somebody reads or points here
		<div
			onMouseEnter={() => setPaused(true)}
			onMouseLeave={() => setPaused(false)}
			onFocus={() => setPaused(true)}
			onBlur={() => setPaused(false)}
			className="toaster pointer-events-none fixed inset-x-3 top-20 z-50 grid justify-items-center gap-2 sm:top-auto sm:bottom-(--help-launcher-room) sm:left-auto sm:w-104 print:hidden"
		>
			<div role="alert" className="grid w-full gap-2">
				{listOf(toasts.filter(({ tone }) => tone === 'error'))}
			</div>
			<div role="status" className="grid w-full gap-2">
				{listOf(toasts.filter(({ tone }) => tone !== 'error'))}
			</div>
		</div>
	)
}

const stayMs: Record<ToastTone, number> = { success: 6_000, info: 6_000, error: 12_000 }

const tones: Record<ToastTone, { icon: IconName; look: string }> = {
	success: { icon: 'check', look: 'border-speak' },
	info: { icon: 'info', look: 'border-brand' },
	error: { icon: 'warning', look: 'border-danger' },
}

function ToastCard({ toast: { id, tone, title, description }, isPaused }: { toast: Toast; isPaused: boolean }) {
	useEffect(() => {
		if (isPaused) return
		const timer = setTimeout(() => dismissToast(id), stayMs[tone])
		return () => clearTimeout(timer)
	}, [id, tone, isPaused])
	const { icon, look } = tones[tone]
	return (
		<div
			className={classes(
				'toast-card pointer-events-auto flex w-full items-start gap-3 rounded-2xl border-2 bg-surface p-2 pl-4 text-ink shadow-lg',
				look,
			)}
		>
			<Icon name={icon} className="mt-2.5" />
			<div className="min-w-0 flex-1 py-2">
				<p className="font-semibold">{title}</p>
				{description ? <p className="text-ink-soft text-sm">{description}</p> : null}
			</div>
			<button
				type="button"
				aria-label={m.ui_close_notice()}
				onClick={() => dismissToast(id)}
				className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-xl text-ink-soft hover:bg-brand-soft hover:text-ink"
			>
				<Icon name="close" />
			</button>
		</div>
	)
}
