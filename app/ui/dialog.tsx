import { type ReactNode, useId } from 'react'
import { m } from '../i18n/messages.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { CloseButton } from './close-button.tsx'
import { type ModalState, useModal } from './modal.ts'

type DialogProps = ModalState & {
	title: ReactNode
	/** The buttons at the bottom, the deed first: on top on a phone, at the right end on a wide screen. */
	actions?: ReactNode
	children?: ReactNode
	className?: string
	role?: 'dialog' | 'alertdialog'
	/** Default: when it is dismissable. */
	hasCloseButton?: boolean
}

/**
 * A question or a short task in front of the page. What is inside is mounted only while it is open. The focus starts
 * on the title, or on the element marked `data-autofocus`.
 */
export function Dialog({ title, actions, children, className, role, hasCloseButton, ...state }: DialogProps) {
	const { ref, props } = useModal(state)
	const titleId = useId()
	const { open, onClose, dismissable = true } = state
	return (
		<dialog {...props} ref={ref} role={role} aria-labelledby={titleId} className={classes('dialog-sheet', className)}>
			{open ? (
				<div className="grid gap-4 p-5 sm:p-6">
					<div className="flex items-start justify-between gap-3">
						<h2
							id={titleId}
							tabIndex={-1}
							data-dialog-title
							className="pt-1.5 font-bold text-xl leading-snug outline-none"
						>
							{title}
						</h2>
						{(hasCloseButton ?? dismissable) ? <CloseButton onClick={onClose} /> : null}
					</div>
					{children ? <div className="grid gap-4">{children}</div> : null}
					{actions ? <div className="flex flex-col gap-3 sm:flex-row-reverse sm:justify-start">{actions}</div> : null}
				</div>
			) : null}
		</dialog>
	)
}

type ConfirmDialogProps = Omit<DialogProps, 'actions' | 'role'> & {
	confirmLabel: string
	/** Shown on the confirming button while `busy`; both buttons then do nothing. */
	busyLabel?: string
	busy?: boolean
	/** Default 'Cancelar'. */
	cancelLabel?: string
	/** The confirming button is red. Default true. */
	dangerous?: boolean
	onConfirm(): void
}

/** Asks before something that is hard to undo; the focus starts on the way out. */
export function ConfirmDialog({
	confirmLabel,
	busyLabel,
	busy = false,
	cancelLabel,
	dangerous = true,
	onConfirm,
	...rest
}: ConfirmDialogProps) {
	const close = busy ? () => {} : rest.onClose
	return (
		<Dialog
			{...rest}
			onClose={close}
			role="alertdialog"
			hasCloseButton={false}
			actions={
				<>
					<Button variant={dangerous ? 'danger' : 'primary'} disabled={busy} onClick={onConfirm}>
						{busy ? (busyLabel ?? confirmLabel) : confirmLabel}
					</Button>
					<Button variant="secondary" disabled={busy} onClick={close} data-autofocus>
						{cancelLabel ?? m.ui_cancel()}
					</Button>
				</>
			}
		/>
	)
}
