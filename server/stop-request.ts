// When the process is to end: Ctrl-C, a service manager's SIGTERM, a closed terminal, or an npm that is gone and cannot
// pass anything on. One Ctrl-C may arrive twice, from the terminal and from npm; only a later one is impatience.

type StopRequest = {
	/** Called once, with the first request. */
	stop(): void
	/** Called when somebody asks again later. */
	force(): void
}

const oneKeypressMs = 1000
const parentCheckMs = 100

export function onStopRequest({ stop, force }: StopRequest): void {
	let firstAt: number | undefined
	const request = () => {
		if (firstAt === undefined) {
			firstAt = performance.now()
			stop()
		} else if (performance.now() - firstAt > oneKeypressMs) {
			force()
		}
	}
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
	if (process.env.npm_lifecycle_event) onceOrphaned(request)
}

/** Killing npm the hard way would otherwise leave a server that nobody sees and that keeps the data folder. */
function onceOrphaned(request: () => void): void {
	const parent = process.ppid
	const timer = setInterval(() => {
		if (process.ppid === parent) return
		clearInterval(timer)
		request()
	}, parentCheckMs)
	timer.unref()
}
