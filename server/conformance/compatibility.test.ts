// docs/compatibility.md against the client and the tests it names: nothing of the client is left out, no test is made up.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/compatibility.md'), 'utf8')

/** Members that are there at run time though the client's types keep them to itself, and those of a promise. */
const internal = new Set(
	`fetch logger accessToken signInWithEthereum signInWithSolana linkIdentityOAuth linkIdentityIdToken fetchJwk
	cloneRequestState processResponse then catch finally listBucketOptionsToQueryString handleOperation uploadOrUpdate
	encodeMetadata applyTransformOptsToQuery downloadFn getPromise execute`.split(/\s+/),
)

/** Every word in code, so that 'or' and 'from' in a sentence do not count. */
const named = new Set([...page.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/\w+/g) ?? []))

const client = createClient('http://localhost', 'key', {
	auth: { autoRefreshToken: false, experimental: { passkey: true } },
})
const { auth, storage } = client
const documents = storage.from('documents')

it.each<[string, object]>([
	['the client', client],
	['auth', auth],
	['auth.mfa', auth.mfa],
	['auth.mfa.webauthn', auth.mfa.webauthn],
	['auth.oauth', auth.oauth],
	['auth.passkey', auth.passkey],
	['auth.admin', auth.admin],
	['auth.admin.mfa', auth.admin.mfa],
	['auth.admin.oauth', auth.admin.oauth],
	['auth.admin.customProviders', auth.admin.customProviders],
	['auth.admin.passkey', auth.admin.passkey],
	['a table', client.from('saved_chats')],
	['a query', client.from('saved_chats').select()],
	['storage', storage],
	['a bucket', documents],
	['a download', documents.download('x')],
	['analytics', storage.analytics],
	['vectors', storage.vectors],
	['functions', client.functions],
	['realtime', client.realtime],
	['a channel', client.channel('x')],
])('every method of %s is named', (_, part) => {
	expect(methodsOf(part).filter((name) => !named.has(name))).toEqual([])
})

it('every test that is named is there', () => {
	const tests = [...page.matchAll(/`([\w/-]+\.test\.ts)` “([^”]+)”/g)]
	expect(tests.length).toBeGreaterThan(80)
	const missing = tests.filter(([, file = '', name = '']) => {
		return !readFileSync(join(root, 'server', file), 'utf8').includes(name)
	})
	expect(missing.map(([text]) => text)).toEqual([])
})

it('the version is the one that is installed', () => {
	const installed = JSON.parse(readFileSync(join(root, 'node_modules/@supabase/supabase-js/package.json'), 'utf8'))
	expect(page).toContain(`version ${installed.version},`)
})

function methodsOf(part: object): string[] {
	const names = new Set<string>()
	for (let level = part; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
		for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level)))
			if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name)
	}
	return [...names].filter((name) => !internal.has(name))
}
