import { expect, it } from 'vitest'
import { settingsFile } from './settings.ts'

const withSocket = settingsFile({ host: '/data/run', port: 5432, socketFolder: '/data/run' }, '/data/log')

it('listens on a socket only its owner can use, and on no address', () => {
	expect(withSocket).toContain("listen_addresses = ''")
	expect(withSocket).toContain("unix_socket_directories = '/data/run'")
	expect(withSocket).toContain("unix_socket_permissions = '0700'")
})

it('listens on this computer alone where there are no sockets', () => {
	expect(settingsFile({ host: '127.0.0.1', port: 51234 }, 'C:\\data\\log')).toContain(
		"listen_addresses = '127.0.0.1'\nport = 51234",
	)
})

it('writes no statement, parameter or detail of an error to the log', () => {
	for (const line of [
		"log_statement = 'none'",
		"log_min_error_statement = 'panic'",
		'log_min_duration_statement = -1',
		"log_error_verbosity = 'terse'",
		'log_parameter_max_length_on_error = 0',
	]) {
		expect(withSocket).toContain(line)
	}
})

it('gives up nothing that was acknowledged', () => {
	for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) expect(withSocket).toContain(`${name} = 'on'`)
})

it('cannot be broken by an apostrophe in a path', () => {
	const folder = "/data/o'neill"
	expect(settingsFile({ host: folder, port: 5432, socketFolder: folder }, folder)).toContain(
		"unix_socket_directories = '/data/o''neill'",
	)
})
