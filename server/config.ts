// The environment, read once and as data: one typed object that everything else receives in parts.
import { resolve } from 'node:path'
import { compile as compileNetworks } from 'proxy-addr'
import { z } from 'zod'

/** A value of the environment that the server cannot work with; the message is one line and names the variable. */
export class ConfigError extends Error {}

/** Public by design: it tells the browser's requests from strangers' accidents and opens nothing by itself. */
export const defaultAnonKey = 'faro-migrante-anon'

const port = z.coerce.number().int().min(0).max(65535)
const webAddress = z
	.url({ protocol: /^https?$/, error: 'must be an http or https address' })
	.transform((url) => url.replace(/\/+$/, ''))
const postgresAddress = z.string().regex(/^postgres(ql)?:\/\/\S+$/, 'must begin with postgres://')
const key = (least: number) =>
	z.string().min(least, `must have at least ${least} characters`).regex(/^\S+$/, 'must not contain blanks')
const onOff = z.enum(['on', 'off'], 'must be on or off')
const trueFalse = z.enum(['true', 'false'], 'must be true or false')
const mailServer = z
	.url({ protocol: /^smtps?$/, error: 'must be smtp:// or smtps://, then user:password@ if needed, host and port' })
	.refine((url) => !/%(?![0-9a-f]{2})/i.test(url), 'must have a % in the password written as %25')
