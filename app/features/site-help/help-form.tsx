import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { m } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Characters; the server takes no more. */
const longestQuestion = 2000

type HelpFormProps = {
	field: RefObject<HTMLTextAreaElement | null>
	text: string
	isWaiting: boolean
	onChange(text: string): void
	onSend(): void
}

/** Where a question about the page is written. Enter sends, Shift+Enter begins a new line. */
export function HelpForm({ field, text, isWaiting, onChange, onSend }: HelpFormProps) {
	const id = useId()
	const form = useRef<HTMLFormElement>(null)
	useFocusKept(form, field, isWaiting)
	return (
		<form
			ref={form}
			className="grid gap-1 border-line border-t p-3 sm:px-4"
			onSubmit={(event) => {
				event.preventDefault()
				onSend()
			}}
		>
			<label htmlFor={id} className="font-semibold text-sm">
				{m.site_help_field()}
			</label>
			<div className="flex flex-wrap items-end justify-end gap-2">
				<textarea
					ref={field}
					id={id}
					rows={1}
					value={text}
					maxLength={longestQuestion}
					disabled={isWaiting}
					enterKeyHint="send"
					onChange={(event) => onChange(event.target.value)}
					onKeyDown={(event) => {
						if (!isSendKey(event)) return
						event.preventDefault()
						onSend()
					}}
					className="control field-sizing-content max-h-28 w-auto min-w-0 flex-1 basis-32 resize-none"
				/>
				<Button type="submit" className="px-4" disabled={isWaiting || text.trim() === ''}>
					<Icon name="send" />
					{m.site_help_send()}
				</Button>
			</div>
		</form>
	)
}

/**
 * A field that is switched off loses the focus; with a keyboard of its own a computer gives it back when the answer is
 * there. A phone would cover that answer with its keyboard.
 */
function useFocusKept(
	form: RefObject<HTMLFormElement | null>,
	field: RefObject<HTMLTextAreaElement | null>,
	isWaiting: boolean,
) {
	const wasHere = useRef(false)
	useEffect(() => {
		const isNowhere = document.activeElement === document.body || form.current?.contains(document.activeElement)
		if (!isWaiting && wasHere.current && isNowhere) field.current?.focus()
		wasHere.current = isWaiting && Boolean(isNowhere) && matchMedia('(pointer: fine)').matches
	}, [form, field, isWaiting])
}

/** Enter that ends a word of a Japanese or Chinese keyboard is not meant for us. */
function isSendKey({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean {
	return key === 'Enter' && !shiftKey && !nativeEvent.isComposing
}
