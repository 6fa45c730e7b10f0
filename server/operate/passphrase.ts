// The passphrase of an export: FARO_PASSPHRASE, else asked for on the terminal without showing it.
import { StartFailure } from '../failure.ts'

const fewest = 12

/** `isNew`: asked for twice, and not too short. */
export async function askPassphrase({ isNew }: { isNew: boolean }): Promise<string> {
	const given = process.env.FARO_PASSPHRASE
	const passphrase = given || (await askHidden('Passphrase: '))
	if (isNew && passphrase.length < fewest)
		throw new StartFailure(`The passphrase needs at least ${fewest} characters: whoever guesses it reads everything`)
	if (isNew && !given && (await askHidden('Once more: ')) !== passphrase)
		throw new StartFailure('The two passphrases are not the same')
	return passphrase
}

function askHidden(question: string): Promise<string> {
	const { stdin, stderr } = process
	if (!stdin.isTTY) throw new StartFailure('There is no terminal to ask for a passphrase: set FARO_PASSPHRASE')
	stderr.write(question)
	stdin.setRawMode(true).setEncoding('utf8').resume()
	return new Promise((resolve, reject) => {
		let typed = ''
		const end = (settle: () => void) => {
			stdin.setRawMode(false).off('data', read).pause()
			stderr.write('\n')
			settle()
		}
		const read = (text: string) => {
			for (const letter of text) {
				if (letter === '\r' || letter === '\n') return end(() => resolve(typed))
				if (letter === '\x03' || letter === '\x04') return end(() => reject(new StartFailure('Given up')))
				typed = letter === '\x7f' || letter === '\b' ? [...typed].slice(0, -1).join('') : typed + letter
			}
		}
		stdin.on('data', read)
	})
}
