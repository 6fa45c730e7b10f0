import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { CloseButton } from './close-button.tsx'
import { type ModalState, useModal } from './modal.ts'

type DrawerProps = ModalState & {
	title: ReactNode
	/** side: from the right edge, full height; bottom: a sheet of at most 85 % of the height. Default side. */
	from?: 'side' | 'bottom'
	children: ReactNode
}

/** A panel that slides over the page from an edge; its content is mounted only while it is open. */
export function Drawer({ title, from = 'side', children, ...state }: DrawerProps) {
	const { ref, props } = useModal(state)
	const titleId = useId()
	return (
		<dialog
			{...props}
			ref={ref}
			aria-labelledby={titleId}
			className={classes('drawer-sheet', from === 'side' ? 'drawer-side' : 'drawer-bottom')}
		>
			{state.open ? (
				<div className="flex min-h-full flex-col gap-4 p-5">
					<div className="flex items-start justify-between gap-3">
						<h2 id={titleId} tabIndex={-1} data-dialog-title className="pt-1.5 font-bold text-xl outline-none">
							{title}
						</h2>
						<CloseButton onClick={state.onClose} />
					</div>
					{children}
				</div>
			) : null}
		</dialog>
	)
}
