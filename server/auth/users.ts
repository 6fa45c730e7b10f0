// Accounts as rows of auth.users, and as the JSON that clients know.
import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { AuthError } from './errors.ts'

export type UserRow = {
	id: string
	email: string | null
	phone: string | null
	encrypted_password: string | null
	email_confirmed_at: Date | null
	phone_confirmed_at: Date | null
	confirmed_at: Date | null
	last_sign_in_at: Date | null
	raw_app_meta_data: Record<string, unknown>
	raw_user_meta_data: Record<string, unknown>
	created_at: Date
	updated_at: Date
	banned_until: Date | null
	is_anonymous: boolean
	identities: unknown[]
}

export type UserChanges = {
	email?: string | undefined
	passwordHash?: string | undefined
	metadata?: Record<string, unknown> | undefined
}
export type NewUser = { email: string; passwordHash: string; metadata: Record<string, unknown> }

const uniqueViolation = '23505'

export type Users = ReturnType<typeof createUsers>

const columns = `
	id, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, confirmed_at, last_sign_in_at,
	raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until, is_anonymous,
	(select coalesce(json_agg(json_build_object(
		'identity_id', identity.id, 'id', identity.provider_id, 'user_id', identity.user_id,
		'identity_data', identity.identity_data, 'provider', identity.provider,
		'last_sign_in_at', identity.last_sign_in_at, 'created_at', identity.created_at,
		'updated_at', identity.updated_at, 'email', identity.email) order by identity.created_at), '[]'::json)
	from auth.identities identity where identity.user_id = users.id) as identities`

export function createUsers(database: Database) {
	async function find(condition: string, value: string): Promise<UserRow | undefined> {
		const text = `select ${columns} from auth.users where ${condition} and deleted_at is null and not is_sso_user`
		const [row] = await database.query<UserRow>({ text, values: [value] })
		return row
	}

	return {
		findById: (id: string) => find('id = $1', id),
		findByEmail: (email: string) => find('email = $1', email),

		/** The new person's id; the e-mail counts as confirmed. */
		async create({ email, passwordHash, metadata }: NewUser): Promise<string> {
			const id = randomUUID()
			const appMetadata = { provider: 'email', providers: ['email'], password_set: true }
			const identity = { ...metadata, sub: id, email, email_verified: true, phone_verified: false }
			const text = `
				with person as (
					insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at,
						raw_app_meta_data, raw_user_meta_data)
					values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, $3, now(), now(), $4, $5)
					returning id
				)
				insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
				select id::text, id, 'email', $6, now() from person`
			const values = [id, email, passwordHash, appMetadata, metadata, identity]
			await database.query({ text, values }).catch(orTaken('user_already_exists'))
			return id
		},

		/** What is undefined stays as it is; metadata is merged. */
		async update(id: string, { email, passwordHash, metadata = {} }: UserChanges): Promise<void> {
			const text = `
				with person as (
					update auth.users set
						email = coalesce($2, email),
						encrypted_password = coalesce($3, encrypted_password),
						raw_app_meta_data = raw_app_meta_data || case when $3 is null then '{}'::jsonb else '{"password_set": true}' end,
						raw_user_meta_data = raw_user_meta_data || $4::jsonb,
						updated_at = now()
					where id = $1
				)
				update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
				where user_id = $1 and provider = 'email' and $2 is not null`
			const values = [id, email ?? null, passwordHash ?? null, metadata]
			await database.query({ text, values }).catch(orTaken('email_exists'))
		},
	}
}

function orTaken(code: 'user_already_exists' | 'email_exists') {
	return (error: { code?: string }): never => {
		throw error.code === uniqueViolation ? new AuthError(code, undefined) : error
	}
}

/** The person as the protocol shows them: never the hash. */
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
		last_sign_in_at: row.last_sign_in_at ?? undefined,
		app_metadata: row.raw_app_meta_data,
		user_metadata: row.raw_user_meta_data,
		identities: row.identities,
		created_at: row.created_at,
		updated_at: row.updated_at,
		is_anonymous: row.is_anonymous,
	}
}
