import { verify as verifyArgon2 } from '@node-rs/argon2'
import { hash as bcrypt, verify as verifyBcrypt } from '@node-rs/bcrypt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../testing/server.ts'
import { checkStrength, isCommon } from './password-rules.ts'
import { createPasswords, isKnownHash, isOutdated } from './passwords.ts'

const password = 'una clave larga'

describe('a verification', () => {
	let done: string[] = []
	const counting = createPasswords({
		argon2: (...given) => {
			done.push('argon2')
			return verifyArgon2(...given)
		},
		bcrypt: (...given) => {
			done.push('bcrypt')
			return verifyBcrypt(...given)
		},
	})

	it('does the same work for every kind of account, and for none', async () => {
		const { hash, verify } = await counting
		const [ours, theirs] = [await hash(password), await bcrypt(password, 10)]
		const outcomes: boolean[] = []
		for (const [hashed, given] of [
			[ours, password],
			[theirs, password],
			[ours, 'otra'],
			[theirs, 'otra'],
			[null, password],
			['', password],
			['no es una huella', password],
		] as const) {
			done = []
			outcomes.push(await verify(hashed, given))
			expect(done.sort()).toEqual(['argon2', 'bcrypt'])
		}
		expect(outcomes).toEqual([true, true, false, false, false, false, false])
	})

	it('does not take the passwords of the hashes that stand in for nobody', async () => {
		const { verify } = await counting
		expect(await verify(null, 'the password of nobody')).toBe(false)
	})

	it('knows the hosted platform’s hashes, and none that would take forever', async () => {
		expect(isKnownHash((await bcrypt(password, 10)).replace(/^\$2.\$/, '$2a$'))).toBe(true)
		expect(isKnownHash(`$2a$31$${'a'.repeat(53)}`)).toBe(false)
		expect(isKnownHash('$argon2id$v=19$m=99999999,t=3,p=4$c29tZXNhbHQ$aGFzaA')).toBe(false)
	})
})

describe('somebody who moved here from the hosted platform', () => {
	let server: TestServer
	beforeAll(async () => {
		server = await testServer()
	})
	afterAll(() => server.close())

	it('signs in with the password there was, whose hash is then renewed', async () => {
		const { email, userId } = await server.person()
		const brought = (await bcrypt(password, 10)).replace(/^\$2.\$/, '$2a$')
		await server.database.query({
			text: "update auth.users set encrypted_password = $2, raw_app_meta_data = '{}' where id = $1",
			values: [userId, brought],
		})
		expect((await server.authClient().signInWithPassword({ email, password: 'otra' })).error).not.toBeNull()
		expect(await hashOf(userId)).toBe(brought)
		expect((await server.authClient().signInWithPassword({ email, password })).error).toBeNull()
		const renewed = await hashOf(userId)
		expect(isOutdated(renewed)).toBe(false)
		expect((await server.authClient().signInWithPassword({ email, password })).error).toBeNull()
		expect(await hashOf(userId)).toBe(renewed)
	})

	async function hashOf(userId: string): Promise<string> {
		const text = 'select encrypted_password as hash from auth.users where id = $1'
		return (await server.database.query<{ hash: string }>({ text, values: [userId] }))[0]?.hash as string
	}
})

describe('a password', () => {
	it.each([
		'123456',
		'password',
		'QWERTY123',
		' teamo1 ',
		'Contraseña',
		'contraseña'.normalize('NFD'),
		'guadalupe123',
		'mexico123',
	])('that everybody tries first is refused: %s', (common) => {
		expect(isCommon(common)).toBe(true)
		expect(() => checkStrength(common)).toThrow(expect.objectContaining({ code: 'weak_password' }))
	})

	it.each(['una clave larga', 'x8Kq2!mPz7Lw', 'tres tristes tigres', 'Puebla-1987-nopal'])(
		'like "%s" is taken',
		(good) => {
			expect(() => checkStrength(good)).not.toThrow()
		},
	)

	it.each(['', 'corta', 'ñandú'])('of fewer than six characters is refused: "%s"', (short) => {
		expect(() => checkStrength(short)).toThrow(
			expect.objectContaining({ code: 'weak_password', extra: { weak_password: { reasons: ['length'] } } }),
		)
	})
})
