// The toasts on show, outside React so that any code can raise one: `toast.error(…)` also works in a loader.

export type ToastTone = 'success' | 'info' | 'error'
export type Toast = { id: number; tone: ToastTone; title: string; description?: string | undefined }

const mostAtOnce = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Shows one more; the same news again replaces what is there instead of standing twice. */
export function addToast(news: Omit<Toast, 'id'>): number {
	lastId += 1
	const others = toasts.filter((one) => one.title !== news.title || one.tone !== news.tone)
	change([...others, { ...news, id: lastId }].slice(-mostAtOnce))
	return lastId
}

export function dismissToast(id: number): void {
	change(toasts.filter((one) => one.id !== id))
}

export function readToasts(): readonly Toast[] {
	return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}

function change(next: readonly Toast[]): void {
	toasts = next
	for (const listener of listeners) listener()
}
