// How often, counted per whom, as one table. A rule may have several windows; the shortest stands first.
import type { BudgetName } from './budgets.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

export type Window = { points: number; seconds: number }

export type Rule = {
	/** Whom the count belongs to. Of an IPv6 address only the network counts. `all`: one count for everybody. */
	per: 'person' | 'account' | 'address' | 'number' | 'device' | 'all'
	windows: readonly Window[]
	/** It guards secrets or money: without the database, which holds the counts, nobody passes. */
	isStrict?: boolean
	/** How much, not how fast: counted in faro.consumption, with what is used up of an offer, and not with the rates. */
	isConsumption?: boolean
	/** Part of what is offered, not a protection: RATE_LIMITS=off does not lift it. */
	isQuota?: boolean
}

export const rules = {
	/** Taken before the password is looked at, given back when it was right: what stays counted is the wrong ones. */
	'sign-in-account': { per: 'account', windows: [{ points: 10, seconds: 5 * minute }], isStrict: true },
	'sign-in-address': { per: 'address', windows: [{ points: 50, seconds: 5 * minute }], isStrict: true },
	'sign-up-address': { per: 'address', windows: [{ points: 10, seconds: hour }], isStrict: true },
	'sms-number-minute': { per: 'number', windows: [{ points: 1, seconds: minute }], isStrict: true },
	'sms-number-hour': { per: 'number', windows: [{ points: 5, seconds: hour }], isStrict: true },
	'sms-address-hour': { per: 'address', windows: [{ points: 20, seconds: hour }], isStrict: true },
	/** Letters to one mailbox, and asked for from one address: as scarce as text messages, though they cost less. */
	'mail-account-minute': { per: 'account', windows: [{ points: 1, seconds: minute }], isStrict: true },
	'mail-account-hour': { per: 'account', windows: [{ points: 5, seconds: hour }], isStrict: true },
	'mail-address-hour': { per: 'address', windows: [{ points: 20, seconds: hour }], isStrict: true },

	question: {
		per: 'person',
		windows: [
			{ points: 20, seconds: minute },
			{ points: 500, seconds: day },
		],
	},
	/** Taking an answer up again after a lost connection. */
	'answer-again': { per: 'person', windows: [{ points: 60, seconds: minute }] },
	/** Questions of the plan FREE; its key names the day, so the window only has to outlive one. */
	'free-question': { per: 'person', windows: [{ points: 3, seconds: 2 * day }], isConsumption: true, isQuota: true },
	'demo-device': {
		per: 'device',
		windows: [{ points: 2, seconds: 30 * day }],
		isStrict: true,
		isConsumption: true,
		isQuota: true,
	},
	'demo-address': { per: 'address', windows: [{ points: 40, seconds: day }], isStrict: true, isConsumption: true },
	'website-device': { per: 'device', windows: [{ points: 30, seconds: hour }], isStrict: true, isConsumption: true },
	'website-address': { per: 'address', windows: [{ points: 200, seconds: day }], isStrict: true, isConsumption: true },

	/** Sentences said and recordings written down; of a recording every megabyte counts. */
	'speech-person': {
		per: 'person',
		windows: [
			{ points: 60, seconds: minute },
			{ points: 2000, seconds: day },
		],
	},
	/** Of visitors, who hear some sentences of the demo and of the website helper. */
	'speech-device': {
		per: 'device',
		windows: [
			{ points: 30, seconds: minute },
			{ points: 300, seconds: day },
		],
		isStrict: true,
	},
	'speech-address': { per: 'address', windows: [{ points: 600, seconds: day }], isStrict: true },

	letter: { per: 'person', windows: [{ points: 20, seconds: hour }] },
	'scam-check': { per: 'address', windows: [{ points: 10, seconds: hour }] },
	'public-message': { per: 'address', windows: [{ points: 5, seconds: hour }] },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules | BudgetName

/** Live sockets at the same time; these are counted by the process that holds them. */
export const liveSockets = { perPerson: 10, perAddress: 50 }
