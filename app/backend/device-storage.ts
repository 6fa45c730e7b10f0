// What the app keeps on the device. Everything a person's account puts here carries the prefix, so that leaving wipes
// it in one sweep. A browser that forbids storage gets a memory that lasts as long as the page.
const prefix = 'faro:'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const memory = new Map<string, string>()
const forgetful: Store = {
	getItem: (key) => memory.get(key) ?? null,
	setItem: (key, value) => memory.set(key, value),
	removeItem: (key) => memory.delete(key),
}

/** Lasts until somebody signs out. */
export const onThisDevice = (): Store => usable('localStorage')
/** Lasts as long as the tab. */
export const inThisTab = (): Store => usable('sessionStorage')

export const personalKey = (name: string): string => `${prefix}${name}`

/** Removes what the person's account put on this device: drafts, names, remembered places. */
export function forgetPersonalTraces(): void {
	memory.clear()
	for (const name of ['localStorage', 'sessionStorage'] as const) {
		const store = read(name)
		if (!store) continue
		for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
	}
}

function usable(name: 'localStorage' | 'sessionStorage'): Store {
	return read(name) ?? forgetful
}

function read(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
	try {
		return globalThis[name]
	} catch {
		return undefined
	}
}
