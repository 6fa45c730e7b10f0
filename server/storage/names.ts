// Names of buckets and objects. They stand in addresses, headers and listings, so they are letters, digits and the
// punctuation that means nothing in any of them; a name never steps out of its bucket.
import { StorageError } from './errors.ts'
import { maxBucketNameLength, maxNameBytes } from './limits.ts'

const objectName = /^[\p{L}\p{M}\p{N}_ !\-.*'()&$@=;:+,~/]+$/u
const bucketName = /^[\p{L}\p{M}\p{N}_ !\-.*'()&$@=;:+,]+$/u

/** The name itself, or an error: no empty, `.` or `..` step, no control character, no more than 1,024 bytes. */
export function checkObjectName(name: string): string {
	const isClean = objectName.test(name) && Buffer.byteLength(name) <= maxNameBytes
	if (!isClean || !name.split('/').every(isStep))
		throw new StorageError('invalid_key', `Invalid key: ${name.slice(0, 100)}`)
	return name
}

export function checkBucketName(name: string): string {
	const isClean = bucketName.test(name) && name.length <= maxBucketNameLength
	if (!isClean || name.trim() !== name || !isStep(name)) throw new StorageError('invalid_bucket_name')
	return name
}

function isStep(step: string): boolean {
	return step !== '' && step !== '.' && step !== '..'
}