const sender = z
	.string()
	.regex(/^([^<>\r\n"]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/, 'must be an address, or a name and <address>')
const modelName = z.string().regex(/^[\w.:/@+-]{1,200}$/, 'must be the name of a model, without blanks')
const callsADay = z.coerce.number('must be a number').int().min(0).max(100_000_000)

const publicOpenai = 'https://api.openai.com/v1'

const environmentSchema = z.object({
	PORT: port.default(3000),
	HOST: z.string().min(1).default('127.0.0.1'),
	PUBLIC_URL: webAddress.optional(),
	DATA_DIR: z.string().min(1).default('./data'),
	DATABASE_URL: postgresAddress.optional(),
	ANON_KEY: key(8).default(defaultAnonKey),
	SERVICE_ROLE_KEY: key(32).optional(),
	JWT_SECRET: key(32).optional(),
	JWT_SECRET_PREVIOUS: key(32).optional(),
	CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
	LOG_LEVEL: z
		.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent')
		.default('info'),
	RATE_LIMITS: onOff.default('on'),
	TRUST_PROXY: z.string().transform(readProxies).default(0),
	AUTH_CONFIRM_EMAIL: trueFalse.default('false'),
	SMTP_URL: mailServer.optional(),
	MAIL_FROM: sender.optional(),
	TWILIO_ACCOUNT_SID: z
		.string()
		.regex(/^AC[0-9a-zA-Z]{32}$/, 'must begin with AC and have 34 characters')
		.optional(),
	TWILIO_AUTH_TOKEN: key(16).optional(),
	TWILIO_FROM: z
		.string()
		.regex(
			/^(\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-fA-F]{32})$/,
			'must be +1 and a number, a short code or a messaging service (MG…)',
		)
		.optional(),
	TWILIO_BASE_URL: webAddress.default('https://api.twilio.com'),
	CONSOLE_MESSAGES: onOff.default('off'),
	OPENAI_API_KEY: key(8).optional(),
	OPENAI_BASE_URL: webAddress.optional(),
	OPENAI_MODEL: modelName.default('gpt-4o'),
	OPENAI_SMALL_MODEL: modelName.default('gpt-4o-mini'),
	OPENAI_SPEECH_MODEL: modelName.optional(),
	OPENAI_TRANSCRIBE_MODEL: modelName.optional(),
	ELEVENLABS_API_KEY: key(8).optional(),
	ELEVENLABS_BASE_URL: webAddress.default('https://api.elevenlabs.io'),
	ELEVENLABS_VOICE_ID: z
		.string()
		.regex(/^[A-Za-z0-9]{8,64}$/, 'must be the id of a voice: letters and digits')
		.default('EXAVITQu4vr4xnSDxMaL'),
	ELEVENLABS_MODEL: modelName.default('eleven_turbo_v2_5'),
	ELEVENLABS_TRANSCRIBE_MODEL: modelName.default('scribe_v2'),
	SMS_DAILY_LIMIT: callsADay.default(500),
	AI_DAILY_LIMIT: callsADay.default(20_000),
	SPEECH_DAILY_LIMIT: callsADay.default(20_000),
	AUTH_UPSTREAM_URL: webAddress.optional(),
	REST_UPSTREAM_URL: webAddress.optional(),
	STORAGE_UPSTREAM_URL: webAddress.optional(),
	REALTIME_UPSTREAM_URL: webAddress.optional(),
})

export type Config = {
	/** 0 takes any free port. */
	port: number
	host: string
	/** Where people reach the site, without a closing slash. */
	publicUrl: string
	dataDir: string
	/** Undefined: the server brings its own database. */
	databaseUrl: string | undefined
	anonKey: string
	/** Undefined: generated once and kept in the database. */
	serviceRoleKey: string | undefined
	jwtSecret: string | undefined
	jwtSecretPrevious: string | undefined
	contactEmail: string | undefined
	logLevel: string
	rateLimits: boolean
	/** How many proxies stand before the server, or the networks they are in; 0 believes no X-Forwarded-For. */
	trustProxy: number | string[]
	/** An account by e-mail opens only after its link was followed. */
	confirmEmail: boolean
	/** Undefined: no mail goes out. */
	mail: { url: string; from: string } | undefined
	/** Undefined: no text messages go out. */
	twilio: { accountSid: string; authToken: string; from: string; baseUrl: string } | undefined
	/** Any service with OpenAI's wire; undefined: the guide engine answers. A local one may do without a key. */
	openai: { apiKey: string | undefined; baseUrl: string; model: string; smallModel: string } | undefined
	/** Undefined: OpenAI's wire reads nothing aloud. */
	openaiSpeech: SpeechService | undefined
	/** Undefined: OpenAI's wire writes no recording down. */
	openaiTranscription: SpeechService | undefined
	/** Undefined: ElevenLabs does neither. */
	elevenLabs: { apiKey: string; baseUrl: string; voiceId: string; model: string; transcribeModel: string } | undefined
	/** Messages without a provider are printed on the console although others can reach the server. */
	consoleMessages: boolean
	/** Calls of all people together in 24 hours. */
	dailyLimits: { sms: number; ai: number; speech: number }
	/** Services that answer for a base; each address stands for /<base>/v1. */
	upstreams: Partial<Record<'auth' | 'rest' | 'storage' | 'realtime', string>>
}

type SpeechService = { apiKey: string | undefined; baseUrl: string; model: string }

/** The configuration in `environment`; throws ConfigError at the first value that makes no sense. */
export function readConfig(environment: Record<string, string | undefined>): Config {
	const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
	const parsed = environmentSchema.safeParse(given)
	if (!parsed.success) {
		const issue = parsed.error.issues[0]
		throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
	}
	const values = parsed.data
	const config: Config = {
		port: values.PORT,
		host: values.HOST,
		publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
		dataDir: resolve(values.DATA_DIR),
		databaseUrl: values.DATABASE_URL,
		anonKey: values.ANON_KEY,
		serviceRoleKey: values.SERVICE_ROLE_KEY,
		jwtSecret: values.JWT_SECRET,
		jwtSecretPrevious: values.JWT_SECRET_PREVIOUS,
		contactEmail: values.CONTACT_EMAIL,
		logLevel: values.LOG_LEVEL,
		rateLimits: values.RATE_LIMITS === 'on',
		trustProxy: values.TRUST_PROXY,
		confirmEmail: values.AUTH_CONFIRM_EMAIL === 'true',
		...readProviders(values),
		openai: readOpenai(values),
		...readSpeech(values),
		consoleMessages: values.CONSOLE_MESSAGES === 'on',
		dailyLimits: { sms: values.SMS_DAILY_LIMIT, ai: values.AI_DAILY_LIMIT, speech: values.SPEECH_DAILY_LIMIT },
		upstreams: {
			auth: values.AUTH_UPSTREAM_URL,
			rest: values.REST_UPSTREAM_URL,
			storage: values.STORAGE_UPSTREAM_URL,
			realtime: values.REALTIME_UPSTREAM_URL,
		},
	}
	checkTogether(config)
	return config
}

/** What a provider needs is given together or not at all. */
function readProviders(values: z.infer<typeof environmentSchema>): Pick<Config, 'mail' | 'twilio'> {
	const { SMTP_URL: url, MAIL_FROM: from } = values
	if (url && !from) throw new ConfigError('SMTP_URL: needs MAIL_FROM, the address that mails come from')
	const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM, TWILIO_BASE_URL } = values
	const twilio = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM }
	const missing = Object.entries(twilio).filter(([, value]) => !value)
	if (missing.length === 1 || missing.length === 2)
		throw new ConfigError(`${missing[0]?.[0]}: is missing; ${Object.keys(twilio).join(', ')} come together`)
	return {
		mail: url && from ? { url, from } : undefined,
		twilio:
			TWILIO_ACCOUNT_SID && TWILIO_AUTH_TOKEN && TWILIO_FROM
				? { accountSid: TWILIO_ACCOUNT_SID, authToken: TWILIO_AUTH_TOKEN, from: TWILIO_FROM, baseUrl: TWILIO_BASE_URL }
				: undefined,
	}
}

