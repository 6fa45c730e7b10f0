// One statement for the whole catalogue. Types outside pg_catalog are named with their schema, so that no search path
// can make them mean something else; without a length, so that a cast cuts nothing off.

const typeName = (type: string) => `(
	select case
		when namespace.nspname = 'pg_catalog' then format_type(named.oid, -1)
		else quote_ident(namespace.nspname) || '.' || quote_ident(named.typname)
	end
	from pg_type named join pg_namespace namespace on namespace.oid = named.typnamespace
	where named.oid = ${type}
)`

const baseName = (type: string) => `(
	select coalesce(base.typname, named.typname)
	from pg_type named left join pg_type base on base.oid = named.typbasetype
	where named.oid = ${type}
)`

/** Identity columns take the next number of a sequence that the catalogue does not call a default. */
const defaultOf = `case
	when a.attidentity = 'd' then format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
	when a.attidentity = '' and a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid)
end`

const columnsOf = (relation: string) => `coalesce((
	select json_agg(json_build_object(
		'name', a.attname, 'type', ${typeName('a.atttypid')}, 'base', ${baseName('a.atttypid')}, 'default', ${defaultOf}
	) order by a.attnum)
	from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
	where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped
), '[]')`

const primaryKeyOf = `coalesce((
	select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
	from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
	where i.indrelid = c.oid and i.indisprimary
), '[]')`

/** Arguments a caller gives; those at the end may have defaults. */
const argumentsOf = `coalesce((
	select json_agg(json_build_object(
		'name', input.name, 'type', ${typeName('input.type')}, 'isRequired', input.position <= p.pronargs - p.pronargdefaults
	) order by input.position)
	from (
		select coalesce(p.proargnames[every.number], '') as name, every.type, row_number() over (order by every.number) as position
		from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as every(type, number)
		where p.proargmodes is null or p.proargmodes[every.number] in ('i', 'b', 'v')
	) input
), '[]')`

/** The columns of \`returns table\` and of output arguments. */
const outputColumns = `coalesce((
	select json_agg(json_build_object(
		'name', p.proargnames[every.number], 'type', ${typeName('every.type')}, 'base', ${baseName('every.type')}, 'default', null
	) order by every.number)
	from unnest(p.proallargtypes) with ordinality as every(type, number)
	where p.proargmodes[every.number] in ('o', 'b', 't')
), '[]')`

export const catalogueQuery = `
select
	coalesce((
		select json_agg(json_build_object('name', c.relname, 'columns', ${columnsOf('c.oid')}, 'primaryKey', ${primaryKeyOf}))
		from pg_class c
		where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
	), '[]') as tables,
	coalesce((
		select json_agg(json_build_object(
			'name', p.proname,
			'arguments', ${argumentsOf},
			'isSet', p.proretset,
			'isVolatile', p.provolatile = 'v',
			'kind', case
				when p.prorettype = 'void'::regtype then 'void'
				when p.prorettype = 'record'::regtype or result.typtype = 'c' or p.proargmodes && '{o,b,t}' then 'row'
				else 'value'
			end,
			'columns', case when result.typtype = 'c' then ${columnsOf('result.typrelid')} else ${outputColumns} end
		))
		from pg_proc p join pg_type result on result.oid = p.prorettype
		where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
			and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
	), '[]') as routines`
