import { afterEach, describe, expect, it, vi } from 'vitest'
import { addToast, dismissToast, readToasts, subscribeToToasts } from './toast-store.ts'

afterEach(() => {
	for (const { id } of readToasts()) dismissToast(id)
})

const titles = () => readToasts().map(({ title }) => title)

describe('the toasts on show', () => {
	it('stand in the order of the news', () => {
		addToast({ tone: 'success', title: 'first' })
		addToast({ tone: 'error', title: 'second' })
		expect(titles()).toEqual(['first', 'second'])
	})

	it('give way to the same news instead of repeating it', () => {
		const first = addToast({ tone: 'error', title: 'no connection' })
		addToast({ tone: 'error', title: 'no connection' })
		expect(titles()).toEqual(['no connection'])
		expect(readToasts()[0]?.id).not.toBe(first)
	})

	it('are never more than three; the oldest goes', () => {
		for (const title of ['1', '2', '3', '4']) addToast({ tone: 'info', title })
		expect(titles()).toEqual(['2', '3', '4'])
	})

	it('tell a listener of every change until it leaves', () => {
		const listener = vi.fn()
		const leave = subscribeToToasts(listener)
		const id = addToast({ tone: 'info', title: 'news' })
		dismissToast(id)
		leave()
		addToast({ tone: 'info', title: 'later' })
		expect(listener).toHaveBeenCalledTimes(2)
	})

	it('stay the same list while nothing changes', () => {
		addToast({ tone: 'info', title: 'news' })
		expect(readToasts()).toBe(readToasts())
	})

	it('do not mind a toast that has already gone', () => {
		addToast({ tone: 'info', title: 'news' })
		dismissToast(-1)
		expect(titles()).toEqual(['news'])
	})
})
