// A process that wants the lock of a folder and keeps it while it lives.
import { takeLock } from '../database/embedded/lock.ts'

try {
	takeLock(process.argv[2] as string)
	console.log('taken')
} catch {
	console.log('refused')
}
process.stdin.resume()
