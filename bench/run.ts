// `npm run bench [part …]`: measures, prints, and after a full run writes docs/benchmarks.md.
import { measureAnswers } from './answers.ts'
import { measureLandingWeight } from './landing-weight.ts'
import { measureIdleMemory } from './memory.ts'
import { measureRealtime } from './realtime.ts'
import { printFigures, type Section, writeReport } from './report.ts'
import { measureStarting } from './starting.ts'
import { measureTables } from './tables.ts'

const parts = {
	starting: {
		title: 'Starting',
		method:
			'A clone of the committed project in a new folder, `npm start` in it with the package cache of the machine, then again. Until `/landing` has been read. The database’s part is from its first line at the start to the ready line.',
		measure: measureStarting,
	},
	memory: {
		title: 'Memory',
		method:
			'One server with its own database, 20 pages read, then 45 seconds of rest. Proportional set size from `/proc/<pid>/smaps_rollup` of the server process and of every PostgreSQL process.',
		measure: measureIdleMemory,
	},
	answers: {
		title: 'Answers',
		method:
			'One signed-in person asks the 80 development questions one at a time over HTTP, five rounds, the first for warming up; the memory is written at each. Right or wrong is decided by `bench/eval/check-questions.mjs`. The share flatters: whoever chose the guide’s topics had read these questions.',
		measure: measureAnswers,
	},
	realtime: {
		title: 'Realtime',
		method:
			'100 people with 10 sockets each, joined to the changes of their saved chats. Proportional set size of the server process after 45 seconds of rest, with one subscriber and then with all. Then 500 rows, each inserted over HTTP when the one before it has been heard of: from the request until the last of its person’s ten sockets has the row.',
		measure: measureRealtime,
	},
	tables: {
		title: 'Tables',
		method:
			'One PostgreSQL with two databases and a server process for each: 50 saved chats in one, 1,000,000 of 10,000 people in the other, about 500 bytes each. The page is `saved_chats?select=*&order=created_at.desc&limit=50` as a signed-in person. The bare server is `node:http` in a process of its own with the statement, the change of role and the pool of the real one, and nothing else: no token is verified, no address is read. Five rounds of four seconds in turns after a warm-up, the median of each; load comes from the measuring process on the same machine. Half of the rate is sent at an even pace, also in five rounds in turns, and each time is counted from when the request was due. For the two tables 2,000 requests each, one at a time and in turns.',
		measure: measureTables,
	},
	landing: {
		title: 'Weight of the landing page',
		method:
			'Chromium, 360 × 740, empty cache: every response until the network is idle; text counted as gzip would send it.',
		measure: measureLandingWeight,
	},
}

const wanted = process.argv.slice(2)
const sections: Section[] = []
for (const [name, { title, method, measure }] of Object.entries(parts)) {
	if (wanted.length > 0 && !wanted.includes(name)) continue
	console.log(title)
	const figures = await measure()
	printFigures(figures)
	sections.push({ title, method, figures })
}
if (wanted.length === 0) await writeReport(sections)
process.exitCode = sections.some(({ figures }) => figures.some(({ met }) => met === false)) ? 1 : 0
