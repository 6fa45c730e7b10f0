// Accounts as rows of auth.users, and as the JSON that clients know.
import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
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

export type NewUser = { email: string; passwordHash: string; metadata: Record<string, unknown> }

const uniqueViolation = '23505'

export type Users = ReturnType<typeof createUsers>

export function createUsers(sql: Sql) {
	const columns = sql`
		id, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, confirmed_at, last_sign_in_at,
		raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until, is_anonymous,
		(select coalesce(json_agg(json_build_object(
			'identity_id', identity.id, 'id', identity.provider_id, 'user_id', identity.user_id,
			'identity_data', identity.identity_data, 'provider', identity.provider,
			'last_sign_in_at', identity.last_sign_in_at, 'created_at', identity.created_at,
			'updated_at', identity.updated_at, 'email', identity.email) order by identity.created_at), '[]'::json)
			from auth.identities identity where identity.user_id = users.id) as identities`

	return {
		async create({ email, passwordHash, metadata }: NewUser): Promise<UserRow> {
			const id = randomUUID()
			const identity = { sub: id, email, email_verified: true, phone_verified: false, ...metadata }
			try {
				await sql.begin(async (transaction) => {
					await transaction`
						insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, last_sign_in_at,
							raw_app_meta_data, raw_user_meta_data)
						values ('00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${email}, ${passwordHash},
							now(), now(), ${transaction.json({ provider: 'email', providers: ['email'], password_set: true })},
							${transaction.json(metadata as never)})`
					await transaction`
						insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at)
						values (${id}, ${id}, 'email', ${transaction.json(identity as never)}, now())`
				})
			} catch (error) {
				if ((error as { code?: string }).code === uniqueViolation) throw new AuthError('user_already_exists')
				throw error
			}
			return (await this.findById(id)) as UserRow
		},

		async findById(id: string): Promise<UserRow | undefined> {
			const [row] = await sql<UserRow[]>`select ${columns} from auth.users where id = ${id} and deleted_at is null`
			return row
		},

		async findByEmail(email: string): Promise<UserRow | undefined> {
			const [row] = await sql<UserRow[]>`select ${columns} from auth.users where email = ${email} and deleted_at is null and not is_sso_user`
			return row
		},

		async update(id: string, changes: { email?: string; passwordHash?: string; metadata?: Record<string, unknown> }): Promise<void> {
			try {
				await sql`
					update auth.users set
						email = coalesce(${changes.email ?? null}, email),
						encrypted_password = coalesce(${changes.passwordHash ?? null}, encrypted_password),
						raw_app_meta_data = case when ${changes.passwordHash !== undefined} then raw_app_meta_data || '{"password_set": true}' else raw_app_meta_data end,
						raw_user_meta_data = raw_user_meta_data || ${sql.json((changes.metadata ?? {}) as never)},
						updated_at = now()
					where id = ${id}`
				if (changes.email) {
					await sql`
						update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${changes.email}::text), updated_at = now()
						where user_id = ${id} and provider = 'email'`
				}
			} catch (error) {
				if ((error as { code?: string }).code === uniqueViolation) throw new AuthError('email_exists')
				throw error
			}
		},
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
