import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from '../database/connect.ts'
import { type Caller, createDatabase } from '../database/database.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { createLimits, type Limits, type LimitsParts } from './limits.ts'
import { rules } from './rules.ts'

let own: TestDatabase
let limits: Limits
const opened: Limits[] = []
let logged: string[]
let said: string[]

beforeAll(async () => {
	own = await testDatabase()
})
afterAll(() => own.close())
beforeEach(async () => {
	logged = []
	said = []
	await own.pool.query('delete from faro.rate_limits; delete from faro.consumption')
	limits = open()
})
afterEach(async () => {
	for (const one of opened.splice(0)) await one.close()
})

function open(more: Partial<LimitsParts> = {}): Limits {
	const one = createLimits({
		pool: own.pool,
		enabled: true,
		secret: 'a secret of this installation',
		budgets: { 'sms-day': 10, 'ai-day': 3, 'speech-day': 0 },
		log: pino({ level: 'debug' }, { write: (line: string) => logged.push(line) }),
		say: (line) => said.push(line),
		...more,
	})
	opened.push(one)
	return one
}

async function letPass(seconds: number) {
	for (const table of ['rate_limits', 'consumption'])
		await own.pool.query(`update faro.${table} set expire = expire - $1`, [seconds * 1000])
}
const countsIn = async (table: string) => (await own.pool.query(`select * from faro.${table}`)).rows
const counts = async () => [...(await countsIn('rate_limits')), ...(await countsIn('consumption'))]

/** How many of `tries` at the same time are allowed. */
async function countAllowed(tries: number, take: () => Promise<{ isAllowed: boolean }>): Promise<number> {
	const verdicts = await Promise.all(Array.from({ length: tries }, take))
	return verdicts.filter(({ isAllowed }) => isAllowed).length
}

describe('a rule', () => {
	it('allows as many as it says, then says when to come back', async () => {
		expect(await countAllowed(10, () => limits.take('sign-in-account', 'rosa@example.org'))).toBe(10)
		const verdict = await limits.take('sign-in-account', 'rosa@example.org')
		expect(verdict).toEqual({ isAllowed: false, retryAfterSeconds: expect.any(Number) })
		expect(!verdict.isAllowed && verdict.retryAfterSeconds).toBeGreaterThan(295)
		expect(!verdict.isAllowed && verdict.retryAfterSeconds).toBeLessThanOrEqual(300)
	})

	it('is not outwitted by many at the same time, on several replicas', async () => {
		const replicas = [limits, open(), open()]
		let next = 0
		const take = () => (replicas[next++ % 3] as Limits).take('public-message', '203.0.113.7')
		expect(await countAllowed(40, take)).toBe(5)
	})

	it('begins anew when its window has ended, and trying meanwhile does not prolong it', async () => {
		await countAllowed(8, () => limits.take('public-message', '203.0.113.7'))
		await letPass(3599)
		expect((await limits.take('public-message', '203.0.113.7')).isAllowed).toBe(false)
		await letPass(2)
		expect(await countAllowed(8, () => limits.take('public-message', '203.0.113.7'))).toBe(5)
	})

	it('counts each key and each rule for itself', async () => {
		await countAllowed(5, () => limits.take('public-message', '203.0.113.7'))
		expect((await limits.take('public-message', '203.0.113.8')).isAllowed).toBe(true)
		expect((await limits.take('scam-check', '203.0.113.7')).isAllowed).toBe(true)
	})

	it('with two windows holds both, and what the shorter refuses is not counted in the longer', async () => {
		for (let minute = 0; minute < 25; minute++) {
			expect(await countAllowed(22, () => limits.take('question', 'rosa'))).toBe(20)
			await letPass(61)
		}
		const verdict = await limits.take('question', 'rosa')
		expect(verdict.isAllowed).toBe(false)
		expect(!verdict.isAllowed && verdict.retryAfterSeconds).toBeGreaterThan(80_000)
	})

	it('can be asked without counting', async () => {
		for (let times = 0; times < 9; times++) expect((await limits.peek('public-message', '::1')).isAllowed).toBe(true)
		await countAllowed(5, () => limits.take('public-message', '::1'))
		expect(await limits.peek('public-message', '::1')).toEqual({
			isAllowed: false,
			retryAfterSeconds: expect.any(Number),
		})
	})

	it('takes back what failed, in every window and never below nothing', async () => {
		await countAllowed(20, () => limits.take('question', 'rosa'))
		await limits.refund('question', 'rosa')
		expect(await countAllowed(3, () => limits.take('question', 'rosa'))).toBe(1)
		await limits.refund('question', 'rosa', 1000)
		expect(await countAllowed(30, () => limits.take('question', 'rosa'))).toBe(20)
		await limits.refund('letter', 'nobody')
		expect(await countAllowed(30, () => limits.take('letter', 'nobody'))).toBe(20)
	})

	it('lets many points be taken at once', async () => {
		expect((await limits.take('letter', 'rosa', 20)).isAllowed).toBe(true)
		expect((await limits.take('letter', 'rosa')).isAllowed).toBe(false)
	})

	it.each(Object.entries(rules))('%s has windows that grow', (_, { windows }) => {
		const seconds = windows.map((window) => window.seconds)
		expect(seconds).toEqual(seconds.toSorted((a, b) => a - b))
	})
})

