// A process that says what it is asked to do.
import { onStopRequest } from '../stop-request.ts'

onStopRequest({
	stop: () => console.log('stop'),
	force: () => {
		console.log('force')
		process.exit(3)
	},
})
console.log(`waiting ${process.pid}`)
// Longer than any test; the orphan check alone does not keep a process alive.
setTimeout(() => process.exit(4), 60_000)
