// The environment, read once and as data: one typed object that everything else receives in parts.
import { resolve } from 'node:path'
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
	}
	checkTogether(config)
	return config
}

/** Rules across variables: conveniences that would be dangerous on a server others can reach. */
function checkTogether(config: Config) {
	if (config.serviceRoleKey === config.anonKey)
		throw new ConfigError('SERVICE_ROLE_KEY: must not be the same as ANON_KEY')
	if (!config.rateLimits && !(isLocal(config.host) && isLocal(new URL(config.publicUrl).hostname))) {
		throw new ConfigError('RATE_LIMITS: off is refused unless HOST and PUBLIC_URL are local')
	}
}

/** True for names and addresses that only this machine reaches. */
export function isLocal(host: string): boolean {
	return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)
}
