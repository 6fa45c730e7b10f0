// PostgreSQL refuses to run as root. When the server itself is root, its database runs as another user of the system.
import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { StartFailure } from '../../failure.ts'

/** Who runs PostgreSQL; undefined means: the user that runs the server. */
export type Owner = { uid: number; gid: number; name: string }

const candidates = ['faro-migrante', 'postgres', 'nobody']

export function isRoot(): boolean {
	return process.getuid?.() === 0
}

/** The owner of a cluster that exists, else the first fitting user of the system. Only called as root. */
export async function findOwner(clusterFolder: string): Promise<Owner> {
	const existing = await stat(clusterFolder).catch(() => undefined)
	if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid, name: nameOf(existing.uid) }
	for (const name of candidates) {
		const owner = lookUp(name)
		if (owner) return owner
	}
	throw new StartFailure(
		`PostgreSQL does not run as root and none of the users ${candidates.join(', ')} exists: create one ("useradd --system faro-migrante"), start as an ordinary user, or set DATABASE_URL.`,
	)
}

/** Tries, as that user and for real, whether it can run the programs and read what they need. */
export function canRun(owner: Owner, program: string, shareFolder: string): boolean {
	return testAs(owner, 'test -x "$1" && test -r "$2"', program, `${shareFolder}/postgres.bki`)
}

export function canWrite(owner: Owner, folder: string): boolean {
	return testAs(owner, 'test -x "$1" && test -w "$1"', folder)
}

/** Gives a folder and everything in it to the owner. */
export function giveTo(owner: Owner, folder: string): void {
	const { status, stderr } = spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder], { encoding: 'utf8' })
	if (status !== 0)
		throw new StartFailure(`The folder ${folder} cannot be given to the user ${owner.name}: ${stderr?.trim()}`)
}

function testAs({ uid, gid }: Owner, script: string, ...values: string[]): boolean {
	return spawnSync('/bin/sh', ['-c', script, 'sh', ...values], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}

function lookUp(name: string): Owner | undefined {
	const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
	const [uid, gid] = ids.map(({ status, stdout }) => (status === 0 ? Number(stdout.trim()) : 0))
	return uid && gid ? { uid, gid, name } : undefined
}

function nameOf(uid: number): string {
	const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' })
	return status === 0 ? stdout.trim() : String(uid)
}
