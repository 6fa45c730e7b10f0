// What there is to be compared with: the statement of one page with the same change of role, behind `node:http` and nothing
// else. Its arguments are the statement and the caller; the address it listens at is the first line it prints.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPool } from '../server/database/connect.ts'
import { type Caller, createDatabase, type Query } from '../server/database/database.ts'

const [statement = '', person = ''] = process.argv.slice(2)
const query: Query = JSON.parse(statement)
const caller: Caller = JSON.parse(person)
const database = createDatabase(openPool(process.env.DATABASE_URL ?? ''))

const server = createServer(async (_, response) => {
	const [row] = await database.runAs<{ body: string }>(caller, query)
	response.setHeader('Content-Type', 'application/json; charset=utf-8')
	response.end(row?.body)
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
