// What a visitor already told the landing page or the demo, so that they do not have to type it again.
const emailKey = 'guestSignupEmail'
const nameKeys = ['guestSignupName', 'pendingRegistrationName']

export type GuestDetails = { name: string; email: string }

export function readGuestDetails(): GuestDetails {
	return { name: nameKeys.map(read).find(Boolean) ?? '', email: read(emailKey) }
}

/** Once there is an account they have done their work. */
export function forgetGuestDetails(): void {
	try {
		for (const key of [emailKey, ...nameKeys]) localStorage.removeItem(key)
	} catch {}
}

function read(key: string): string {
	try {
		return localStorage.getItem(key)?.trim() ?? ''
	} catch {
		return ''
	}
}
