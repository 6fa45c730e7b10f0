import { expect, test } from 'vitest'
import { longestQuestion as longestOnTheServer } from '../../../contracts/assistant.ts'
import { longestQuestion } from './longest-question.ts'

test('the page and the server agree on the longest question', () => {
	expect(longestQuestion).toBe(longestOnTheServer)
})
