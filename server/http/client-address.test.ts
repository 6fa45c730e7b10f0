import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { addressReader } from './client-address.ts'

const forged = '203.0.113.66'
const visitor = '198.51.100.7'

/** The addresses a server with this TRUST_PROXY reads from requests with these X-Forwarded-For headers. */
async function addresses(
	trustProxy: string,
	headers: (string | string[] | undefined)[],
	log = pino({ level: 'silent' }),
) {
	const addressOf = addressReader(readConfig({ TRUST_PROXY: trustProxy }).trustProxy, log)
	const server = createServer((incoming, answer) => answer.end(addressOf(incoming)))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => void server.close())
	const { port } = server.address() as AddressInfo
	const ask = (forwarded: string | string[] | undefined) =>
		new Promise<string>((resolve, reject) => {
			const asking = request({ host: '127.0.0.1', port, headers: forwarded ? { 'X-Forwarded-For': forwarded } : {} })
			asking.on('response', async (answer) => resolve(Buffer.concat(await answer.toArray()).toString()))
			asking.on('error', reject).end()
		})
	return Promise.all(headers.map(ask))
}

it('without proxies the address is the connection’s, whatever the header says', async () => {
	expect(await addresses('0', [undefined, forged, [forged, visitor]])).toEqual(Array(3).fill('127.0.0.1'))
})

it('behind one proxy it is what that proxy saw; what the visitor wrote before is not believed', async () => {
	expect(await addresses('1', [visitor, `${forged}, ${visitor}`, [forged, visitor]])).toEqual(Array(3).fill(visitor))
})

it('behind two proxies it is what the outer one saw', async () => {
	expect(await addresses('2', [`${forged}, ${visitor}, 10.0.0.1`])).toEqual([visitor])
})

it('behind proxies in named networks it is the last one that is not theirs', async () => {
	const headers = [`${forged}, ${visitor}, 10.1.2.3`, visitor, `${forged}, ${visitor}`]
	expect(await addresses('loopback, 10.0.0.0/8', headers)).toEqual(Array(3).fill(visitor))
	expect(await addresses('192.0.2.0/24', headers)).toEqual(Array(3).fill('127.0.0.1'))
})

it.each([
	['a port behind it', `${visitor}:4711`, visitor],
	['brackets and a port', '[2001:db8::7]:4711', '2001:db8::7'],
	['nothing of the kind', 'unknown', '127.0.0.1'],
	['an attempt at something else', "1.2.3.4'; drop table x", '127.0.0.1'],
	['sixteen kilobytes of commas', ','.repeat(15_000), '127.0.0.1'],
])('an address with %s is read or passed over', async (_, header, address) => {
	expect(await addresses('1', [header])).toEqual([address])
})

it('the operator hears once of a proxy that was not announced', async () => {
	const logged: string[] = []
	await addresses('0', [visitor, visitor], pino({ level: 'warn' }, { write: (line: string) => logged.push(line) }))
	expect(logged).toEqual([expect.stringContaining('TRUST_PROXY')])
	expect(logged.join('')).not.toContain(visitor)
})
