import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { findBinaries } from './binaries.ts'
import { findHome } from './home.ts'
import { canRun, isRoot } from './owner.ts'

const binaries = await findBinaries()
const nobody = 65534

async function find(dataDir: string, systemFolder: string, programs = binaries) {
	const steps: string[] = []
	const home = await findHome({ dataDir, systemFolder, binaries: programs, log: (step) => steps.push(step) })
	return { ...home, steps }
}

/** A data folder below one that only root can pass. */
async function folders() {
	const folder = await testFolder()
	mkdirSync(join(folder, 'private/data'), { recursive: true })
	chmodSync(join(folder, 'private'), 0o700)
	return { folder, dataDir: join(folder, 'private/data'), systemFolder: join(folder, 'system') }
}

describe.runIf(isRoot())('started as root', () => {
	it('uses the data folder where the database’s user can reach it, and gives only the cluster’s part away', async () => {
		const { folder, systemFolder } = await folders()
		mkdirSync(join(folder, 'data'))
		const home = await find(join(folder, 'data'), systemFolder)
		expect(home.folder).toBe(join(folder, 'data/postgres'))
		expect(statSync(home.folder).uid).toBe(home.owner?.uid)
		expect(statSync(join(folder, 'data')).uid).toBe(0)
		expect(existsSync(systemFolder)).toBe(false)
	})

	it('goes to the system folder where it cannot, says so, and finds it again after the clone was moved', async () => {
		const { folder, dataDir, systemFolder } = await folders()
		const home = await find(dataDir, systemFolder)
		expect(home.folder.startsWith(systemFolder)).toBe(true)
		expect(home.steps[0]).toMatch(
			new RegExp(`The database lies in ${home.folder}, because the user ${home.owner?.name}.* cannot reach ${dataDir}`),
		)
		expect(readdirSync(dataDir)).toEqual(['cluster-location'])
		renameSync(join(folder, 'private'), join(folder, 'moved'))
		expect((await find(join(folder, 'moved/data'), systemFolder)).folder).toBe(home.folder)
	})

	it('begins anew when the data folder was emptied', async () => {
		const { dataDir, systemFolder } = await folders()
		const first = await find(dataDir, systemFolder)
		rmSync(join(dataDir, 'cluster-location'))
		expect((await find(dataDir, systemFolder)).folder).not.toBe(first.folder)
	})

	it('passes an umask that lets nobody in', async () => {
		const { dataDir, systemFolder } = await folders()
		const umask = process.umask(0o077)
		try {
			const { owner, folder } = await find(dataDir, systemFolder)
			expect(statSync(systemFolder).mode & 0o777).toBe(0o755)
			expect(statSync(folder).uid).toBe(owner?.uid)
		} finally {
			process.umask(umask)
		}
	})

	it('copies the programs where their user cannot reach them, once', async () => {
		const { folder, systemFolder } = await folders()
		mkdirSync(join(folder, 'private/programs/bin'), { recursive: true })
		mkdirSync(join(folder, 'private/programs/share/postgresql'), { recursive: true })
		mkdirSync(join(folder, 'data'))
		const hidden = {
			...binaries,
			folder: join(folder, 'private/programs'),
			postgres: join(folder, 'private/programs/bin/postgres'),
		}
		const home = await find(join(folder, 'data'), systemFolder, hidden)
		expect(home.binaries.postgres).toBe(join(folder, `data/postgres/programs-${binaries.version}/bin/postgres`))
		expect(statSync(home.binaries.folder).uid).toBe(home.owner?.uid)
		expect(home.steps[0]).toMatch(/A copy of the database's programs lies in/)
	})

	it('keeps the owner of a cluster that exists, and takes back one that root unpacked', async () => {
		const { folder, systemFolder } = await folders()
		mkdirSync(join(folder, 'data/postgres/cluster'), { recursive: true })
		const { owner } = await find(join(folder, 'data'), systemFolder)
		expect(owner?.uid).not.toBe(0)
		expect(statSync(join(folder, 'data/postgres/cluster')).uid).toBe(owner?.uid)
	})

	it('refuses an existing cluster that its user can no longer reach', async () => {
		const { dataDir, systemFolder } = await folders()
		mkdirSync(join(dataDir, 'postgres/cluster'), { recursive: true })
		await expect(find(dataDir, systemFolder)).rejects.toThrow(/cannot reach .*DATA_DIR/)
		expect(existsSync(join(dataDir, 'postgres/cluster'))).toBe(true)
	})

	it('refuses when the folder it remembers is gone', async () => {
		const { dataDir, systemFolder } = await folders()
		await find(dataDir, systemFolder)
		rmSync(systemFolder, { recursive: true })
		await expect(find(dataDir, systemFolder)).rejects.toThrow(/that folder is missing/)
		expect(readFileSync(join(dataDir, 'cluster-location'), 'utf8')).toContain(systemFolder)
	})

	it('refuses a place whose name a shell would take apart', async () => {
		const { folder, systemFolder } = await folders()
		mkdirSync(join(folder, 'my $data'))
		const hidden = { ...binaries, postgres: '/nowhere' }
		await expect(find(join(folder, 'my $data'), systemFolder, hidden)).rejects.toThrow(/cannot run from .*rename/)
	})

	it('knows who can run what', () => {
		const owner = { uid: nobody, gid: nobody, name: 'nobody' }
		expect(canRun(owner, '/bin/sh', '/nowhere')).toBe(false)
		expect(canRun(owner, '/root/none', '/nowhere')).toBe(false)
	})
})

describe.skipIf(isRoot())('started as an ordinary user', () => {
	it('keeps everything in the data folder', async () => {
		const folder = await testFolder()
		const home = await find(folder, join(folder, 'system'))
		expect(home).toMatchObject({ folder: join(folder, 'postgres'), binaries })
		expect(home.owner).toBeUndefined()
	})
})
