import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const secret = 'a'.repeat(40)

describe('the configuration', () => {
	it('needs nothing at all', () => {
		expect(readConfig({})).toMatchObject({
			port: 3000,
			host: '127.0.0.1',
			publicUrl: 'http://localhost:3000',
			databaseUrl: undefined,
		})
	})

	it('takes an empty value as not set', () => {
		expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
	})

	it('writes addresses without a closing slash', () => {
		expect(readConfig({ PUBLIC_URL: 'https://faro.example.org/' }).publicUrl).toBe('https://faro.example.org')
	})

	it.each([
		['PORT', 'abc'],
		['PORT', '70000'],
		['PUBLIC_URL', 'faro.example.org'],
		['DATABASE_URL', 'mysql://x'],
		['SERVICE_ROLE_KEY', 'short'],
		['JWT_SECRET', 'has a blank in it and is long enough otherwise'],
		['CONTACT_EMAIL', 'nobody'],
		['LOG_LEVEL', 'loud'],
		['RATE_LIMITS', 'maybe'],
	])('refuses %s=%s in one line that names the variable', (name, value) => {
		const refusal = () => readConfig({ [name]: value })
		expect(refusal).toThrow(ConfigError)
		expect(refusal).toThrow(new RegExp(`^${name}: [^\\n]+$`))
	})

	it('never prints the value it refuses', () => {
		expect(() => readConfig({ JWT_SECRET: 'geheim' })).toThrow(/^(?!.*geheim)/)
	})

	it('does not lift limits on a server that others can reach', () => {
		expect(() => readConfig({ RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toThrow(/^RATE_LIMITS: /)
		expect(() => readConfig({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://faro.example.org' })).toThrow(/^RATE_LIMITS: /)
		expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
	})

	it('does not take the public key for the operator’s', () => {
		expect(() => readConfig({ ANON_KEY: secret, SERVICE_ROLE_KEY: secret })).toThrow(/^SERVICE_ROLE_KEY: /)
	})
})
