// The answer of a topic, as the assistant tells it when nothing more special was asked.
import type { Topic } from '../../../contracts/guide.ts'
import { mostSentences, sourcesOf } from '../compose.ts'
import type { Decision } from '../gate.ts'
import { sentencesOf } from '../language/sentences.ts'

export function tellTopic(topic: Topic, detail: string[] = []): Decision {
	return {
		kind: 'answer',
		sentences: [...sentencesOf(topic.answer), ...detail].slice(0, mostSentences),
		sources: sourcesOf(topic),
		topics: [topic],
		fixed: false,
		form: topic.forms[0],
		next: { topic: { id: topic.id, told: [] } },
	}
}
