// Hashes of passwords: argon2id for new ones; bcrypt ones, brought along from the hosted platform, verify as well. Every
// verification does the same work, so that the time it takes tells neither whether an account exists nor where it came from.
import { hash, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/** OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two passes. */
const settings = { memoryCost: 19456, timeCost: 2, parallelism: 1 }
const currentForm = '$argon2id$v=19$m=19456,t=2,p=1$'
const bcryptForm = /^\$2[abxy]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/
const argon2Form = /^\$argon2(id|i|d)\$v=19\$m=(\d{1,6}),t=\d,p=\d\$[+/A-Za-z0-9]+\$[+/A-Za-z0-9]+$/
/** Of random characters that nobody kept, as costly as the hosted platform's. */
const nobodysBcrypt = '$2y$10$DzwZq635AArtKggPxwGG6.urGZ8RIQHpv5ZRfLw4Fv.F6Xm9ikwGK'

export type Passwords = {
	hash(password: string): Promise<string>
	/** True when `password` belongs to `hashed`; null stands for an account that does not exist or has no password. */
	verify(hashed: string | null, password: string): Promise<boolean>
}

export type HashVerifiers = { argon2: typeof verifyArgon2; bcrypt: typeof verifyBcrypt }

export async function createPasswords(
	verifiers: HashVerifiers = { argon2: verifyArgon2, bcrypt: verifyBcrypt },
): Promise<Passwords> {
	const nobodysArgon2 = await hash('the password of nobody', settings)
	return {
		hash: (password) => hash(password, settings),
		async verify(hashed, password) {
			const isBcrypt = hashed !== null && bcryptForm.test(hashed)
			const isArgon2 = hashed !== null && argon2Form.test(hashed)
			const [byArgon2, byBcrypt] = await Promise.all([
				verifiers.argon2(isArgon2 ? hashed : nobodysArgon2, password).catch(() => false),
				verifiers.bcrypt(password, isBcrypt ? hashed : nobodysBcrypt).catch(() => false),
			])
			return (isArgon2 && byArgon2) || (isBcrypt && byBcrypt)
		},
	}
}

/** True for a hash that is to be replaced the next time its password is at hand. */
export function isOutdated(hashed: string): boolean {
	return !hashed.startsWith(currentForm)
}

/** True for a hash that `verify` understands. */
export function isKnownHash(hashed: string): boolean {
	return bcryptForm.test(hashed) || argon2Form.test(hashed)
}
