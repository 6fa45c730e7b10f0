// Addresses that work without a key: what lies in public buckets, and what a signature opens for a while. Signing itself
// needs a key and the right to read or write there.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Database } from '../database/database.ts'
import { claimOf, keyOf, placeOf } from './addresses.ts'
import { findAnyBucket } from './buckets.ts'
import { keeper } from './content.ts'
import { StorageError } from './errors.ts'
import { checkBucketName } from './names.ts'
import { checkClaim, findNames, findObject, type Place } from './objects.ts'
import { readJson } from './request-body.ts'
import { signManySchema, signSchema } from './schemas.ts'
import { infoJson, sendObject } from './send-object.ts'
import type { SignedUrls } from './signed-urls.ts'
import { uploadObject } from './upload.ts'

/** As long as the hosted platform gives an upload. */
const uploadSeconds = 2 * 3600

/** Whether a request to /storage/v1 may come without a key; `path` is the whole one. */
export function needsNoKey(method: string, path: string): boolean {
	const reads = method === 'GET' || method === 'HEAD'
	const [, kind = ''] = /^\/storage\/v1\/object\/(info\/public|public|sign|upload\/sign)\/./.exec(path) ?? []
	return kind === 'upload/sign' ? method === 'PUT' : reads && kind !== ''
}

export function openRoutes(database: Database, signedUrls: SignedUrls): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.get('/public/:bucket/:name{.+}', async (c) => {
		const object = await findPublic(placeOf(c))
		return sendObject(c, database, { object, reader: keeper, cacheControl: object.metadata.cacheControl })
	})
	routes.get('/info/public/:bucket/:name{.+}', async (c) => c.json(infoJson(await findPublic(placeOf(c)))))

	routes.post('/sign/:bucket', async (c) => {
		const { expiresIn, paths } = await readJson(c, signManySchema)
		const bucketId = checkBucketName(c.req.param('bucket'))
		const seen = await findNames(database, c.get('caller'), bucketId, paths)
		const answers = paths.map(async (path) =>
			seen.has(path)
				? { error: null, path, signedURL: await signDownload({ bucketId, name: path }, expiresIn) }
				: { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
		)
		return c.json(await Promise.all(answers))
	})
	routes.post('/sign/:bucket/:name{.+}', async (c) => {
		const { expiresIn, transform } = await readJson(c, signSchema)
		if (transform) throw new StorageError('not_supported', 'Images are not transformed here')
		const place = placeOf(c)
		await findObject(database, c.get('caller'), place)
		return c.json({ signedURL: await signDownload(place, expiresIn) })
	})
	routes.get('/sign/:bucket/:name{.+}', async (c) => {
		const place = placeOf(c)
		const { secondsLeft } = await signedUrls.verify('download', c.req.query('token') ?? '', keyOf(place))
		const object = await findObject(database, keeper, place)
		return sendObject(c, database, { object, reader: keeper, cacheControl: `private, max-age=${secondsLeft}` })
	})

	routes.post('/upload/sign/:bucket/:name{.+}', async (c) => {
		const place = placeOf(c)
		const claim = claimOf(c, place)
		await findAnyBucket(database, place.bucketId)
		await checkClaim(database, c.get('caller'), claim)
		const about = { url: keyOf(place), owner: claim.ownerId, upsert: claim.isUpsert }
		const token = await signedUrls.sign('upload', about, uploadSeconds)
		return c.json({ url: `/object/upload/sign/${keyOf(place)}?token=${token}`, token })
	})
	routes.put('/upload/sign/:bucket/:name{.+}', async (c) => {
		const place = placeOf(c)
		const { owner, upsert } = await signedUrls.verify('upload', c.req.query('token') ?? '', keyOf(place))
		const claim = { ...place, ownerId: owner ?? null, isUpsert: upsert === true }
		await uploadObject(database, keeper, claim, c.req.raw)
		return c.json({ Key: keyOf(place) })
	})

	async function findPublic(place: Place) {
		const bucket = await findAnyBucket(database, place.bucketId)
		if (!bucket.public) throw new StorageError('bucket_not_found')
		return findObject(database, keeper, place)
	}

	async function signDownload(place: Place, seconds: number): Promise<string> {
		const token = await signedUrls.sign('download', { url: keyOf(place) }, seconds)
		return `/object/sign/${keyOf(place)}?token=${token}`
	}

	return routes
}
