// What one request to /storage/v1 may ask for at most.

export const maxObjectBytes = 50 * 1024 * 1024
/** One row of content: what an upload or a download holds in memory at a time. */
export const chunkBytes = 256 * 1024
/** Boundaries, headers and small fields around the file of a form. */
export const maxFormOverheadBytes = 64 * 1024
/** Bodies that are not files. */
export const maxJsonBytes = 1024 * 1024
/** In UTF-8, as the table has it. */
export const maxNameBytes = 1024
export const maxBucketNameLength = 63
/** What a client may say about an object beside its content. */
export const maxMetadataBytes = 8 * 1024
/** Names in one request to sign or to remove. */
export const maxNamesAtOnce = 1000
/** Entries in one page of a listing. */
export const maxListed = 1000
/** How long a signed address may live. */
export const maxSignedSeconds = 10 * 365 * 86_400
/** Objects in one statement that frees content: together they stay below the statement's time limit. */
export const removedAtOnce = 20
