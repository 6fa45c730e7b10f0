// Reads the little languages of a query string from left to right. Whatever does not fit becomes PGRST100, worded like
// PostgREST's: where it happened, what stood there and what was expected.
import { restError } from './errors.ts'

const plainName = /[\p{L}\p{N}_$ ]+(?:-(?!>)[\p{L}\p{N}_$ ]+)*/uy
const echoedLength = 200

export class Scanner {
	readonly text: string
	readonly #subject: string
	#position = 0

	/** `subject` names what is being read: "order", "filter" … */
	constructor(subject: string, text: string) {
		this.#subject = subject
		this.text = text
	}

	get isAtEnd(): boolean {
		return this.#position === this.text.length
	}

	startsWith(literal: string): boolean {
		return this.text.startsWith(literal, this.#position)
	}

	/** Steps over `literal` when it comes next. */
	take(literal: string): boolean {
		if (!this.startsWith(literal)) return false
		this.#position += literal.length
		return true
	}

	expect(literal: string) {
		if (!this.take(literal)) this.fail(`"${literal}"`)
	}

	/** Steps over what `pattern`, which must be sticky, matches here. */
	match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#position
		const found = pattern.exec(this.text)?.[0]
		if (found === undefined) return undefined
		this.#position += found.length
		return found
	}

	skipBlanks() {
		this.match(/[ \t]*/y)
	}

	rest(): string {
		const rest = this.text.slice(this.#position)
		this.#position = this.text.length
		return rest
	}

	/** A name as it is, or in double quotes where it has other characters. */
	name(): string {
		return this.maybeName() ?? this.fail('field name (* or [a..z0..9_$])')
	}

	maybeName(): string | undefined {
		return this.quoted() ?? (this.match(plainName)?.trim() || undefined)
	}

	/** A text in double quotes with backslash escapes; undefined, and nothing read, when there is none. */
	quoted(): string | undefined {
		const found = this.match(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y)
		return found?.slice(1, -1).replace(/\\([\s\S])/g, '$1')
	}

	/** What `read` gives, or undefined and nothing read. */
	attempt<Result>(read: () => Result | undefined): Result | undefined {
		const start = this.#position
		const result = read()
		if (result === undefined) this.#position = start
		return result
	}

	fail(expecting: string): never {
		const unexpected = this.isAtEnd
			? 'end of input'
			: `"${String.fromCodePoint(this.text.codePointAt(this.#position) ?? 0)}"`
		throw restError('unreadable_query', {
			message: `"failed to parse ${this.#subject} (${this.text.slice(0, echoedLength)})" (line 1, column ${this.#position + 1})`,
			details: `unexpected ${unexpected} expecting ${expecting}`,
		})
	}

	/** Refuses what could be read and is more than a request may ask for. */
	refuse(limit: string): never {
		throw restError('too_long_query', { message: `failed to parse ${this.#subject}: ${limit}` })
	}
}
