import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

export type ModalState = {
	open: boolean
	/** Asked for by Escape, by a press beside the box or by its close button; the owner sets `open`. */
	onClose(): void
	/** False: neither Escape nor a press beside the box closes it. Default true. */
	dismissable?: boolean
}

type Modal = { ref: RefObject<HTMLDialogElement | null>; props: ComponentProps<'dialog'> }

// The server has no layout, and React warns about this effect there.
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Drives a native <dialog>: the platform keeps the focus inside, makes the rest inert and gives the focus back. The
 * element marked `data-autofocus` gets it first, otherwise the one marked `data-dialog-title`.
 */
export function useModal({ open, onClose, dismissable = true }: ModalState): Modal {
	const ref = useRef<HTMLDialogElement>(null)
	useBrowserLayoutEffect(() => {
		const dialog = ref.current
		if (!dialog || !open) return
		dialog.showModal()
		const first =
			dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector<HTMLElement>('[data-dialog-title]')
		first?.focus()
		return () => dialog.close()
	}, [open])
	return {
		ref,
		props: {
			onCancel: (event) => {
				if (event.target !== ref.current) return
				event.preventDefault()
				if (dismissable) onClose()
			},
			// Some browsers close it all the same when Escape is pressed twice; the owner has to know.
			onClose: (event) => {
				if (event.target === ref.current && open) onClose()
			},
			onClick: (event) => {
				if (dismissable && event.target === ref.current) onClose()
			},
		},
	}
}
