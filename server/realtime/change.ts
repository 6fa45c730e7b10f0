// A change as the trigger announces it: which row and whose, never what stands in it.
import { z } from 'zod'

export const operations = ['INSERT', 'UPDATE', 'DELETE'] as const
export type Operation = (typeof operations)[number]

export type Change = {
	table: string
	operation: Operation
	id: string
	/** Null where a row belongs to nobody: it is for everyone whom row-level security lets read it. */
	owner: string | null
	/** When it was heard of, right after the commit. */
	at: Date
}

const announcementSchema = z.object({
	table: z.string(),
	op: z.enum(operations),
	id: z.coerce.string(),
	owner: z.string().nullable(),
})

/** Undefined for what no trigger of ours has written. */
export function readAnnouncement(payload: string, at: Date): Change | undefined {
	try {
		const { data } = announcementSchema.safeParse(JSON.parse(payload))
		return data && { table: data.table, operation: data.op, id: data.id, owner: data.owner, at }
	} catch {
		return undefined
	}
}
