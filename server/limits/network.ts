// What counts as "the same address" for a limit: an IPv4 address, and of an IPv6 address the first half, because every
// household gets that many and could otherwise come from a new one each time.
import { isIPv6 } from 'node:net'

export function networkOf(address: string): string {
	const [bare = ''] = address.split('%')
	if (!isIPv6(bare)) return bare
	// The URL parser writes any form of an IPv6 address in its shortest one.
	const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
	const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short)
	if (mapped) return dotted(mapped[1] as string, mapped[2] as string)
	const [head = '', tail] = short.split('::')
	const front = head === '' ? [] : head.split(':')
	const back = tail ? tail.split(':') : []
	const gap = tail === undefined ? 0 : 8 - front.length - back.length
	const groups = [...front, ...Array<string>(gap).fill('0'), ...back]
	return `${groups.slice(0, 4).join(':')}::/64`
}

function dotted(high: string, low: string): string {
	const bits = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)
	return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}
