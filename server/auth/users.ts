// Accounts as rows of auth.users, with the identities that belong to them.
import { randomUUID } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { AuthError } from './errors.ts'
import { change, type UserChanges } from './user-changes.ts'

export type UserRow = {
	id: string
	email: string | null
	phone: string | null
	encrypted_password: string | null
	email_confirmed_at: Date | null
	phone_confirmed_at: Date | null
	confirmed_at: Date | null
	confirmation_sent_at: Date | null
	invited_at: Date | null
	email_change: string | null
	email_change_sent_at: Date | null
	phone_change: string | null
	phone_change_sent_at: Date | null
	last_sign_in_at: Date | null
	raw_app_meta_data: Record<string, unknown>
	raw_user_meta_data: Record<string, unknown>
	created_at: Date
	updated_at: Date
	banned_until: Date | null
	is_anonymous: boolean
	identities: unknown[]
}

export type { UserChanges } from './user-changes.ts'
export type Users = ReturnType<typeof createUsers>

const columns = `
	id, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, confirmed_at, confirmation_sent_at, invited_at,
	email_change, email_change_sent_at, phone_change, phone_change_sent_at, last_sign_in_at,
	raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until, is_anonymous,
	(select coalesce(json_agg(json_build_object(
		'identity_id', identity.id, 'id', identity.provider_id, 'user_id', identity.user_id,
		'identity_data', identity.identity_data, 'provider', identity.provider,
		'last_sign_in_at', identity.last_sign_in_at, 'created_at', identity.created_at,
		'updated_at', identity.updated_at, 'email', identity.email) order by identity.created_at), '[]'::json)
	from auth.identities identity where identity.user_id = users.id) as identities`
const present = 'deleted_at is null and not is_sso_user'

export function createUsers(database: Database) {
	const { query, transaction } = database

	async function find(condition: string, value: string): Promise<UserRow | undefined> {
		const text = `select ${columns} from auth.users where ${condition} and ${present}`
		return (await query<UserRow>({ text, values: [value] }))[0]
	}

	return {
		findById: (id: string) => find('id = $1', id),
		findByEmail: (email: string) => find('email = $1', email),
		findByPhone: (phone: string) => find('phone = $1', phone),

		/** The new person's id. An address or number that is taken throws `email_exists` or `phone_exists`. */
		async create({ id = randomUUID(), ...changes }: UserChanges & { id?: string | undefined }): Promise<string> {
			await transaction(async (run) => {
				await run({
					text: `
						insert into auth.users (instance_id, id, aud, role)
						values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated')`,
					values: [id],
				})
				await change(run, id, changes)
			}).catch(orTaken)
			return id
		},

		async update(id: string, changes: UserChanges): Promise<void> {
			await transaction((run) => change(run, id, changes)).catch(orTaken)
		},

		/** The same password, hashed anew; nothing happens when the password was changed meanwhile. */
		async replaceHash(id: string, oldHash: string, newHash: string): Promise<void> {
			await query({
				text: 'update auth.users set encrypted_password = $3 where id = $1 and encrypted_password = $2',
				values: [id, oldHash, newHash],
			})
		},

		/** Somebody proves that it is theirs: an account that was opened with it and never confirmed makes way. */
		async makeWay(kind: 'email' | 'phone', value: string, exceptId: string): Promise<void> {
			await query({
				text: `
					delete from auth.users
					where ${kind} = $1 and id <> $2 and confirmed_at is null and last_sign_in_at is null and invited_at is null`,
				values: [value, exceptId],
			})
		},

		async list(page: number, perPage: number): Promise<{ rows: UserRow[]; total: number }> {
			const [counted] = await query<{ total: string }>({
				text: `select count(*) as total from auth.users where ${present}`,
				values: [],
			})
			const rows = await query<UserRow>({
				text: `select ${columns} from auth.users where ${present} order by created_at desc, id limit $1 offset $2`,
				values: [perPage, (page - 1) * perPage],
			})
			return { rows, total: Number(counted?.total) }
		},

		async remove(id: string): Promise<void> {
			await query({ text: 'delete from auth.users where id = $1', values: [id] })
		},

		/** The row stays for what refers to it; nothing of the person does, and nothing opens it. */
		async empty(id: string): Promise<void> {
			await transaction(async (run) => {
				for (const table of ['auth.sessions', 'auth.identities', 'faro.one_time_codes'])
					await run({ text: `delete from ${table} where user_id = $1`, values: [id] })
				await run({
					text: `
						update auth.users set deleted_at = now(), email = null, phone = null, encrypted_password = null,
							email_change = '', phone_change = '', raw_user_meta_data = '{}', raw_app_meta_data = '{}'
						where id = $1`,
					values: [id],
				})
			})
		},
	}
}

const uniqueViolation = '23505'

function orTaken(error: { code?: string; constraint?: string }): never {
	if (error.code !== uniqueViolation) throw error
	if (error.constraint?.includes('phone')) throw new AuthError('phone_exists')
	throw new AuthError(error.constraint?.includes('email') ? 'email_exists' : 'user_already_exists')
}
