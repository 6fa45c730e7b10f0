import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { sessionsElsewhere } from './live-sessions.ts'

const rosa = { role: 'authenticated', userId: 'rosa', sessionId: 'one', claims: {} } as const

// The word from before the sign-out arrived after it, and was believed for five seconds.
it('a word that was asked for before somebody signed out is not remembered', async () => {
	const asked: ServerResponse[] = []
	const server = createServer((_, response) => asked.push(response)).listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const { identify, forget } = sessionsElsewhere(async () => rosa, { upstream, anonKey: 'k' })
	const before = identify('k', 'Bearer t')
	await expect.poll(() => asked.length).toBe(1)
	forget()
	asked[0]?.writeHead(200).end('{}')
	expect(await before).toEqual(rosa)
	const after = identify('k', 'Bearer t')
	await expect.poll(() => asked.length).toBe(2)
	asked[1]?.writeHead(403).end('{}')
	expect(await after).toBe('invalid_token')
})
