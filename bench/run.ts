// `npm run bench [part …]`: measures, prints, and after a full run writes docs/benchmarks.md.
import { measureAnswers } from './answers.ts'
import { measureGuideRate } from './guide-rate.ts'
import { measureLandingWeight } from './landing-weight.ts'
import { measureIdleMemory } from './memory.ts'
import { measureRealtime } from './realtime.ts'
import { printFigures, type Section, writeReport } from './report.ts'
import { measureRetrieval } from './retrieval.ts'
import { measureStarting } from './starting.ts'
import { measureStreams } from './streams.ts'
import { measureTables } from './tables.ts'
import { measureChecker } from './wrong-answers.ts'

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
	retrieval: {
		title: 'Finding the topic',
		method:
			'In process. Every way to ask of every topic is left out of the index in turn (in tenths) and asked; the probe questions use other words than the topics do, and the second half of them was set aside while the search was fitted. Questions that no topic answers go through all gates and count when the answer shows no doubt; `negative-second.yaml` was written before the gates were made general and not looked at while that was done.',
		measure: measureRetrieval,
	},
	guide: {
		title: 'The guide engine',
		method:
			'In process: the 80 development questions, each in a fresh conversation, five rounds, the first for warming up. Over HTTP: 16 people, each of whom asks the same questions one after the other, ten seconds after three of warming up; the memory is written at each. The load comes from the measuring process on the same machine.',
		measure: measureGuideRate,
	},
	streams: {
		title: 'Answers of a language model',
		method:
			'A loopback provider sends an answer of five seconds token by token; 20 new questions a second, each of somebody else, keep about 100 answers open. From the token after which the first sentence is surely over (the first of the next one) until the page has the sentence, over HTTP, checked. Provider, people and measuring share one process beside the server.',
		measure: measureStreams,
	},
	checker: {
		title: 'The answer checker',
		method:
			'The scripted answers of `bench/wrong-answers.yaml`, each with its topic as evidence, cut into deltas in five ways and fed to the checker as a provider streams them. A wrong answer gets past when one of its wrong parts comes out in any of the five. A right sentence is lost when the checker leaves it out. All are known to whoever wrote the rules by now; what got past when they were first run, before anything was mended for them: 2 of 100, then 12 of 45, then 7 of 28 (mostly promises and dangerous advice in new words; of numbers, dates, forms, telephones and fees 1 of 62, 7 of 33, 2 of 21). The free and the indirect answers are those of `bench/support-answers.yaml`, written before the layer that asks whether a sentence is supported; half of them was set aside and nothing was mended for it. Times are of whole sentences, one at a time in process.',
		measure: measureChecker,
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
