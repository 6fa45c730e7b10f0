// Decides where the cluster, its socket and its programs lie. Normally below DATA_DIR. When the server is root and the
// user that runs PostgreSQL cannot reach DATA_DIR (a clone below /root), the cluster lies in a system folder, and the file
// `cluster-location` in DATA_DIR says where: so it is found again after the clone was moved, and forgotten with DATA_DIR.
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from '../../failure.ts'
import { type Binaries, binariesIn } from './binaries.ts'
import { canRun, canWrite, findOwner, giveTo, isRoot, type Owner } from './owner.ts'
import { runProgram } from './run-program.ts'

export type Home = {
	folder: string
	/** PostgreSQL's own data directory. */
	cluster: string
	binaries: Binaries
	owner?: Owner
}

type HomeOptions = { dataDir: string; binaries: Binaries; systemFolder: string; log(step: string): void }

/** The folder of the cluster, made and owned as PostgreSQL wants it, with programs its owner can run. */
export async function findHome(options: HomeOptions): Promise<Home> {
	const home = isRoot() ? await homeAsRoot(options) : homeAsUser(options)
	// initdb hands the path of the programs to a shell, in double quotes.
	if (/["$`]/.test(home.binaries.folder)) {
		throw new StartFailure(
			`The database's programs cannot run from ${home.binaries.folder}: rename the folder that has a ", $ or \` in its name.`,
		)
	}
	return home
}

function homeAsUser({ dataDir, binaries }: HomeOptions): Home {
	const location = readLocation(dataDir)
	if (location) throw ofAnotherUser(dataDir, `the database lies in ${location}, where root's server put it`)
	const folder = join(dataDir, 'postgres')
	makeFolder(folder, 0o700)
	if (process.getuid && statSync(folder).uid !== process.getuid()) {
		throw ofAnotherUser(dataDir, `${folder} belongs to the user with the number ${statSync(folder).uid}`)
	}
	return { folder, cluster: join(folder, 'cluster'), binaries }
}

async function homeAsRoot({ dataDir, binaries, systemFolder, log }: HomeOptions): Promise<Home> {
	const { folder, owner, moved } = await placeAsRoot(dataDir, systemFolder)
	const runnable = canRun(owner, binaries.postgres, join(binaries.folder, 'share', 'postgresql'))
	if (moved) log(`The database lies in ${folder}, because the user ${owner.name}, who runs it, cannot reach ${dataDir}`)
	else if (!runnable)
		log(`A copy of the database's programs lies in ${folder}, because the user ${owner.name} cannot reach the original`)
	const cluster = join(folder, 'cluster')
	return { folder, cluster, owner, binaries: runnable ? binaries : await copyBinaries(folder, binaries, owner) }
}

async function placeAsRoot(
	dataDir: string,
	systemFolder: string,
): Promise<{ folder: string; owner: Owner; moved: boolean }> {
	const location = readLocation(dataDir)
	if (location) return { ...(await own(location, dataDir)), moved: true }
	const local = join(dataDir, 'postgres')
	const isNew = !existsSync(join(local, 'cluster'))
	const owner = await findOwner(join(local, 'cluster'))
	makeFolder(local, 0o700)
	giveToOwner(local, owner)
	if (canWrite(owner, local)) return { folder: local, owner, moved: false }
	if (!isNew) {
		throw new StartFailure(
			`The user ${owner.name}, who runs the database, cannot reach ${local}: allow it to pass the folders above, or set DATA_DIR to another folder.`,
		)
	}
	rmSync(local, { recursive: true, force: true })
	return { ...(await own(newSystemHome(dataDir, systemFolder), dataDir)), moved: true }
}

async function own(folder: string, dataDir: string): Promise<{ folder: string; owner: Owner }> {
	if (!existsSync(folder)) {
		throw new StartFailure(
			`The database of ${dataDir} should lie in ${folder}, but that folder is missing: bring it back, or remove ${join(dataDir, 'cluster-location')} to begin with an empty one.`,
		)
	}
	const owner = await findOwner(join(folder, 'cluster'))
	giveToOwner(folder, owner)
	return { folder, owner }
}

function newSystemHome(dataDir: string, systemFolder: string): string {
	makeFolder(systemFolder, 0o755)
	const folder = join(systemFolder, randomBytes(6).toString('hex'))
	makeFolder(folder, 0o700)
	writeFileSync(join(dataDir, 'cluster-location.new'), `${folder}\n`)
	renameSync(join(dataDir, 'cluster-location.new'), join(dataDir, 'cluster-location'))
	return folder
}

/** A backup unpacked by root belongs to root; PostgreSQL accepts only folders of the user it runs as. */
function giveToOwner(folder: string, owner: Owner): void {
	const cluster = join(folder, 'cluster')
	const isForeign = [folder, cluster].some((path) => existsSync(path) && statSync(path).uid !== owner.uid)
	if (isForeign) giveTo(owner, folder)
}

/** One copy per version; a copy that was interrupted has another name and is made again. */
async function copyBinaries(folder: string, binaries: Binaries, owner: Owner): Promise<Binaries> {
	const copy = join(folder, `programs-${binaries.version}`)
	if (!existsSync(copy)) {
		const draft = `${copy}.new`
		rmSync(draft, { recursive: true, force: true })
		const { code, output } = await runProgram('cp', ['-R', '-P', binaries.folder, draft])
		if (code !== 0) throw new Error(output)
		giveTo(owner, draft)
		renameSync(draft, copy)
	}
	return binariesIn(copy, binaries)
}

function makeFolder(path: string, mode: number): void {
	if (existsSync(path) && statSync(path).isDirectory()) return
	mkdirSync(path, { recursive: true })
	// Whatever the umask says: others must be able to pass a system folder, and nobody else enters a cluster.
	chmodSync(path, mode)
}

function readLocation(dataDir: string): string | undefined {
	const path = join(dataDir, 'cluster-location')
	return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

function ofAnotherUser(dataDir: string, reason: string): StartFailure {
	return new StartFailure(
		`The data folder ${dataDir} was made by another user (${reason}): start as that user, or set DATA_DIR to another folder.`,
	)
}
