// Counts what people do and says when it is enough. The counts lie in PostgreSQL, so that replicas share them, under
// keyed hashes: nobody can read from them who came from where. Without the database, strict rules let nobody pass.
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Budgets, budgetRules, budgetWatch } from './budgets.ts'
import { dayInNewYork, secondsLeftInNewYork } from './day.ts'
import { networkOf } from './network.ts'
import { type Rule, type RuleName, rules, type Window } from './rules.ts'
import { createStore } from './store.ts'

export type Verdict = { isAllowed: true } | { isAllowed: false; retryAfterSeconds: number }

export type Limits = {
	/** Counts `points` and says whether that was still within `rule`. The key of an `all` rule is ''. */
	take(rule: RuleName, key: string, points?: number): Promise<Verdict>
	/** What `take` would say, without counting. */
	peek(rule: RuleName, key: string): Promise<Verdict>
	/** Takes the count back: the question failed, the password was right. */
	refund(rule: RuleName, key: string, points?: number): Promise<void>
	/** One more question of a person on that plan; only FREE has an end, counted by the day of New York that holds `at`. */
	takeDailyQuestion(userId: string, plan: string | undefined, at?: Date): Promise<Verdict>
	/** `at` is the moment the question was counted for. */
	refundDailyQuestion(userId: string, plan: string | undefined, at?: Date): Promise<void>
	/** Removes the counts whose window has ended; happens by itself every ten minutes. */
	removeExpired(): Promise<void>
	close(): Promise<void>
}

export type LimitsParts = {
	pool: Pick<pg.Pool, 'query'>
	/** False lifts rates and budgets; the demo's and a plan's questions are what is offered, and stay. */
	enabled: boolean
	/** Hashes the keys; the same on every replica. */
	secret: string
	budgets: Budgets
	log: Logger
	/** Told once in 24 hours when a budget comes to its end. */
	say(line: string): void
	/** For the day of a question; now, unless told. */
	clock?: () => Date
}

const cleaningIntervalMs = 10 * 60_000
/** How long somebody waits whom a strict rule refused because the counts were out of reach. */
const retryWithoutStoreMs = 5000
const freePlan = 'FREE'

export function createLimits({
	pool,
	enabled,
	secret,
	budgets,
	log,
	say,
	clock = () => new Date(),
}: LimitsParts): Limits {
	const rates = createStore(pool, 'rate_limits')
	const consumption = createStore(pool, 'consumption')
	// A key of its own, so that what signs sessions is used for nothing else.
	const hashKey = createHmac('sha256', secret).update('rate limits').digest()
	const table: Record<RuleName, Rule> = { ...rules, ...budgetRules(budgets) }
	const watchBudget = budgetWatch(consumption, say)
	const cleaning = setInterval(() => void removeExpired(), cleaningIntervalMs)
	cleaning.unref()

	const limits: Limits = {
		take: (name, key, points = 1) =>
			guarded(name, async ({ per, windows, isConsumption }) => {
				const store = isConsumption ? consumption : rates
				for (const window of windows) {
					const { consumed, msLeft } = await store.add(keyOf(name, per, window, key), points, window.seconds)
					await watchBudget(name, window, consumed, points)
					if (consumed > window.points) return refusedFor(msLeft)
				}
				return allowed
			}),

		peek: (name, key) =>
			guarded(name, async ({ per, windows, isConsumption }) => {
				const store = isConsumption ? consumption : rates
				for (const window of windows) {
					const { consumed, msLeft } = await store.read(keyOf(name, per, window, key))
					if (consumed >= window.points) return refusedFor(msLeft)
				}
				return allowed
			}),

		async refund(name, key, points = 1) {
			await guarded(name, async ({ per, windows, isConsumption }) => {
				const store = isConsumption ? consumption : rates
				for (const window of windows) await store.subtract(keyOf(name, per, window, key), points)
				return allowed
			})
		},

		async takeDailyQuestion(userId, plan, at = clock()) {
			if (plan !== freePlan) return allowed
			const verdict = await limits.take('free-question', questionKey(userId, at))
			return verdict.isAllowed ? verdict : refusedFor(secondsLeftInNewYork(at) * 1000)
		},

		async refundDailyQuestion(userId, plan, at = clock()) {
			if (plan === freePlan) await limits.refund('free-question', questionKey(userId, at))
		},

		removeExpired,
		async close() {
			clearInterval(cleaning)
		},
	}
	return limits

	async function guarded(name: RuleName, judge: (rule: Rule) => Promise<Verdict>): Promise<Verdict> {
		const rule = table[name]
		if (!enabled && !rule.isQuota) return allowed
		try {
			return await judge(rule)
		} catch (error) {
			log.error({ err: error, rule: name }, 'a limit cannot be counted')
			return rule.isStrict ? refusedFor(retryWithoutStoreMs) : allowed
		}
	}

	function keyOf(name: RuleName, per: Rule['per'], { seconds }: Window, key: string): string {
		const owner = per === 'address' ? networkOf(key) : per === 'all' ? '' : key.trim().toLowerCase()
		return `${name}:${seconds}:${createHmac('sha256', hashKey).update(`${name} ${owner}`).digest('base64url')}`
	}

	async function removeExpired() {
		for (const store of [rates, consumption])
			await store.removeExpired().catch((error) => log.error({ err: error }, 'old counts cannot be removed'))
	}
}

const allowed: Verdict = { isAllowed: true }

function refusedFor(ms: number): Verdict {
	return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) }
}

function questionKey(userId: string, at: Date): string {
	return `${userId} ${dayInNewYork(at)}`
}
