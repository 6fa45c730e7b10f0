// The PostgreSQL 15 that Debian packages, where it is installed: a cluster of its own for one test.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { findOwner, giveTo, isRoot, type Owner } from '../database/embedded/owner.ts'
import { testFolder } from './folder.ts'

const programs = '/usr/lib/postgresql/15/bin'

export const hasDebianPostgres = existsSync(join(programs, 'initdb'))

/** Address of an empty database in it; it stops when the test ends. */
export async function debianPostgres(): Promise<string> {
	const folder = await testFolder()
	const owner = isRoot() ? await findOwner(folder) : undefined
	if (owner) giveTo(owner, folder)
	const data = join(folder, 'data')
	run(owner, 'initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale', 'C')
	const port = 20_000 + Math.floor(Math.random() * 20_000)
	const options = `-h 127.0.0.1 -p ${port} -c unix_socket_directories= -c fsync=off`
	run(owner, 'pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start')
	onTestFinished(() => run(owner, 'pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop'))
	return `postgres://postgres@127.0.0.1:${port}/postgres`
}

function run(owner: Owner | undefined, program: string, ...values: string[]) {
	const { status, stderr } = spawnSync(join(programs, program), values, {
		uid: owner?.uid,
		gid: owner?.gid,
		cwd: '/',
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
	})
	if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}
