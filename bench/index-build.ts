// Builds the index once in a process of its own, where nothing is warm, and prints what that took.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildParts } from '../server/assistant/create-assistant.ts'
import { loadGates } from '../server/assistant/gates/load-gates.ts'
import { loadGuide } from '../server/assistant/guide/load-guide.ts'

const contentFolder = join(import.meta.dirname, '../content')
const [guide, gates] = await Promise.all([loadGuide(contentFolder), loadGates(contentFolder)])
const before = heapInUse()
const started = performance.now()
const { finder } = buildParts({ guide, gates })
const ms = performance.now() - started
const heapMb = (heapInUse() - before) / 1e6
console.log(JSON.stringify({ topics: guide.topics.length, ms, heapMb, isBuilt: finder.weight('asil') > 0 }))

/** Bytes that are left after a collection. */
function heapInUse(): number {
	setFlagsFromString('--expose-gc')
	runInNewContext('gc')()
	return process.memoryUsage().heapUsed
}
