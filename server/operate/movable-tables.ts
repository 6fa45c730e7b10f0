// What moves house: accounts, every table people's things are in, and files. What stays: sessions, codes, counters and the
// installation's own keys, because they mean nothing elsewhere; and what was just asked, which no file is to keep. People
// sign in again after the move and begin with a new conversation.
import type pg from 'pg'

export type Column = { name: string; type: string }
export type Reference = { columns: string[]; table: string; targets: string[] }
export type MovableTable = {
	/** schema.name */
	name: string
	/** Those that can be written: generated ones come about by themselves. */
	columns: Column[]
	primaryKey: string[]
	references: Reference[]
}

const fixed = ['auth.users', 'auth.identities', 'storage.buckets', 'storage.objects', 'storage.chunks']

const staying = ['public.assistant_answers', 'public.assistant_memory']

/** Whether a table of this name may be in an export. */
export function isMovable(name: string): boolean {
	return fixed.includes(name) || (name.startsWith('public.') && !staying.includes(name))
}

/** The movable tables of this database, those that are referred to before those that refer to them. */
export async function readMovableTables(client: pg.ClientBase): Promise<MovableTable[]> {
	const { rows } = await client.query<MovableTable>(tablesText, [fixed, staying])
	const tables = rows.map((table) => ({ ...table, references: [...table.references, ...unwrittenReferences(table)] }))
	return inOrder(tables)
}

/** Quoted for SQL. */
export function quoteTable(name: string): string {
	const dot = name.indexOf('.')
	return `${quote(name.slice(0, dot))}.${quote(name.slice(dot + 1))}`
}

export function quote(identifier: string): string {
	return `"${identifier.replaceAll('"', '""')}"`
}

const tablesText = `
	select
		space.nspname || '.' || class.relname as name,
		(select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum), '[]')
			from pg_attribute where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
		(select coalesce(json_agg(attname order by array_position(key.conkey, attnum)), '[]')
			from pg_constraint key join pg_attribute on attrelid = class.oid and attnum = any (key.conkey)
			where key.conrelid = class.oid and key.contype = 'p') as "primaryKey",
		(select coalesce(json_agg(json_build_object(
				'table', target_space.nspname || '.' || target.relname,
				'columns', (select json_agg(attname order by array_position(key.conkey, attnum))
					from pg_attribute where attrelid = class.oid and attnum = any (key.conkey)),
				'targets', (select json_agg(attname order by array_position(key.confkey, attnum))
					from pg_attribute where attrelid = target.oid and attnum = any (key.confkey)))), '[]')
			from pg_constraint key
			join pg_class target on target.oid = key.confrelid
			join pg_namespace target_space on target_space.oid = target.relnamespace
			where key.conrelid = class.oid and key.contype = 'f' and key.confrelid <> class.oid) as references
	from pg_class class
	join pg_namespace space on space.oid = class.relnamespace
	where class.relkind = 'r' and (space.nspname = 'public' or space.nspname || '.' || class.relname = any ($1))
		and space.nspname || '.' || class.relname <> all ($2)
		and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
	order by space.nspname, class.relname`

/** Content follows its object, although no constraint says so. */
function unwrittenReferences({ name }: MovableTable): Reference[] {
	return name === 'storage.chunks' ? [{ columns: ['version'], table: 'storage.objects', targets: ['version'] }] : []
}

function inOrder(tables: MovableTable[]): MovableTable[] {
	const ordered: MovableTable[] = []
	const visit = (table: MovableTable, above: string[]) => {
		if (ordered.includes(table) || above.includes(table.name)) return
		for (const { table: name } of table.references) {
			const target = tables.find((other) => other.name === name)
			if (target) visit(target, [...above, table.name])
		}
		ordered.push(table)
	}
	for (const table of tables) visit(table, [])
	return ordered
}
