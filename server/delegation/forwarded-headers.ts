// What passes between a client and an upstream. Not passed: what belongs to one connection, cookies, claims about who the
// client is (ours are put in instead), and an upstream's word on origins, theirs or ours.

const ofOneConnection = [
	'connection',
	'keep-alive',
	'proxy-authenticate',
	'proxy-authorization',
	'proxy-connection',
	'te',
	'trailer',
	'transfer-encoding',
	'upgrade',
]
const notToUpstream = [
	'host',
	'cookie',
	'forwarded',
	'x-real-ip',
	'expect',
	'content-length',
	'accept-encoding',
	'origin',
	// What some servers take for the method or the path, past what was looked at here.
	'x-http-method',
	'x-http-method-override',
	'x-method-override',
	'x-original-url',
	'x-rewrite-url',
]
/** Words of other proxies for who the client is. */
const clientAddress =
	/^(x-forwarded-|cf-|true-client-|fly-client-|fastly-client-|sb-forwarded-|x-client-ip|x-cluster-client-)/
const notToClient = [
	'set-cookie',
	'server',
	'x-powered-by',
	'alt-svc',
	'strict-transport-security',
	'content-encoding',
	// What holds for a whole origin is ours to say.
	'clear-site-data',
	'content-security-policy',
	'content-security-policy-report-only',
	'service-worker-allowed',
]

export type Forwarding = { address: string; publicUrl: string }

/** Headers for the upstream; `via` grows with every hop, so that a circle can be seen. */
export function headersToUpstream(from: Headers, { address, publicUrl }: Forwarding): Headers {
	const headers = without(from, [...ofOneConnection, ...notToUpstream, ...namedByConnection(from)])
	for (const name of [...headers.keys()]) if (clientAddress.test(name)) headers.delete(name)
	const { host, protocol } = new URL(publicUrl)
	headers.set('x-forwarded-for', address)
	headers.set('x-forwarded-host', host)
	headers.set('x-forwarded-proto', protocol.slice(0, -1))
	headers.append('via', ownVia)
	// Passed on byte by byte, so that lengths and ranges stay true.
	headers.set('accept-encoding', 'identity')
	return headers
}

export function headersToClient(from: Headers): Headers {
	const isEncoded = from.has('content-encoding')
	const headers = without(from, [...ofOneConnection, ...notToClient, ...namedByConnection(from)])
	for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
	// It was decoded on the way, so it is longer than the upstream said.
	if (isEncoded) headers.delete('content-length')
	return headers
}

const ownVia = '1.1 faro-migrante'
const mostHops = 3

/** Whether a request has passed so many servers like this one that they must be pointing at one another. */
export function isGoingRound(via: string | null | undefined): boolean {
	return (via ?? '').split(ownVia).length > mostHops
}

function without(from: Headers, names: string[]): Headers {
	const headers = new Headers(from)
	for (const name of names) headers.delete(name)
	return headers
}

function namedByConnection(headers: Headers): string[] {
	return (headers.get('connection') ?? '')
		.split(',')
		.map((name) => name.trim())
		.filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))
}
