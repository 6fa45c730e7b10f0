// Stands in for an operator's mail server: takes mail over real SMTP on loopback and keeps it, or misbehaves as told.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export type SmtpBehaviour =
	| 'normal'
	/** Greets and then says nothing more. */
	| 'slow'
	/** Too busy for the next message, then normal. */
	| 'busy once'
	/** Too busy for every message. */
	| 'busy'
	| 'refuses the recipient'
	| 'refuses the sender'
	| 'refuses the password'

export type ReceivedMail = { from: string; to: string[]; subject: string; text: string; raw: string }

export type SmtpServer = {
	url: string
	/** What was taken, oldest first. */
	mails: ReceivedMail[]
	/** How many clients have connected. */
	connections(): number
	behave(behaviour: SmtpBehaviour): void
	close(): Promise<void>
}

export async function smtpServer(): Promise<SmtpServer> {
	const mails: ReceivedMail[] = []
	const sockets = new Set<Socket>()
	let behaviour: SmtpBehaviour = 'normal'
	let connections = 0
	const server = createServer((socket) => {
		connections++
		sockets.add(socket)
		socket.on('close', () => sockets.delete(socket)).on('error', () => {})
		converse(socket)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

	function converse(socket: Socket) {
		const say = (line: string) => socket.write(`${line}\r\n`)
		let envelope = { from: '', to: [] as string[] }
		let body: string[] | undefined
		say('220 stand-in ready')
		if (behaviour === 'slow') return

		createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
			if (body && line !== '.') return void body.push(line.replace(/^\.\./, '.'))
			if (body) {
				mails.push({ ...envelope, ...readMail(body.join('\n')) })
				body = undefined
				return say('250 taken')
			}
			answer(line)
		})

		function answer(line: string) {
			const [, address = ''] = /<(.*?)>/.exec(line) ?? []
			switch (line.slice(0, 4).toUpperCase()) {
				case 'EHLO':
					return say('250-stand-in\r\n250-8BITMIME\r\n250 AUTH PLAIN')
				case 'AUTH':
					return say(behaviour === 'refuses the password' ? '535 wrong password' : '235 welcome')
				case 'MAIL':
					envelope = { from: address, to: [] }
					return say(sayToSender())
				case 'RCPT':
					if (behaviour === 'refuses the recipient') return say(`550 5.1.1 <${address}> does not exist`)
					envelope.to.push(address)
					return say('250 fine')
				case 'DATA':
					body = []
					return say('354 go on')
				case 'QUIT':
					return socket.end('221 bye\r\n')
				default:
					return say('250 fine')
			}
		}
	}

	function sayToSender(): string {
		if (behaviour === 'refuses the sender') return '550 you may not send'
		if (behaviour !== 'busy once' && behaviour !== 'busy') return '250 fine'
		if (behaviour === 'busy once') behaviour = 'normal'
		return '451 come back later'
	}

	return {
		url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
		mails,
		connections: () => connections,
		behave(next) {
			behaviour = next
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve())
				for (const socket of sockets) socket.destroy()
			}),
	}
}

/** Enough of MIME for one part of plain text. */
function readMail(raw: string): Pick<ReceivedMail, 'subject' | 'text' | 'raw'> {
	const [head = '', ...rest] = raw.split('\n\n')
	const headers = head.replaceAll(/\n[ \t]+/g, ' ')
	const encoded = rest.join('\n\n')
	const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase()
	const text =
		encoding === 'base64'
			? Buffer.from(encoded, 'base64').toString()
			: encoding === 'quoted-printable'
				? decodeQuoted(encoded.replaceAll('=\n', ''))
				: encoded
	return { subject: decodeWords(/^subject: (.*)$/im.exec(headers)?.[1] ?? ''), text, raw }
}

function decodeWords(header: string): string {
	return header
		.replaceAll(/\?=\s+=\?/g, '?==?')
		.replaceAll(/=\?utf-8\?(q|b)\?(.*?)\?=/gi, (_, kind: string, word: string) =>
			kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
		)
}

function decodeQuoted(text: string): string {
	const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
	return Buffer.from(bytes, 'latin1').toString()
}
