// What one request may ask for at most. Beyond: 400 in the protocol's shape, the body 413.

/** Rows in one answer. */
export const maxRows = 1000
export const maxBodyBytes = 1024 * 1024
/** Path and query together; below what Node takes for a request's whole head. */
export const maxUrlLength = 12_000
export const maxFilters = 100
/** Groups within groups of `and` and `or`. */
export const maxGroupDepth = 10
export const maxListValues = 1000
export const maxSelectItems = 100
export const maxOrderTerms = 20
export const maxPathSteps = 20
/** Objects and arrays within one another in a body: PostgreSQL's own parser gives up at some thousands. */
export const maxBodyDepth = 100
