// What one socket may take. Sockets per person and per address stand with the other limits, in limits/rules.ts.

/** A message carries an access token and some filters. */
export const maxMessageBytes = 64 * 1024
export const maxChannels = 20
/** Wishes for changes, on all channels of a socket. */
export const maxBindings = 50
export const maxFilterLength = 4000
export const maxConditions = 10
export const maxListValues = 100

/** Messages at once, and how many more may come each second. */
export const messageBurst = 100
export const messagesPerSecond = 10

/** Messages that may wait for the ones before them; then nothing more is read from the socket for a while. */
export const maxWaitingMessages = 8

/** What may wait to be sent; a reader that lags further behind is cut off. */
export const maxWaitingBytes = 1024 * 1024
/** Clients say something every 25 seconds; a browser slows hidden pages down to once a minute. */
export const silenceMs = 90_000

/** Changes that may wait for one person; past it their channels are told to begin anew. */
export const maxWaitingChanges = 500
/** People whose changes are read at the same time, so that requests find connections to the database too. */
export const readsAtOnce = 4
/** Filters that are tried in one statement. */
export const filtersAtOnce = 100

/** How often ended sessions and silent sockets are looked for. */
export const sweepMs = 30_000
/** How long sockets may take to say goodbye when the server stops. */
export const farewellMs = 1000
