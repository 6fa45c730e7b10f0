import { m } from '../../i18n/messages.ts'
import { Icon } from '../../ui/icon.tsx'

/** Calls when it is pressed; on paper it is the number. */
export function PhoneLink({ phone, name }: { phone: string; name: string }) {
	return (
		<a
			href={telephoneAddress(phone)}
			aria-label={m.legal_help_call({ name, phone })}
			className="button button-secondary justify-self-start whitespace-nowrap text-lg tabular-nums print:min-h-0 print:border-0 print:p-0"
		>
			<Icon name="phone" className="print:hidden" />
			{phone}
		</a>
	)
}

/** 1-800-555-0100 → tel:+18005550100; short numbers stay short. */
export function telephoneAddress(phone: string): string {
	const digits = phone.replaceAll('-', '')
	return digits.length === 3 ? `tel:${digits}` : `tel:+${digits}`
}
