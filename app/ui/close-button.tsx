import { m } from '../i18n/messages.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** A cross with its word beside it. */
export function CloseButton({ onClick }: { onClick(): void }) {
	return (
		<Button variant="quiet" className="-mt-1 -mr-2 shrink-0 px-3" onClick={onClick}>
			<Icon name="close" />
			{m.ui_close()}
		</Button>
	)
}
