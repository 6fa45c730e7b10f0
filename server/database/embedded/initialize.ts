// Makes a new cluster once. It is built beside its place and renamed, so that an interrupted or failed attempt (a full
// disk) never looks like a database.
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../../failure.ts'
import { majorVersion } from './binaries.ts'
import type { Home } from './home.ts'
import { runProgram } from './run-program.ts'

export const superuser = 'postgres'

/** The password of the cluster, which exists afterwards. */
export async function initializeOnce(home: Home, log: (step: string) => void): Promise<string> {
	const passwordFile = join(home.folder, 'password')
	if (existsSync(home.cluster)) return checkExisting(home, passwordFile)
	log('Creating the database')
	if (!existsSync(passwordFile)) writePassword(passwordFile, home)
	await initialize(home, passwordFile)
	return readFileSync(passwordFile, 'utf8').trim()
}

function checkExisting({ cluster, binaries }: Home, passwordFile: string): string {
	const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
	const ours = majorVersion(binaries.version)
	if (found !== ours) {
		throw new StartFailure(
			`The database in ${cluster} was made by PostgreSQL ${found}, this version brings PostgreSQL ${ours}: back it up with the version that made it and restore it here, or set DATA_DIR to another folder.`,
		)
	}
	if (!existsSync(passwordFile)) {
		throw new StartFailure(
			`The file ${passwordFile} with the database's password is missing: bring it back from a backup.`,
		)
	}
	return readFileSync(passwordFile, 'utf8').trim()
}

function writePassword(path: string, { owner }: Home): void {
	const draft = `${path}.new`
	rmSync(draft, { force: true })
	writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
	if (owner) chownSync(draft, owner.uid, owner.gid)
	renameSync(draft, path)
}

/**
 * The builtin C.UTF-8 locale sorts by code point and never changes with a library, so no index breaks when the data moves to
 * another computer; it knows upper and lower case of á and ñ. Where people read a sorted list, a query names the "es-x-icu" collation.
 */
async function initialize({ cluster, binaries, owner }: Home, passwordFile: string): Promise<void> {
	const draft = `${cluster}.new`
	rmSync(draft, { recursive: true, force: true })
	const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
	const access = [`--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
	const args = ['-D', draft, ...locale, ...access, '--data-checksums', '--no-instructions']
	const { code, output } = await runProgram(binaries.initdb, args, owner)
	if (code !== 0) {
		rmSync(draft, { recursive: true, force: true })
		throw new Error(output || `initdb ended with code ${code}`)
	}
	renameSync(draft, cluster)
}
