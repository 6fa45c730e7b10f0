// What the operator pays for, in calls of all people together in 24 hours, and the word in time that it comes to its end.
import type { Rule, RuleName, Window } from './rules.ts'
import type { Store } from './store.ts'

export type BudgetName = 'sms-day' | 'ai-day' | 'speech-day'
export type Budgets = Record<BudgetName, number>

/** The variable that sets a budget, and what it buys. */
const budgetWords: Record<BudgetName, [variable: string, what: string]> = {
	'sms-day': ['SMS_DAILY_LIMIT', 'text messages'],
	'ai-day': ['AI_DAILY_LIMIT', 'calls of the language model'],
	'speech-day': ['SPEECH_DAILY_LIMIT', 'calls of the speech service'],
}
const daySeconds = 86_400
/** Share of a budget at which the operator hears of it. */
const warningShare = 0.8

export function budgetRules(budgets: Budgets): Record<BudgetName, Rule> {
	const rule = (points: number): Rule => ({
		per: 'all',
		windows: [{ points, seconds: daySeconds }],
		isStrict: true,
		isConsumption: true,
	})
	return {
		'sms-day': rule(budgets['sms-day']),
		'ai-day': rule(budgets['ai-day']),
		'speech-day': rule(budgets['speech-day']),
	}
}

/** Looks at a count after `points` were added. A second row remembers what was said, for refunds and for other replicas. */
export function budgetWatch(store: Store, say: (line: string) => void) {
	return async (name: RuleName, { points: most }: Window, consumed: number, points: number): Promise<void> => {
		if (!isBudget(name)) return
		const threshold = Math.ceil(most * warningShare)
		if (consumed < threshold || consumed - points >= threshold) return
		const { consumed: times } = await store.add(`${name}:warned`, 1, daySeconds)
		const [variable, what] = budgetWords[name]
		if (times === 1) say(`${variable}: ${consumed} of ${most} ${what} in 24 hours are used.`)
	}
}

function isBudget(name: RuleName): name is BudgetName {
	return name in budgetWords
}
