// What a client asks for when it joins: the changes of one table, or of all.
import { z } from 'zod'
import { maxFilterLength } from './limits.ts'

/** The fields by which the client finds its wishes again in the answer go back as they came. */
export const wishSchema = z.object({
	event: z.string().max(20),
	schema: z.string().max(100).nullish(),
	table: z.string().max(100).nullish(),
	filter: z.string().max(maxFilterLength).nullish(),
	select: z.array(z.string().max(100)).max(100).nullish(),
})
export type Wish = z.infer<typeof wishSchema>
