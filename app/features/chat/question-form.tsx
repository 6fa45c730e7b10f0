import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { longestQuestion } from './longest-question.ts'

const counterFrom = longestQuestion - 200
/** The second press of a double one lands on the button that has just become 'Detener'. */
const doublePressMs = 700

type QuestionFormProps = {
	text: string
	onChange(text: string): void
	onSend(question: string): void
	/** An answer is on its way: the button stops it. */
	isAnswering: boolean
	onStop(): void
	field: RefObject<HTMLTextAreaElement | null>
}

/** Where the question is written. Enter sends, Shift+Enter begins a new line, blank questions are ignored. */
export function QuestionForm({ text, onChange, onSend, isAnswering, onStop, field }: QuestionFormProps) {
	const id = useId()
	const length = Array.from(text.trim()).length
	const isTooLong = length > longestQuestion
	const sentAt = useRef(0)
	const send = () => {
		if (isAnswering || isTooLong || length === 0) return
		sentAt.current = Date.now()
		onSend(text.trim())
	}
	const stop = () => {
		if (Date.now() - sentAt.current > doublePressMs) onStop()
	}
	return (
		<form
			className="grid gap-2"
			onSubmit={(event: FormEvent) => {
				event.preventDefault()
				send()
			}}
		>
			<label htmlFor={id} className="font-semibold">
				{m.chat_question_label()}
			</label>
			<div className="flex flex-wrap items-end justify-end gap-2 sm:gap-3">
				<textarea
					ref={field}
					id={id}
					rows={2}
					value={text}
					enterKeyHint="send"
					aria-invalid={isTooLong || undefined}
					aria-describedby={`${id}-count`}
					onChange={(event) => onChange(event.target.value)}
					onKeyDown={(event) => {
						if (!isSendKey(event)) return
						event.preventDefault()
						send()
					}}
					className="control field-sizing-content max-h-40 min-h-14 w-auto min-w-0 flex-1 basis-40 resize-none"
				/>
				{isAnswering ? (
					<Button variant="secondary" className="min-h-14" onClick={stop}>
						{m.chat_stop()}
					</Button>
				) : (
					<Button type="submit" className="min-h-14" disabled={isTooLong}>
						<Icon name="send" />
						{m.chat_send()}
					</Button>
				)}
			</div>
			<p
				id={`${id}-count`}
				aria-live={isTooLong ? 'polite' : 'off'}
				className={isTooLong ? 'font-semibold text-danger-text text-sm' : 'text-ink-soft text-sm'}
			>
				{counterText(length)}
			</p>
		</form>
	)
}

/** Enter that ends a word of a Japanese or Chinese keyboard is not meant for us. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
	return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}

function counterText(length: number): string | null {
	const count = { used: inSpanish(length), most: inSpanish(longestQuestion) }
	if (length > longestQuestion) return m.chat_too_long(count)
	return length >= counterFrom ? m.chat_counter(count) : null
}

function inSpanish(count: number): string {
	return count.toLocaleString('es-ES', { useGrouping: 'always' } as Intl.NumberFormatOptions)
}
