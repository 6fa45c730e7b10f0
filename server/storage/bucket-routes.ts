// /bucket: what holds objects, with its limits.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Database } from '../database/database.ts'
import { createBucket, deleteBucket, emptyBucket, findBucket, listBuckets, updateBucket } from './buckets.ts'
import { checkBucketName } from './names.ts'
import { readJson } from './request-body.ts'
import { bucketChangeSchema, bucketListingSchema, newBucketSchema, parse } from './schemas.ts'

export function bucketRoutes(database: Database): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.get('/', async (c) =>
		c.json(await listBuckets(database, c.get('caller'), parse(bucketListingSchema, c.req.query()))),
	)
	routes.post('/', async (c) => {
		const bucket = await readJson(c, newBucketSchema)
		checkBucketName(bucket.id)
		await createBucket(database, c.get('caller'), bucket)
		return c.json({ name: bucket.id })
	})
	routes.get('/:id', async (c) =>
		c.json(await findBucket(database, c.get('caller'), checkBucketName(c.req.param('id')))),
	)
	routes.put('/:id', async (c) => {
		const change = await readJson(c, bucketChangeSchema)
		await updateBucket(database, c.get('caller'), checkBucketName(c.req.param('id')), change)
		return c.json({ message: 'Successfully updated' })
	})
	routes.post('/:id/empty', async (c) => {
		await emptyBucket(database, c.get('caller'), checkBucketName(c.req.param('id')))
		return c.json({ message: 'Successfully emptied' })
	})
	routes.delete('/:id', async (c) => {
		await deleteBucket(database, c.get('caller'), checkBucketName(c.req.param('id')))
		return c.json({ message: 'Successfully deleted' })
	})

	return routes
}
