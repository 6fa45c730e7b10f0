// One-time codes of 6 digits and the links that can stand in for them. A new one replaces the one before; each works once;
// a code dies after 5 wrong tries. Where nobody has the address or number, a row that belongs to nobody is written, so that
// asking and guessing cost the same everywhere.
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Database } from '../database/database.ts'

export const codeMinutes = 10
export const linkMinutes = 60
const exchangeMinutes = 5
const mostWrongTries = 5

/** `entry`: sign-up, sign-in by code and invitation. `exchange`: what a followed link of a PKCE client turns into. */
export type Purpose = 'entry' | 'recovery' | 'email_change' | 'phone_change' | 'reauthentication' | 'exchange'

export type Details = {
	/** The password chosen at sign-up counts once this code is entered: it was sent to whoever chose that password. */
	confirmsPassword?: boolean
	/** What the PKCE client that asked will have to prove; a link then leads to an exchange. */
	challenge?: { value: string; method: 's256' | 'plain' } | undefined
	/** Of an exchange: how its session is opened. */
	method?: string
}

export type Proof = { userId: string; subject: string; details: Details }

export type Issuing = {
	purpose: Purpose
	/** The address or number it is sent to; for a reauthentication the account. */
	subject: string
	/** Null: nobody has it, and nothing will be sent. */
	userId: string | null
	details?: Details
}

export type Codes = ReturnType<typeof createCodes>

/** `secret` keys the hashes: six digits alone would be found by trying. */
export function createCodes({ query }: Pick<Database, 'query'>, secret: string) {
	const hashOf = (text: string) => createHmac('sha256', secret).update(`one-time ${text}`).digest('base64url')
	const hashOfCode = (purpose: Purpose, subject: string, code: string) => hashOf(`code ${purpose} ${subject} ${code}`)
	const hashOfLink = (link: string) => hashOf(`link ${link}`)

	async function consume(condition: string, values: unknown[]): Promise<Proof | undefined> {
		const text = `
			delete from faro.one_time_codes where ${condition} and user_id is not null
			returning user_id as "userId", subject, details`
		return (await query<Proof>({ text, values }))[0]
	}

	return {
		/** A code and a link token for the same thing; only their hashes are kept. */
		async issue({ purpose, subject, userId, details = {} }: Issuing): Promise<{ code: string; link: string }> {
			const code = String(randomInt(1_000_000)).padStart(6, '0')
			const link = randomBytes(32).toString('base64url')
			const minutes = purpose === 'exchange' ? exchangeMinutes : linkMinutes
			await query({ text: 'delete from faro.one_time_codes where link_expires_at < now()', values: [] })
			await query({
				text: `
					insert into faro.one_time_codes as old
						(purpose, subject, user_id, code_hash, link_hash, details, code_expires_at, link_expires_at)
					values ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7), now() + make_interval(mins => $8))
					on conflict (purpose, subject) do update set
						user_id = excluded.user_id, code_hash = excluded.code_hash, link_hash = excluded.link_hash,
						details = excluded.details, wrong_tries = 0, created_at = now(),
						code_expires_at = excluded.code_expires_at, link_expires_at = excluded.link_expires_at`,
				values: [
					purpose,
					subject,
					userId,
					hashOfCode(purpose, subject, code),
					hashOfLink(link),
					details,
					codeMinutes,
					minutes,
				],
			})
			return { code, link }
		},

		/** Whose code it was, or undefined: wrong, too late, used or dead. */
		async redeemCode(purpose: Purpose, subject: string, code: string): Promise<Proof | undefined> {
			const hash = hashOfCode(purpose, subject, code)
			const text = `
				update faro.one_time_codes set wrong_tries = wrong_tries + case when code_hash = $3 then 0 else 1 end
				where purpose = $1 and subject = $2 and wrong_tries < $4 and code_expires_at > now()
				returning id, code_hash = $3 as "isRight"`
			const values = [purpose, subject, hash, mostWrongTries]
			const [tried] = await query<{ id: string; isRight: boolean }>({ text, values })
			// Of two who come at once with the right code, the row is there for one.
			return tried?.isRight ? consume('id = $1 and code_hash = $2', [tried.id, hash]) : undefined
		},

		redeemLink: (purpose: Purpose, link: string) =>
			consume('purpose = $1 and link_hash = $2 and link_expires_at > now()', [purpose, hashOfLink(link)]),

		/** The account that a live code or link was sent to. */
		async ownerOf(purpose: Purpose, subject: string): Promise<{ userId: string; details: Details } | undefined> {
			const text = `
				select user_id as "userId", details from faro.one_time_codes
				where purpose = $1 and subject = $2 and user_id is not null and link_expires_at > now()`
			return (await query<{ userId: string; details: Details }>({ text, values: [purpose, subject] }))[0]
		},

		/** What was sent to a person before their address, number or password changed opens nothing any more. */
		async forget(userId: string): Promise<void> {
			await query({ text: 'delete from faro.one_time_codes where user_id = $1', values: [userId] })
		},
	}
}