describe('the same address', () => {
	it.each([
		['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
		['2001:db8::1', '2001:0DB8:0:0:9::'],
		['::ffff:203.0.113.7', '203.0.113.7'],
		['fe80::1%eth0', 'fe80::2'],
	])('is %s and %s', async (one, other) => {
		await countAllowed(5, () => limits.take('public-message', one))
		expect((await limits.take('public-message', other)).isAllowed).toBe(false)
	})

	it.each([
		['2001:db8:1:2::1', '2001:db8:1:3::1'],
		['::1', '2001:db8::1'],
		['203.0.113.7', '203.0.113.8'],
	])('is not %s and %s', async (one, other) => {
		await countAllowed(5, () => limits.take('public-message', one))
		expect((await limits.take('public-message', other)).isAllowed).toBe(true)
	})

	it('is no matter for accounts: they are the same in small and capital letters', async () => {
		await countAllowed(10, () => limits.take('sign-in-account', 'Rosa@Example.org '))
		expect((await limits.take('sign-in-account', 'rosa@example.org')).isAllowed).toBe(false)
		expect((await limits.take('sign-in-account', 'rosa@example.com')).isAllowed).toBe(true)
	})
})

describe('what lies in the database', () => {
	it('tells nothing about who did what', async () => {
		await limits.take('sign-in-account', 'rosa@example.org')
		await limits.take('sms-number-hour', '+13055550100')
		await limits.take('sign-in-address', '203.0.113.7')
		const text = JSON.stringify(await counts())
		expect(text).not.toMatch(/rosa|example|3055550100|203\.0/)
		expect(text).toContain('sign-in-account:300:')
	})

	it('cannot be computed without the secret', async () => {
		await limits.take('letter', 'rosa')
		await open({ secret: 'another one' }).take('letter', 'rosa')
		expect(await counts()).toHaveLength(2)
	})

	it('is out of reach for every caller', async () => {
		const database = createDatabase(own.pool)
		const callers: Caller[] = [{ role: 'anon' }, { role: 'service_role' }]
		for (const caller of callers) {
			for (const table of ['faro.rate_limits', 'faro.consumption'])
				for (const text of [`select * from ${table}`, `delete from ${table}`, `update ${table} set points = 0`])
					await expect(database.runAs(caller, { text })).rejects.toMatchObject({ code: '42501' })
		}
	})

	it('keeps how much of an offer is used apart from how fast somebody is', async () => {
		await limits.take('question', 'rosa')
		await limits.take('sms-number-hour', '+13055550100')
		for (const rule of ['demo-device', 'demo-address', 'website-device', 'website-address'] as const)
			await limits.take(rule, 'somebody')
		await limits.takeDailyQuestion('rosa', 'FREE')
		for (const budget of ['sms-day', 'ai-day'] as const) await limits.take(budget, '')
		const rulesIn = async (table: string) => (await countsIn(table)).map(({ key }) => key.split(':')[0]).sort()
		expect(await rulesIn('rate_limits')).toEqual(['question', 'question', 'sms-number-hour'])
		expect(await rulesIn('consumption')).toEqual([
			'ai-day',
			'demo-address',
			'demo-device',
			'free-question',
			'sms-day',
			'website-address',
			'website-device',
		])
	})

	it('of a demo or a plan goes when its window has ended, too', async () => {
		await limits.take('demo-device', 'device')
		await limits.takeDailyQuestion('rosa', 'FREE')
		await letPass(2 * 86_400 + 1)
		await limits.removeExpired()
		expect((await counts()).map(({ key }) => key.split(':')[0])).toEqual(['demo-device'])
	})

	it('goes when its window has ended', async () => {
		await limits.take('public-message', '203.0.113.7')
		await letPass(3601)
		await limits.take('public-message', '203.0.113.8')
		await limits.removeExpired()
		expect(await counts()).toHaveLength(1)
	})
})

describe('a daily budget', () => {
	it('warns the operator once, at 80 %, on whichever replica', async () => {
		const replicas = [limits, open()]
		for (let call = 0; call < 7; call++) await replicas[call % 2]?.take('sms-day', '')
		expect(said).toEqual([])
		for (let call = 0; call < 2; call++) await replicas[call % 2]?.take('sms-day', '')
		await limits.refund('sms-day', '', 5)
		expect(await countAllowed(9, () => limits.take('sms-day', ''))).toBe(6)
		expect(said).toEqual(['SMS_DAILY_LIMIT: 8 of 10 text messages in 24 hours are used.'])
	})

	it('is one for everybody, and nothing may mean nothing', async () => {
		await limits.take('ai-day', 'rosa')
		await limits.take('ai-day', 'juan')
		await limits.take('ai-day', 'rosa')
		expect((await limits.take('ai-day', 'juan')).isAllowed).toBe(false)
		expect((await limits.take('speech-day', '')).isAllowed).toBe(false)
	})
})

describe('the plan FREE', () => {
	const noon = new Date('2026-07-01T16:00:00Z')

	it('has three questions in a day of New York', async () => {
		for (let times = 0; times < 3; times++)
			expect((await limits.takeDailyQuestion('rosa', 'FREE', noon)).isAllowed).toBe(true)
		expect(await limits.takeDailyQuestion('rosa', 'FREE', noon)).toEqual({
			isAllowed: false,
			retryAfterSeconds: 12 * 3600,
		})
		const beforeMidnight = new Date('2026-07-02T03:59:59Z')
		expect(await limits.takeDailyQuestion('rosa', 'FREE', beforeMidnight)).toEqual({
			isAllowed: false,
			retryAfterSeconds: 1,
		})
		expect((await limits.takeDailyQuestion('rosa', 'FREE', new Date('2026-07-02T04:00:00Z'))).isAllowed).toBe(true)
		expect((await limits.takeDailyQuestion('juan', 'FREE', noon)).isAllowed).toBe(true)
	})

	it.each([
		['2026-03-08T05:00:00Z', 23],
		['2026-11-01T04:00:00Z', 25],
		['2026-11-01T12:00:00Z', 17],
	])('waits for the next day from %s, %i hours, also when the clocks change', async (at, hours) => {
		for (let times = 0; times < 3; times++) await limits.takeDailyQuestion('rosa', 'FREE', new Date(at))
		expect(await limits.takeDailyQuestion('rosa', 'FREE', new Date(at))).toEqual({
			isAllowed: false,
			retryAfterSeconds: hours * 3600,
		})
	})

	it('does not count a question that failed, and goes by the clock it was given', async () => {
		const clocked = open({ clock: () => noon })
		for (let times = 0; times < 3; times++) await clocked.takeDailyQuestion('rosa', 'FREE')
		await clocked.refundDailyQuestion('rosa', 'FREE')
		expect(await countAllowed(3, () => clocked.takeDailyQuestion('rosa', 'FREE'))).toBe(1)
	})

	it('is the only one with an end', async () => {
		for (const plan of ['UNLIMITED', undefined])
			expect(await countAllowed(9, () => limits.takeDailyQuestion('rosa', plan, noon))).toBe(9)
		expect(await counts()).toEqual([])
	})
})

describe('RATE_LIMITS=off', () => {
	it('lifts rates and budgets, not what a plan or the demo offers', async () => {
		const lifted = open({ enabled: false })
		expect(await countAllowed(30, () => lifted.take('sign-in-account', 'rosa'))).toBe(30)
		expect(await countAllowed(30, () => lifted.take('speech-day', ''))).toBe(30)
		expect((await lifted.peek('sms-day', '')).isAllowed).toBe(true)
		expect(await counts()).toEqual([])
		expect(await countAllowed(9, () => lifted.takeDailyQuestion('rosa', 'FREE'))).toBe(3)
		expect(await countAllowed(9, () => lifted.take('demo-device', 'device'))).toBe(2)
	})
})

describe('without the database', () => {
	const nowhere = openPool('postgres://nobody@127.0.0.1:1/nothing')
	afterAll(() => nowhere.end())
	const broken = () => open({ pool: nowhere })

	it.each(['sign-in-account', 'sms-number-minute', 'sms-day', 'demo-address', 'ai-day'] as const)(
		'%s lets nobody pass',
		async (rule) => {
			expect(await broken().take(rule, 'rosa')).toEqual({ isAllowed: false, retryAfterSeconds: 5 })
			expect((await broken().peek(rule, 'rosa')).isAllowed).toBe(false)
			expect(logged.join('')).toContain('ECONNREFUSED')
			expect(logged.join('')).not.toContain('rosa')
		},
	)

	it('what guards neither secrets nor money goes on, and nothing fails', async () => {
		const limits = broken()
		expect((await limits.take('question', 'rosa')).isAllowed).toBe(true)
		await limits.refund('question', 'rosa')
		await limits.removeExpired()
		expect(logged).toHaveLength(4)
	})
})
