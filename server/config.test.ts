import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const secret = 'a'.repeat(40)
const twilio = {
	TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
	TWILIO_AUTH_TOKEN: secret,
	TWILIO_FROM: '+13055550100',
}

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
		['TRUST_PROXY', 'yes'],
		['TRUST_PROXY', '10.0.0.0/33'],
		['TRUST_PROXY', '-1'],
		['AUTH_CONFIRM_EMAIL', 'on'],
		['SMTP_URL', 'http://mail.example.org'],
		['SMTP_URL', 'smtp://faro:100%@mail.example.org'],
		['MAIL_FROM', 'Faro Migrante'],
		['MAIL_FROM', 'hola@example.org\nBcc: otra@example.org'],
		['TWILIO_ACCOUNT_SID', 'AC123'],
		['TWILIO_FROM', '305 555 0100'],
		['TWILIO_BASE_URL', 'api.twilio.com'],
		['CONSOLE_MESSAGES', 'true'],
		['SMS_DAILY_LIMIT', 'many'],
		['AI_DAILY_LIMIT', '-5'],
		['SPEECH_DAILY_LIMIT', '1.5'],
		['OPENAI_BASE_URL', 'api.openai.com'],
		['OPENAI_MODEL', 'a model'],
		['ELEVENLABS_API_KEY', 'short'],
		['ELEVENLABS_BASE_URL', 'http://voices.example.org'],
		['ELEVENLABS_BASE_URL', 'https://faro:clave@voices.example.org'],
		['ELEVENLABS_VOICE_ID', '../voices'],
		['ELEVENLABS_MODEL', 'a model'],
		['OPENAI_SPEECH_MODEL', 'a model'],
	])('refuses %s=%s in one line that names the variable', (name, value) => {
		const refusal = () => readConfig({ [name]: value })
		expect(refusal).toThrow(ConfigError)
		expect(refusal).toThrow(new RegExp(`^${name}: [^\\n]+$`))
	})

	it('asks a language model where there is a key, or a service nearby', () => {
		expect(readConfig({}).openai).toBeUndefined()
		expect(readConfig({ OPENAI_API_KEY: secret }).openai).toEqual({
			apiKey: secret,
			baseUrl: 'https://api.openai.com/v1',
			model: 'gpt-4o',
			smallModel: 'gpt-4o-mini',
		})
		for (const host of [
			'localhost:11434',
			'127.0.0.1',
			'10.0.0.5',
			'192.168.1.9:80',
			'[fd00::1]',
			'ollama',
			'box.local',
		])
			expect(readConfig({ OPENAI_BASE_URL: `http://${host}/v1` }).openai?.apiKey).toBeUndefined()
	})

	it('sends a key or a question nowhere in the clear, and asks no stranger without a key', () => {
		const hosts = ['api.example.org', '10.0.0.5.example.org', 'localhost.example.org', '172.32.0.1', '8.8.8.8']
		for (const host of hosts) {
			expect(() => readConfig({ OPENAI_BASE_URL: `https://${host}/v1` })).toThrow(/^OPENAI_API_KEY: /)
			expect(() => readConfig({ OPENAI_BASE_URL: `http://${host}/v1`, OPENAI_API_KEY: secret })).toThrow(
				/^OPENAI_BASE_URL: [^\n]*https/,
			)
		}
		const withPassword = { OPENAI_BASE_URL: 'https://faro:clave@api.example.org', OPENAI_API_KEY: secret }
		expect(() => readConfig(withPassword)).toThrow(/^OPENAI_BASE_URL: (?!.*clave)/)
	})

	it('speaks through OpenAI’s public API by itself, through another service only with a model named for it', () => {
		const speaking = (more: Record<string, string>) => {
			const { openaiSpeech, openaiTranscription, elevenLabs } = readConfig(more)
			return [openaiSpeech?.model, openaiTranscription?.model, elevenLabs?.model]
		}
		const OPENAI_BASE_URL = 'http://localhost:11434/v1'
		expect(speaking({})).toEqual([undefined, undefined, undefined])
		expect(speaking({ OPENAI_API_KEY: secret })).toEqual(['gpt-4o-mini-tts', 'gpt-4o-mini-transcribe', undefined])
		expect(speaking({ OPENAI_BASE_URL })).toEqual([undefined, undefined, undefined])
		expect(speaking({ OPENAI_BASE_URL, OPENAI_TRANSCRIBE_MODEL: 'whisper' })).toEqual([undefined, 'whisper', undefined])
		expect(speaking({ OPENAI_SPEECH_MODEL: 'a-voice' })).toEqual([undefined, undefined, undefined])
		expect(speaking({ ELEVENLABS_API_KEY: secret })).toEqual([undefined, undefined, 'eleven_turbo_v2_5'])
	})

	it('never prints the value it refuses', () => {
		expect(() => readConfig({ JWT_SECRET: 'geheim' })).toThrow(/^(?!.*geheim)/)
	})

	it('does not lift limits on a server that others can reach', () => {
		expect(() => readConfig({ RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toThrow(/^RATE_LIMITS: /)
		expect(() => readConfig({ RATE_LIMITS: 'off', PUBLIC_URL: 'https://faro.example.org' })).toThrow(/^RATE_LIMITS: /)
		expect(readConfig({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
	})

	it('believes proxies by their number or their networks, none unless told', () => {
		expect(readConfig({}).trustProxy).toBe(0)
		expect(readConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
		expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32' }).trustProxy).toEqual([
			'loopback',
			'10.0.0.0/8',
			'2001:db8::/32',
		])
	})

	it('sends mail and text messages only through providers that are given', () => {
		expect(readConfig({})).toMatchObject({ mail: undefined, twilio: undefined, consoleMessages: false })
		const mail = { SMTP_URL: 'smtps://faro:cl%40ve@mail.example.org:465', MAIL_FROM: 'Faro <hola@example.org>' }
		expect(readConfig(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
		expect(readConfig(twilio).twilio).toEqual({
			accountSid: twilio.TWILIO_ACCOUNT_SID,
			authToken: secret,
			from: '+13055550100',
			baseUrl: 'https://api.twilio.com',
		})
	})

	it('does not take a provider by halves', () => {
		expect(() => readConfig({ SMTP_URL: 'smtp://mail.example.org' })).toThrow(/^SMTP_URL: [^\n]*MAIL_FROM/)
		for (const name of Object.keys(twilio))
			expect(() => readConfig({ ...twilio, [name]: undefined })).toThrow(new RegExp(`^${name}: `))
	})

	it('does not ask for confirmations that nobody could get', () => {
		const open = { AUTH_CONFIRM_EMAIL: 'true', HOST: '0.0.0.0' }
		expect(() => readConfig(open)).toThrow(/^AUTH_CONFIRM_EMAIL: [^\n]*SMTP_URL/)
		expect(readConfig({ ...open, CONSOLE_MESSAGES: 'on' }).confirmEmail).toBe(true)
		expect(readConfig({ ...open, HOST: '127.0.0.1' }).confirmEmail).toBe(true)
		expect(readConfig({}).confirmEmail).toBe(false)
	})

	it('has the daily budgets of the documentation unless told', () => {
		expect(readConfig({}).dailyLimits).toEqual({ sms: 500, ai: 20_000, speech: 20_000 })
		expect(readConfig({ SMS_DAILY_LIMIT: '0' }).dailyLimits.sms).toBe(0)
	})

	it('hands a base to a service only with the key that both sides verify sessions with', () => {
		const rest = { REST_UPSTREAM_URL: 'https://project.example/rest/v1/' }
		expect(readConfig({}).upstreams).toEqual({})
		expect(readConfig({ ...rest, JWT_SECRET: secret }).upstreams.rest).toBe('https://project.example/rest/v1')
		expect(() => readConfig(rest)).toThrow(/^REST_UPSTREAM_URL: [^\n]*JWT_SECRET/)
		for (const url of ['ftp://x', 'https://a:b@x', 'https://x/?a=b', 'http://localhost:3000/rest/v1'])
			expect(() => readConfig({ JWT_SECRET: secret, REST_UPSTREAM_URL: url })).toThrow(/^REST_UPSTREAM_URL: /)
		const options = { DATABASE_URL: 'postgres://x/y?options=-c', AUTH_UPSTREAM_URL: 'https://x', JWT_SECRET: secret }
		expect(() => readConfig(options)).toThrow(/^DATABASE_URL: /)
	})

	it('does not take the public key for the operator’s', () => {
		expect(() => readConfig({ ANON_KEY: secret, SERVICE_ROLE_KEY: secret })).toThrow(/^SERVICE_ROLE_KEY: /)
	})
})
