// Hashes of passwords. Verifying takes as long for an account that does not exist as for one that does.
import { hash, verify } from '@node-rs/argon2'

/** OWASP's second choice for argon2id (the library's default algorithm): 19 MiB, two passes. */
const settings = { memoryCost: 19456, timeCost: 2, parallelism: 1 }

export type Passwords = {
	hash(password: string): Promise<string>
	/** True when `password` belongs to `hashed`; null stands for an account that does not exist. */
	verify(hashed: string | null, password: string): Promise<boolean>
}

export async function createPasswords(): Promise<Passwords> {
	const nobodys = await hash('the password of nobody', settings)
	return {
		hash: (password) => hash(password, settings),
		async verify(hashed, password) {
			const isRight = await verify(hashed ?? nobodys, password).catch(() => false)
			return isRight && hashed !== null
		},
	}
}
