// Says how far a long command is: on a terminal one line that changes, elsewhere a line for each table that is done.

export type Progress = {
	/** So many rows of the table are through. */
	rows(table: string, count: number, total: number): void
	done(table: string, total: number): void
}

type Output = { isTTY?: boolean; write(text: string): unknown }

const lineEveryMs = 200

export function showProgress(output: Output, now: () => number = Date.now): Progress {
	let last = 0
	return {
		rows(table, count, total) {
			if (!output.isTTY || now() - last < lineEveryMs) return
			last = now()
			output.write(`\r\x1b[K  ${table}  ${count} of ${total}`)
		},
		done: (table, total) => output.write(`${output.isTTY ? '\r\x1b[K' : ''}  ${table}  ${total}\n`),
	}
}
