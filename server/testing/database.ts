// A real PostgreSQL database, migrated and empty, that belongs to one test file alone.
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../database/connect.ts'
import { withDatabase } from './global-setup.ts'

export type TestDatabase = {
	url: string
	/** As the server itself, past row-level security. */
	pool: pg.Pool
	close(): Promise<void>
}

/** Close it in `afterAll`; connections that are still open then are ended. `isEmpty`: without our migrations. */
export async function testDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
	const databaseUrl = inject('databaseUrl')
	const name = `faro_test_${randomBytes(6).toString('hex')}`
	await asAdmin(databaseUrl, `create database ${name} template ${isEmpty ? 'template0' : inject('templateName')}`)
	const url = withDatabase(databaseUrl, name)
	const pool = openPool(url, { max: 5 })
	return {
		url,
		pool,
		async close() {
			await pool.end()
			await asAdmin(databaseUrl, `drop database if exists ${name} with (force)`)
		},
	}
}

async function asAdmin(databaseUrl: string, statement: string): Promise<void> {
	const admin = openPool(databaseUrl, { max: 1 })
	try {
		await admin.query(statement)
	} finally {
		await admin.end()
	}
}
