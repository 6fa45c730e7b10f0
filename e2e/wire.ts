// The wire between a browser and the server, which a test can cut: connections under way break and new ones fail.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Wire = { url: string; cut(): void; mend(): void; close(): Promise<void> }

export async function layWire(serverUrl: string): Promise<Wire> {
	const { port } = new URL(serverUrl)
	const open = new Set<Socket>()
	let isCut = false
	const server = createServer((near) => {
		if (isCut) return void near.destroy()
		const far = connect(Number(port), '127.0.0.1')
		for (const [one, other] of [
			[near, far],
			[far, near],
		] as const) {
			open.add(one)
			one.on('error', () => other.destroy())
			one.once('close', () => {
				open.delete(one)
				other.destroy()
			})
			one.pipe(other)
		}
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const cut = () => {
		isCut = true
		for (const socket of open) socket.destroy()
	}
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		cut,
		mend: () => {
			isCut = false
		},
		async close() {
			cut()
			server.close()
			await once(server, 'close')
		},
	}
}
