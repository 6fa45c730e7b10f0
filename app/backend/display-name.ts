export type PersonNames = { firstName?: string | null; lastName?: string | null; email?: string | null }

/** First and last name, else the first name, else the e-mail's part before the @, else `unnamed`. */
export function displayName({ firstName, lastName, email }: PersonNames, unnamed: string): string {
	const first = firstName?.trim()
	const last = lastName?.trim()
	if (first && last) return `${first} ${last}`
	return first || email?.split('@')[0]?.trim() || unnamed
}
