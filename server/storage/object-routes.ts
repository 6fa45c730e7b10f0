// /object: upload, list, move, copy, remove, and the two ways to read with a key. Longer addresses come first: what is left
// at the end is the name of an object.
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Database } from '../database/database.ts'
import { claimOf, keyOf, placeOf } from './addresses.ts'
import { findAnyBucket } from './buckets.ts'
import { StorageError } from './errors.ts'
import { listFolder, listPage } from './list-objects.ts'
import { checkBucketName, checkObjectName } from './names.ts'
import { findObject, findReadable, moveObject, type ObjectRow, type Place, removeObjects } from './objects.ts'
import { readJson } from './request-body.ts'
import { copySchema, listingSchema, moveSchema, pageSchema, removeSchema } from './schemas.ts'
import { infoJson, sendObject } from './send-object.ts'
import { checkFits, copyObject, uploadObject } from './upload.ts'

export function objectRoutes(database: Database): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.post('/list/:bucket', async (c) => {
		const listing = await readJson(c, listingSchema)
		return c.json(await listFolder(database, c.get('caller'), c.req.param('bucket'), listing))
	})
	routes.post('/list-v2/:bucket', async (c) => {
		const page = await readJson(c, pageSchema)
		return c.json(await listPage(database, c.get('caller'), c.req.param('bucket'), page))
	})
	routes.post('/move', async (c) => {
		const { from, to } = readJourney(await readJson(c, moveSchema))
		if (from.bucketId !== to.bucketId) {
			const { metadata } = await findObject(database, c.get('caller'), from)
			checkFits(await findAnyBucket(database, to.bucketId), metadata)
		}
		const { id } = await moveObject(database, c.get('caller'), from, to)
		return c.json({ message: 'Successfully moved', Id: id, Key: to.name })
	})
	routes.post('/copy', async (c) => {
		const body = await readJson(c, copySchema)
		const { from, to } = readJourney(body)
		const claim = { ...claimOf(c, to), withMetadata: body.copyMetadata }
		const copy = await copyObject(database, c.get('caller'), from, claim)
		return c.json({ Id: copy.id, Key: keyOf(to), ...rowJson(copy) })
	})

	const info = async (c: Context<AppEnv>) => {
		const { object } = await readable(c)
		return c.json(infoJson(object))
	}
	routes.get('/info/authenticated/:bucket/:name{.+}', info)
	routes.get('/info/:bucket/:name{.+}', info)

	const download = async (c: Context<AppEnv>) => {
		const { object, reader, isPublic } = await readable(c)
		const cacheControl = isPublic ? object.metadata.cacheControl : `private, ${object.metadata.cacheControl}`
		return sendObject(c, database, { object, reader, cacheControl })
	}
	routes.get('/authenticated/:bucket/:name{.+}', download)
	routes.get('/:bucket/:name{.+}', download)

	routes.on(['POST', 'PUT'], '/:bucket/:name{.+}', async (c) => {
		const place = placeOf(c)
		const claim = claimOf(c, place)
		if (c.req.method === 'PUT') claim.isUpsert = true
		const { id } = await uploadObject(database, c.get('caller'), claim, c.req.raw)
		return c.json({ Id: id, Key: keyOf(place) })
	})

	routes.delete('/:bucket', async (c) => {
		const { prefixes } = await readJson(c, removeSchema)
		const removed = await removeObjects(database, c.get('caller'), c.req.param('bucket'), prefixes)
		return c.json(removed.map(rowJson))
	})
	routes.delete('/:bucket/:name{.+}', async (c) => {
		const { bucketId, name } = placeOf(c)
		const removed = await removeObjects(database, c.get('caller'), bucketId, [name])
		if (removed.length === 0) throw new StorageError('object_not_found')
		return c.json({ message: 'Successfully deleted' })
	})

	async function readable(c: Context<AppEnv>) {
		const place = placeOf(c)
		const { public: isPublic } = await findAnyBucket(database, place.bucketId)
		return { isPublic, ...(await findReadable(database, c.get('caller'), { ...place, isPublic })) }
	}

	return routes
}

/** Lists of removed objects and a copy show the row, as the hosted platform does. */
function rowJson({ owner_id, ...object }: ObjectRow) {
	return { ...object, owner: owner_id ?? '', owner_id }
}

type Journey = { bucketId: string; sourceKey: string; destinationKey: string; destinationBucket?: string | null }

function readJourney({ bucketId, sourceKey, destinationKey, destinationBucket }: Journey): { from: Place; to: Place } {
	return {
		from: { bucketId: checkBucketName(bucketId), name: checkObjectName(sourceKey) },
		to: { bucketId: checkBucketName(destinationBucket ?? bucketId), name: checkObjectName(destinationKey) },
	}
}
