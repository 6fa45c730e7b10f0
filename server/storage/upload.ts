// An upload: may the caller write there → is it what it says it is, piece by piece → then, in one statement, it is there.
// Whatever goes wrong before that leaves the place as it was.
import { createHash, randomUUID } from 'node:crypto'
import type { Caller, Database } from '../database/database.ts'
import { type Bucket, findAnyBucket } from './buckets.ts'
import { createContent, inChunks } from './content.ts'
import { checkAllowed, checkType, essence } from './content-type.ts'
import { StorageError } from './errors.ts'
import { type FileDescription, openFile } from './incoming-file.ts'
import { maxObjectBytes } from './limits.ts'
import {
	type Claim,
	checkClaim,
	findObject,
	type ObjectMetadata,
	type ObjectRow,
	type Place,
	settleClaim,
} from './objects.ts'

export async function uploadObject(
	database: Database,
	caller: Caller,
	claim: Claim,
	request: Request,
): Promise<ObjectRow> {
	const bucket = await findAnyBucket(database, claim.bucketId)
	await checkClaim(database, caller, claim)
	const file = await openFile(request, sizeLimitOf(bucket))
	return withContent(database, async (version) => {
		const received = await receive(database, version, file.bytes, { bucket, type: file.type })
		// Only now: what follows the file in a form may describe it.
		const { userMetadata } = file.description
		return settleClaim(database, caller, claim, {
			version,
			userMetadata,
			metadata: describe(received, file.description),
		})
	})
}

/** The same content in another place; its description goes along unless the client wants it not to. */
export async function copyObject(
	database: Database,
	caller: Caller,
	from: Place,
	claim: Claim & { withMetadata: boolean },
): Promise<ObjectRow> {
	const original = await findObject(database, caller, from)
	const bucket = await findAnyBucket(database, claim.bucketId)
	checkFits(bucket, original.metadata)
	await checkClaim(database, caller, claim)
	return withContent(database, async (version) => {
		await createContent(database).duplicate(original.version, version, original.metadata.size)
		const metadata = { ...original.metadata, lastModified: new Date().toISOString() }
		const userMetadata = claim.withMetadata ? original.user_metadata : null
		return settleClaim(database, caller, claim, { version, metadata, userMetadata })
	})
}

/** What an object must be to lie in the bucket. */
export function checkFits(bucket: Bucket, { size, mimetype }: ObjectMetadata): void {
	if (size > sizeLimitOf(bucket)) throw new StorageError('too_large')
	checkAllowed(mimetype, bucket.allowed_mime_types)
}

/** Runs `work` with the name of new content, which is forgotten when it fails. */
async function withContent<T>(database: Database, work: (version: string) => Promise<T>): Promise<T> {
	const version = randomUUID()
	try {
		return await work(version)
	} catch (error) {
		// Should this fail too, a later upload clears it away.
		await createContent(database)
			.abandon(version)
			.catch(() => {})
		throw error
	}
}

type Received = { size: number; type: string; etag: string }

async function receive(
	database: Database,
	version: string,
	bytes: AsyncIterable<Uint8Array>,
	{ bucket, type: declared }: { bucket: Bucket; type: string | undefined },
): Promise<Received> {
	const content = createContent(database)
	const hash = createHash('sha256')
	let size = 0
	let type: string | undefined
	await content.begin(version)
	for await (const chunk of inChunks(bytes)) {
		if (size + chunk.length > sizeLimitOf(bucket)) throw new StorageError('too_large')
		type ??= await acceptedType(declared, chunk, bucket)
		await content.append(version, size, chunk)
		hash.update(chunk)
		size += chunk.length
	}
	type ??= await acceptedType(declared, Buffer.alloc(0), bucket)
	return { size, type, etag: `"${hash.digest('hex').slice(0, 32)}"` }
}

async function acceptedType(declared: string | undefined, sample: Buffer, bucket: Bucket): Promise<string> {
	const type = await checkType(declared, sample)
	checkAllowed(essence(type), bucket.allowed_mime_types)
	return type
}

function describe({ size, type, etag }: Received, { cacheControl }: FileDescription): ObjectMetadata {
	return {
		eTag: etag,
		size,
		mimetype: type,
		cacheControl,
		lastModified: new Date().toISOString(),
		contentLength: size,
		httpStatusCode: 200,
	}
}

function sizeLimitOf(bucket: Bucket): number {
	return Math.min(bucket.file_size_limit ?? maxObjectBytes, maxObjectBytes)
}
