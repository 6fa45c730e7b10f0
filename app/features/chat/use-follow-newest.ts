import { type RefObject, useEffect, useRef } from 'react'
import type { Conversation } from './conversation.ts'

type Followed = { question: RefObject<HTMLElement | null>; end: RefObject<HTMLDivElement | null> }

/** Room for the header that stays at the top. */
const headerPx = 88

/**
 * Keeps the newest turn in view. A new question goes to the top, so that its answer grows into the free room below.
 * A longer answer is followed only while the reader is at its end and the question still shows: nobody is pulled away
 * from what they read. `cover` is what hides the lower edge of the window.
 */
export function useFollowNewest(turns: Conversation, cover: RefObject<HTMLElement | null>): Followed {
	const question = useRef<HTMLElement>(null)
	const end = useRef<HTMLDivElement>(null)
	const isAtEnd = useRef(true)
	const seenId = useRef(turns.at(-1)?.id)
	const newest = turns.at(-1)
	const newestId = newest?.id

	useEffect(() => {
		if (!end.current) return
		const observer = new IntersectionObserver(([entry]) => {
			isAtEnd.current = entry?.isIntersecting ?? true
		})
		observer.observe(end.current)
		return () => observer.disconnect()
	}, [])

	useEffect(() => {
		if (newestId === seenId.current) return
		seenId.current = newestId
		isAtEnd.current = true
		if (newestId) scrollBy({ top: roomAbove(question.current) })
	}, [newestId])

	// biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the newest answer has changed
	useEffect(() => {
		if (!newestId || !isAtEnd.current) return
		const down = Math.min(hiddenBelow(end.current, cover.current), roomAbove(question.current))
		if (down > 0) scrollBy({ top: down })
	}, [newest?.answer, newest?.status])

	return { question, end }
}

function roomAbove(question: HTMLElement | null): number {
	return (question?.getBoundingClientRect().top ?? headerPx) - headerPx
}

function hiddenBelow(end: HTMLElement | null, cover: HTMLElement | null): number {
	if (!end) return 0
	const limit = Math.min(innerHeight, cover?.getBoundingClientRect().top ?? innerHeight)
	return end.getBoundingClientRect().bottom - limit
}
