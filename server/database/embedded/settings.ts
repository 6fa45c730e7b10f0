// The configuration of the embedded PostgreSQL: a small machine, no public address, and no person's words in a log.

export type Address = { host: string; port: number; socketFolder?: string }

/** The whole postgresql.conf. What an operator sets with ALTER SYSTEM lies in another file and wins. */
export function settingsFile({ port, socketFolder }: Address, logFolder: string): string {
	const lines = Object.entries({ ...where(port, socketFolder), ...size, ...durability, ...logging(logFolder), ...text })
	return `# Written at every start. Your own settings: ALTER SYSTEM SET …\n${lines.map(([name, value]) => `${name} = ${quoted(value)}`).join('\n')}\n`
}

function where(port: number, socketFolder: string | undefined) {
	return {
		listen_addresses: socketFolder ? '' : '127.0.0.1',
		port,
		unix_socket_directories: socketFolder ?? '',
		unix_socket_permissions: '0700',
		password_encryption: 'scram-sha-256',
	}
}

/** Server and database together stay below 300 MB: few connections, few helpers, no just-in-time compiler. */
const size = {
	max_connections: 60,
	shared_buffers: '32MB',
	work_mem: '4MB',
	maintenance_work_mem: '32MB',
	effective_cache_size: '256MB',
	max_wal_size: '256MB',
	min_wal_size: '32MB',
	autovacuum_max_workers: 2,
	autovacuum_worker_slots: 2,
	max_worker_processes: 4,
	max_parallel_workers: 2,
	max_parallel_workers_per_gather: 0,
	max_wal_senders: 2,
	max_replication_slots: 2,
	max_logical_replication_workers: 0,
	io_method: 'sync',
	huge_pages: 'off',
	jit: 'off',
}

const durability = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', wal_level: 'replica' }

/** Statements, their parameters and the details of errors can hold a question or a letter: none of them is written. */
function logging(folder: string) {
	return {
		logging_collector: 'on',
		log_directory: folder,
		log_filename: 'postgresql-%a.log',
		log_file_mode: '0600',
		log_rotation_age: '1d',
		log_rotation_size: 0,
		log_truncate_on_rotation: 'on',
		log_statement: 'none',
		log_min_messages: 'log',
		log_min_error_statement: 'panic',
		log_min_duration_statement: -1,
		log_error_verbosity: 'terse',
		log_parameter_max_length: 0,
		log_parameter_max_length_on_error: 0,
		log_checkpoints: 'off',
		log_line_prefix: '%m [%p] ',
		log_timezone: 'UTC',
	}
}

const text = {
	timezone: 'UTC',
	datestyle: 'iso, ymd',
	lc_messages: 'C',
	lc_monetary: 'C',
	lc_numeric: 'C',
	lc_time: 'C',
	default_text_search_config: 'pg_catalog.simple',
}

function quoted(value: string | number): string {
	return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
