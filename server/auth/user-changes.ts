// What can change about an account, as one statement; the identities and app_metadata that follow from it are kept in step.
import type { Run } from '../database/database.ts'

/** What is undefined stays as it is. */
export type UserChanges = {
	email?: string | undefined
	phone?: string | undefined
	/** Null: no password opens the account. */
	passwordHash?: string | null | undefined
	/** Whether its owner chose the password; the current one is asked for then before it changes. */
	isPasswordOwn?: boolean | undefined
	/** Merged; null removes a field. */
	metadata?: Record<string, unknown> | undefined
	/** Takes the place of all there was: nothing of somebody who never proved to be the owner stays. */
	newMetadata?: Record<string, unknown> | undefined
	appMetadata?: Record<string, unknown> | undefined
	isEmailConfirmed?: boolean | undefined
	isPhoneConfirmed?: boolean | undefined
	bannedUntil?: Date | null | undefined
	isConfirmationSent?: boolean | undefined
	isInvited?: boolean | undefined
	/** Wanted, and not yet proven. */
	pendingEmail?: string | undefined
	pendingPhone?: string | undefined
}

export async function change(run: Run, id: string, changes: UserChanges): Promise<void> {
	const values: unknown[] = [id]
	const assignments = ['updated_at = now()']
	const set = (assignment: string, value: unknown) => {
		if (value === undefined) return
		values.push(value)
		assignments.push(assignment.replaceAll('?', `$${values.length}`))
	}
	const merge = (column: string, data: Record<string, unknown> | undefined) => {
		if (!data) return
		const removed = Object.keys(data).filter((key) => data[key] === null)
		values.push(data, removed)
		assignments.push(`${column} = (${column} || $${values.length - 1}::jsonb) - $${values.length}::text[]`)
	}
	set("email = ?, email_change = ''", changes.email)
	set("phone = ?, phone_change = ''", changes.phone)
	set('encrypted_password = ?', changes.passwordHash)
	set('email_confirmed_at = case when ? then coalesce(email_confirmed_at, now()) end', changes.isEmailConfirmed)
	set('phone_confirmed_at = case when ? then coalesce(phone_confirmed_at, now()) end', changes.isPhoneConfirmed)
	set('banned_until = ?', changes.bannedUntil)
	set('confirmation_sent_at = case when ? then now() end', changes.isConfirmationSent)
	set('invited_at = case when ? then now() end', changes.isInvited)
	set('email_change = ?, email_change_sent_at = now()', changes.pendingEmail)
	set('phone_change = ?, phone_change_sent_at = now()', changes.pendingPhone)
	set('raw_user_meta_data = ?', changes.newMetadata)
	merge('raw_user_meta_data', changes.metadata)
	const own = changes.isPasswordOwn === undefined ? undefined : { password_set: changes.isPasswordOwn }
	merge('raw_app_meta_data', changes.appMetadata || own ? { ...changes.appMetadata, ...own } : undefined)
	await run({ text: `update auth.users set ${assignments.join(', ')} where id = $1`, values })
	if (changes.email ?? changes.isEmailConfirmed) await keepIdentity(run, id, 'email')
	if (changes.phone ?? changes.isPhoneConfirmed) await keepIdentity(run, id, 'phone')
}

/** The identity says what the account says about its address or number; app_metadata lists the ways to sign in. */
async function keepIdentity(run: Run, id: string, provider: 'email' | 'phone'): Promise<void> {
	await run({
		text: `
			insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
			select id::text, id, '${provider}', raw_user_meta_data || jsonb_build_object('sub', id, '${provider}', ${provider},
				'email_verified', email_confirmed_at is not null, 'phone_verified', phone_confirmed_at is not null), now()
			from auth.users where id = $1 and ${provider} is not null
			on conflict (provider_id, provider) do update set
				identity_data = excluded.identity_data, updated_at = now()`,
		values: [id],
	})
	await run({
		text: `
			update auth.users set raw_app_meta_data =
				jsonb_build_object('provider', known.list -> 0) || raw_app_meta_data || jsonb_build_object('providers', known.list)
			from (
				select jsonb_agg(provider order by created_at, provider) as list from auth.identities where user_id = $1
			) known
			where id = $1 and known.list is not null`,
		values: [id],
	})
}
