// The composition root: configuration → parts → listening. What is opened is closed again in reverse order, also when
// a later part fails to open.
import type pg from 'pg'
import type { Logger } from 'pino'
import { createAssistant } from './assistant/create-assistant.ts'
import { loadGates } from './assistant/gates/load-gates.ts'
import { loadGuide } from './assistant/guide/load-guide.ts'
import { createSpeaker } from './assistant/model/create-speaker.ts'
import { loadInstructions } from './assistant/model/instructions.ts'
import type { Speaker } from './assistant/speaker.ts'
import { createAuth } from './auth/create-auth.ts'
import { createPasswords } from './auth/passwords.ts'
import { createTokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import { connectDatabase } from './database/connect.ts'
import { createDatabase, type Database } from './database/database.ts'
import { startCluster } from './database/embedded/cluster.ts'
import { migrate } from './database/migrate.ts'
import { loadSecrets, type Secrets } from './database/secrets.ts'
import { createSocketDelegate } from './delegation/delegate-sockets.ts'
import { type SessionsElsewhere, sessionsElsewhere, withLiveSession } from './delegation/live-sessions.ts'
import { loadVisitorWords } from './demo/load-words.ts'
import { createRunningAnswers } from './functions/answers/running-answers.ts'
import { createGateway } from './functions/gateway/create-gateway.ts'
import { assemble } from './http/assemble.ts'
import { type Identify, identifier } from './http/authenticate.ts'
import { addressReader } from './http/client-address.ts'
import { loadPages } from './http/pages.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { liveSockets } from './limits/rules.ts'
import { connectionsPerAddress, listen } from './listen.ts'
import { createMessenger } from './messages/messenger.ts'
import { createRealtime, type Realtime, type RealtimeParts } from './realtime/realtime.ts'
import { loadSite } from './site-help/load-site.ts'
import { createSpeech } from './speech/create-speech.ts'
import { loadInventions } from './speech/inventions.ts'
import { createSignedUrls } from './storage/signed-urls.ts'

export type Surroundings = {
	buildFolder: string
	contentFolder: string
	log: Logger
	/** Told about each step worth a line to the operator. */
	say(line: string): void
	/** Speaks instead of the one the configuration names. */
	speaker?: Speaker
}

export type RunningServer = {
	url: string
	database: Database
	secrets: Secrets
	realtime: Realtime
	close(): Promise<void>
}

/** Listens when the promise resolves; fails with a StartFailure that says why in one line. */
export async function startServer(config: Config, surroundings: Surroundings): Promise<RunningServer> {
	const { buildFolder, contentFolder, log, say } = surroundings
	const closers: (() => Promise<void>)[] = []
	const close = async () => {
		for (const closeOne of closers.splice(0).reverse())
			await closeOne().catch((error) => log.error({ err: error }, 'closing failed'))
	}
	try {
		const [pool, guide, gates, site, visitorWords, instructions, inventions, pages, passwords] =
			await allSettledOrThrow([
				openPool(config, surroundings, closers),
				loadGuide(contentFolder),
				loadGates(contentFolder),
				loadSite(contentFolder),
				loadVisitorWords(contentFolder),
				loadInstructions(contentFolder),
				loadInventions(contentFolder),
				loadPages(buildFolder, config.publicUrl),
				createPasswords(),
			])
		const database = createDatabase(pool)
		const assistant = createAssistant({ guide, gates })
		const applied = await migrate(pool)
		if (applied.length > 0) say(`The database is up to date (${applied.length} migrations applied).`)
		const secrets = await loadSecrets(database.query, config)
		const signingKeys = [secrets.jwtSecret, secrets.jwtSecretPrevious].filter((key) => key !== undefined)
		const tokens = createTokens(signingKeys, `${config.publicUrl}/auth/v1`)
		const limits = openLimits(config, surroundings, pool, secrets)
		closers.push(limits.close)
		const messenger = createMessenger({ config, log, say })
		const parts = { config, log, database, tokens, limits, messenger, passwords }
		const auth = createAuth({ ...parts, secret: secrets.jwtSecret })
		closers.push(auth.close)
		const ownIdentify = identifier({ anonKey: config.anonKey, serviceRoleKey: secrets.serviceRoleKey }, tokens)
		const { publicUrl } = config
		const elsewhere = openSessionsElsewhere(config, ownIdentify)
		const identify = elsewhere?.identify ?? ownIdentify
		const words = { guide, gates, instructions, visitorOpening: visitorWords.automatic }
		const speaker = surroundings.speaker ?? createSpeaker(config, { ...words, limits, log })
		const gateway = createGateway({ secrets: signingKeys, publicUrl, assistant, gates, site, visitorWords, speaker })
		const publicContent = { guide, gates, site, visitorWords }
		const speech = createSpeech({ config, publicContent, inventions, limits, log })
		closers.push(speech.close)
		const answers = createRunningAnswers({ database, log })
		closers.push(answers.close)
		const app = assemble({
			config,
			log,
			database,
			limits,
			identify,
			onSessionsChanged: elsewhere?.forget,
			auth,
			chat: { assistant, speaker, answers },
			gateway,
			speech,
			signedUrls: createSignedUrls(signingKeys),
			pages,
		})
		const realtime = openRealtime(config, surroundings, { database, pool, identify })
		const { upgrade } = realtime
		const listening = await listen(app, { ...config, connectionsPerAddress: connectionsPerAddress(config), upgrade })
		// Answers first, then sockets: the listening one waits until all connections are gone.
		closers.push(listening.close, realtime.close, answers.drain)
		const url = config.port === 0 ? `http://localhost:${listening.port}` : config.publicUrl
		return { url, database, secrets, realtime, close }
	} catch (error) {
		await close()
		throw error
	}
}

/** Connections to the operator's database, else to our own, which is brought back whenever its process dies. */
async function openPool(
	config: Config,
	{ log, say }: Surroundings,
	closers: (() => Promise<void>)[],
): Promise<pg.Pool> {
	const cluster = config.databaseUrl ? undefined : await startCluster({ dataDir: config.dataDir, log: say })
	if (cluster) closers.push(cluster.close)
	const revive = () =>
		cluster?.ensureRunning().catch((error) => log.error({ err: error }, 'the database does not come back'))
	const pool = await connectDatabase(config.databaseUrl ?? cluster?.connection ?? '', {
		onBroken: revive,
		sessionsElsewhere: config.upstreams.auth !== undefined,
	})
	closers.push(() => pool.end())
	return pool
}

function openLimits(config: Config, { log, say }: Surroundings, pool: pg.Pool, { jwtSecret }: Secrets): Limits {
	const { sms, ai, speech } = config.dailyLimits
	const budgets = { 'sms-day': sms, 'ai-day': ai, 'speech-day': speech }
	return createLimits({ pool, enabled: config.rateLimits, secret: jwtSecret, budgets, log, say })
}

function openSessionsElsewhere({ upstreams, anonKey }: Config, identify: Identify): SessionsElsewhere | undefined {
	return upstreams.auth ? sessionsElsewhere(identify, { upstream: upstreams.auth, anonKey }) : undefined
}

function openRealtime(
	config: Config,
	{ log }: Surroundings,
	parts: Pick<RealtimeParts, 'database' | 'pool'> & { identify: Identify },
): Realtime {
	const socketsPerAddress = config.rateLimits ? liveSockets.perAddress : Number.POSITIVE_INFINITY
	const addressOf = addressReader(config.trustProxy, log)
	const { realtime: upstream, auth } = config.upstreams
	const sessionsElsewhere = auth !== undefined
	if (!upstream) return createRealtime({ ...parts, sessionsElsewhere, addressOf, socketsPerAddress, log })
	const identify = auth ? parts.identify : withLiveSession(parts.identify, parts.database)
	const { publicUrl } = config
	return createSocketDelegate({ upstream, publicUrl, identify, addressOf, socketsPerAddress, log })
}

/** Like Promise.all, but waits for the slower ones before it fails, so that what they open can be closed. */
async function allSettledOrThrow<T extends unknown[]>(parts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
	const outcomes = await Promise.allSettled(parts)
	const failed = outcomes.find((outcome) => outcome.status === 'rejected')
	if (failed) throw failed.reason
	return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as T
}
