// The public message form: what somebody writes to whoever runs the site. The lengths are those of the table.
import * as z from 'zod/mini'

export const longestMessage = 4000
const longestName = 100
const longestEmail = 254

export type MessageProblem =
	| 'first_name_short'
	| 'last_name_short'
	| 'name_long'
	| 'email_invalid'
	| 'message_short'
	| 'message_long'

const problem = (name: MessageProblem) => ({ error: name, abort: true })
const text = (shortest: number, short: MessageProblem, longest: number, long: MessageProblem) =>
	z.string().check(
		z.trim(),
		// As the database counts: characters, not halves of them.
		z.refine((value) => Array.from(value).length >= shortest, problem(short)),
		z.refine((value) => Array.from(value).length <= longest, problem(long)),
	)

export const messageSchema = z.object({
	first_name: text(2, 'first_name_short', longestName, 'name_long'),
	last_name: text(2, 'last_name_short', longestName, 'name_long'),
	email: z
		.string()
		.check(z.trim(), z.maxLength(longestEmail, problem('email_invalid')), z.email(problem('email_invalid'))),
	message: text(10, 'message_short', longestMessage, 'message_long'),
})
export type MessageInput = z.infer<typeof messageSchema>
