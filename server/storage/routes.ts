// /storage/v1 as the official client calls it. Row-level security on storage.buckets and storage.objects decides who sees
// and changes what; nothing here does. Left out: resumable uploads, the S3 protocol, pictures in other sizes, a cache to
// purge, buckets of tables and vectors. Who asks was settled before: `caller` is in the context.
import { Hono } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Database } from '../database/database.ts'
import { bucketRoutes } from './bucket-routes.ts'
import { asStorageError, describeFailure, StorageError, storageErrorAnswer } from './errors.ts'
import { objectRoutes } from './object-routes.ts'
import { openRoutes } from './open-routes.ts'
import type { SignedUrls } from './signed-urls.ts'

export type StorageParts = { database: Database; signedUrls: SignedUrls }

export function storageRoutes({ database, signedUrls }: StorageParts): Hono<AppEnv> {
	const routes = new Hono<AppEnv>()

	routes.route('/bucket', bucketRoutes(database))
	// Before the other objects: their addresses are longer.
	routes.route('/object', openRoutes(database, signedUrls))
	routes.route('/object', objectRoutes(database))
	for (const path of ['/render/*', '/upload/resumable/*', '/s3/*', '/cdn/*', '/iceberg/*', '/vector/*'])
		routes.all(path, () => Promise.reject(new StorageError('not_supported')))
	routes.all('*', () => Promise.reject(new StorageError('unknown_path')))
	routes.onError((error, c) => {
		const told = asStorageError(error)
		if (told.statusCode >= 500) c.get('log').error(describeFailure(told), 'storage failed')
		return storageErrorAnswer(c, told)
	})

	return routes
}
