// Where an object lies, as addresses and answers say it: its bucket, a slash, its name.
import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { ownerOf } from './buckets.ts'
import { checkBucketName, checkObjectName } from './names.ts'
import type { Claim, Place } from './objects.ts'

/** The place in the address, as clean as it has to be. */
export function placeOf(c: Context<AppEnv>): Place {
	return { bucketId: checkBucketName(c.req.param('bucket') ?? ''), name: checkObjectName(c.req.param('name') ?? '') }
}

/** The caller's wish to write at `place`. */
export function claimOf(c: Context<AppEnv>, place: Place): Claim {
	return { ...place, ownerId: ownerOf(c.get('caller')), isUpsert: c.req.header('x-upsert') === 'true' }
}

export function keyOf({ bucketId, name }: Place): string {
	return `${bucketId}/${name}`
}
