// An account as the protocol shows it: never the hash.
import type { UserRow } from './users.ts'

export function userJson(row: UserRow) {
	return {
		id: row.id,
		aud: 'authenticated',
		role: 'authenticated',
		email: row.email ?? '',
		email_confirmed_at: row.email_confirmed_at ?? undefined,
		phone: row.phone ?? '',
		phone_confirmed_at: row.phone_confirmed_at ?? undefined,
		confirmed_at: row.confirmed_at ?? undefined,
		confirmation_sent_at: row.confirmation_sent_at ?? undefined,
		invited_at: row.invited_at ?? undefined,
		new_email: row.email_change || undefined,
		email_change_sent_at: row.email_change ? row.email_change_sent_at : undefined,
		new_phone: row.phone_change || undefined,
		phone_change_sent_at: row.phone_change ? row.phone_change_sent_at : undefined,
		last_sign_in_at: row.last_sign_in_at ?? undefined,
		app_metadata: row.raw_app_meta_data,
		user_metadata: row.raw_user_meta_data,
		identities: row.identities,
		banned_until: row.banned_until ?? undefined,
		created_at: row.created_at,
		updated_at: row.updated_at,
		is_anonymous: row.is_anonymous,
	}
}
