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
const callsADay = z.coerce.number('must be a number').int().min(0).max(100_000_000)

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
	/** Messages without a provider are printed on the console although others can reach the server. */
	consoleMessages: boolean
	/** Calls of all people together in 24 hours. */
	dailyLimits: { sms: number; ai: number; speech: number }
	/** Services that answer for a base; each address stands for /<base>/v1. */
	upstreams: Partial<Record<'auth' | 'rest' | 'storage' | 'realtime', string>>
}

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

/** True for names and addresses that only this machine reaches. */
export function isLocal(host: string): boolean {
	return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
}