/** A key is for a service that bills; it and the questions travel in the clear only where nobody listens. */
function readOpenai(values: z.infer<typeof environmentSchema>): Config['openai'] {
	const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: given, OPENAI_MODEL: model, OPENAI_SMALL_MODEL: smallModel } = values
	if (!apiKey && !given) return undefined
	const baseUrl = given ?? publicOpenai
	const { hostname, protocol, username, password } = new URL(baseUrl)
	const isNear = isNearby(hostname)
	if (username || password) throw new ConfigError('OPENAI_BASE_URL: must hold no password; the key is OPENAI_API_KEY')
	if (!apiKey && !isNear) throw new ConfigError('OPENAI_API_KEY: is missing; only a local OPENAI_BASE_URL needs none')
	if (protocol !== 'https:' && !isNear) throw new ConfigError('OPENAI_BASE_URL: must be https unless it is local')
	return { apiKey, baseUrl, model, smallModel }
}

/** The public API does both by itself; of any other service with that wire only what a model is named for is expected. */
function readSpeech(
	values: z.infer<typeof environmentSchema>,
): Pick<Config, 'openaiSpeech' | 'openaiTranscription' | 'elevenLabs'> {
	const { apiKey, baseUrl = '' } = readOpenai(values) ?? {}
	const isPublic = baseUrl === publicOpenai
	const speech = values.OPENAI_SPEECH_MODEL ?? (isPublic ? 'gpt-4o-mini-tts' : undefined)
	const transcription = values.OPENAI_TRANSCRIBE_MODEL ?? (isPublic ? 'gpt-4o-mini-transcribe' : undefined)
	const service = (model: string | undefined) => (baseUrl && model ? { apiKey, baseUrl, model } : undefined)
	return {
		openaiSpeech: service(speech),
		openaiTranscription: service(transcription),
		elevenLabs: readElevenLabs(values),
	}
}

function readElevenLabs(values: z.infer<typeof environmentSchema>): Config['elevenLabs'] {
	const { ELEVENLABS_API_KEY: apiKey, ELEVENLABS_BASE_URL: baseUrl } = values
	const { hostname, protocol, username, password } = new URL(baseUrl)
	if (username || password)
		throw new ConfigError('ELEVENLABS_BASE_URL: must hold no password; the key is ELEVENLABS_API_KEY')
	if (protocol !== 'https:' && !isNearby(hostname))
		throw new ConfigError('ELEVENLABS_BASE_URL: must be https unless it is local')
	if (!apiKey) return undefined
	return {
		apiKey,
		baseUrl,
		voiceId: values.ELEVENLABS_VOICE_ID,
		model: values.ELEVENLABS_MODEL,
		transcribeModel: values.ELEVENLABS_TRANSCRIBE_MODEL,
	}
}

function readProxies(value: string, context: z.RefinementCtx): number | string[] {
	if (/^\d{1,2}$/.test(value)) return Number(value)
	const networks = value.split(',').map((network) => network.trim())
	try {
		compileNetworks(networks)
	} catch {
		context.addIssue({ code: 'custom', message: 'must be a number of proxies, or networks such as 10.0.0.0/8' })
	}
	return networks
}

/** Rules across variables: conveniences that would be dangerous on a server others can reach. */
function checkTogether(config: Config) {
	if (config.serviceRoleKey === config.anonKey)
		throw new ConfigError('SERVICE_ROLE_KEY: must not be the same as ANON_KEY')
	if (!config.rateLimits && !(isLocal(config.host) && isLocal(new URL(config.publicUrl).hostname))) {
		throw new ConfigError('RATE_LIMITS: off is refused unless HOST and PUBLIC_URL are local')
	}
	checkUpstreams(config)
	if (config.confirmEmail && !config.mail && !printsMessages(config)) {
		throw new ConfigError('AUTH_CONFIRM_EMAIL: true needs SMTP_URL, or nobody could confirm an address')
	}
}

function checkUpstreams({ upstreams, publicUrl, jwtSecret, databaseUrl = '' }: Config) {
	for (const [base, upstream] of Object.entries(upstreams)) {
		const name = `${base.toUpperCase()}_UPSTREAM_URL`
		if (!upstream) continue
		if (!jwtSecret) throw new ConfigError(`${name}: needs JWT_SECRET, the key that both sides verify sessions with`)
		const { search, hash, username } = new URL(upstream)
		if (search || hash || username) throw new ConfigError(`${name}: must be an address without user, ? and #`)
		if (upstream === `${publicUrl}/${base}/v1`) throw new ConfigError(`${name}: is the address of this server itself`)
	}
	if (upstreams.auth && /[?&]options=/.test(databaseUrl))
		throw new ConfigError('DATABASE_URL: must not have options of its own together with AUTH_UPSTREAM_URL')
}

/** Whether a message without a provider may be printed where the operator, and nobody else, reads it. */
export function printsMessages({ host, consoleMessages }: Pick<Config, 'host' | 'consoleMessages'>): boolean {
	return consoleMessages || isLocal(host)
}

/** True for this machine, its private network and the names of neighbouring containers. */
function isNearby(host: string): boolean {
	return (
		isLocal(host) ||
		/^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[f[cd][0-9a-f:]+\])$/.test(host) ||
		/^[a-z][a-z0-9_-]*$|\.(local|internal|lan)$/i.test(host)
	)
}

/** True for names and addresses that only this machine reaches. */
export function isLocal(host: string): boolean {
	return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
}
