// The letters people get, as plain text in Spanish. Nothing that a person typed stands in them.

export type Letter = { subject: string; text: string }
export type LinkParts = {
	link: string
	/** How long the link works. */
	minutes: number
	/** What can be typed instead of following the link. */
	code?: string
	codeMinutes?: number
}

export function confirmEmailLetter(parts: LinkParts): Letter {
	return letter('Confirma tu correo', [
		'Alguien abrió una cuenta en Faro Migrante con este correo. Si fuiste tú, abre este enlace para confirmarlo:',
		...waysIn(parts),
		'Si no fuiste tú, no hagas nada: sin el enlace la cuenta no se abre.',
	])
}

export function recoveryLetter(parts: LinkParts): Letter {
	return letter('Elige una contraseña nueva', [
		'Alguien pidió cambiar la contraseña de tu cuenta. Si fuiste tú, abre este enlace y elige una nueva:',
		...waysIn(parts),
		'Si no fuiste tú, no hagas nada: tu contraseña sigue siendo la misma.',
	])
}

export function emailChangeLetter(parts: LinkParts): Letter {
	return letter('Confirma tu correo nuevo', [
		'Alguien pidió usar este correo en su cuenta de Faro Migrante. Si fuiste tú, abre este enlace para confirmarlo:',
		...waysIn(parts),
		'Si no fuiste tú, no hagas nada: sin el enlace nada cambia.',
	])
}

export function invitationLetter(parts: LinkParts): Letter {
	return letter('Te invitaron', [
		'Quien administra Faro Migrante te abrió una cuenta con este correo. Para entrar, abre este enlace:',
		...waysIn(parts),
		'Si no quieres la cuenta, no hagas nada: sin el enlace no se abre.',
	])
}

export type CodeParts = { code: string; minutes: number }

export function codeLetter({ code, minutes }: CodeParts): Letter {
	return letter(`Tu código es ${code}`, [
		'Escribe este código en la página de Faro Migrante que te lo pide:',
		code,
		lifetimeOf('El código', minutes),
		'No lo compartas con nadie. Si no lo pediste, no hagas nada.',
	])
}

/** At most 70 characters: with an accent in it, a longer text message is sent and paid as two. */
export function codeText({ code, minutes }: CodeParts): string {
	return `Faro Migrante: tu código es ${code}. Dura ${minutes} minutos. No lo compartas.`
}

function letter(subject: string, paragraphs: string[]): Letter {
	const ending = 'Faro Migrante nunca te pide por correo tu contraseña, tus papeles ni un pago.'
	return {
		subject: `${subject} | Faro Migrante`,
		text: `${['Hola:', ...paragraphs, ending, 'Faro Migrante'].join('\n\n')}\n`,
	}
}

function waysIn({ link, minutes, code, codeMinutes = minutes }: LinkParts): string[] {
	const ways = [link, lifetimeOf('El enlace', minutes)]
	return code ? [...ways, `O escribe este código en la página: ${code}`, lifetimeOf('El código', codeMinutes)] : ways
}

function lifetimeOf(what: string, minutes: number): string {
	const hours = minutes / 60
	const time = hours === 1 ? '1 hora' : hours > 1 && Number.isInteger(hours) ? `${hours} horas` : `${minutes} minutos`
	return `${what} sirve una sola vez y dura ${time}.`
}
