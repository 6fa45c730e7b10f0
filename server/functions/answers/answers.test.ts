// Answers that are given in the background, on replicas that share one database.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatParts, completeChat } from '../chat-completion.ts'
import { FunctionError } from '../errors.ts'
import { clearConversation, type SignedIn } from './answer-rows.ts'
import { wholeAnswer } from './growing-answer.ts'
import { stopAnswer, takeUpAnswer } from './take-up.ts'
import { type Replicas, readEvents, type Speech, type TestSpeaker, testReplicas, testSpeaker } from './testing.ts'

/** Its words are nobody's fixed ones. */
const message = 'como renuevo mi daca'

let replicas: Replicas
let speaker: TestSpeaker
let here: ChatParts
let there: ChatParts
let rosa: SignedIn
beforeAll(async () => {
	speaker = testSpeaker()
	replicas = await testReplicas(speaker.speak)
	here = replicas.replica()
	there = replicas.replica()
})
afterAll(() => replicas.close())
beforeEach(async () => {
	speaker.speeches.length = 0
	rosa = await replicas.person()
})
afterEach(() => {
	for (const { end } of speaker.speeches) end()
})

const newId = () => crypto.randomUUID()
const ask = (requestId = newId(), parts = here, caller = rosa, question = message) =>
	completeChat(parts, caller, { message: question, requestId })
const idOf = async (answer: Awaited<ReturnType<typeof ask>>) => (await answer.look()).id
const speech = (): Speech => speaker.speeches.at(-1) ?? expect.fail('nobody was asked')
const code = (call: Promise<unknown>) =>
	call.then(
		() => 'nothing went wrong',
		(error: FunctionError) => error.code,
	)
const stateOf = async ({ userId }: SignedIn) =>
	(await replicas.own.pool.query('select state from public.assistant_memory where user_id = $1', [userId])).rows[0]
		?.state
const rowOf = async ({ userId }: SignedIn) =>
	(await replicas.own.pool.query('select * from public.assistant_answers where user_id = $1', [userId])).rows[0]
const told = async (count: number) => {
	await expect.poll(async () => (await rowOf(rosa))?.pieces.length).toBe(count)
}
/** As if its process had died that long ago. */
const age = (seconds: number) =>
	replicas.own.pool.query(
		'update public.assistant_answers set touched_at = now() - make_interval(secs => $2) where user_id = $1',
		[rosa.userId, seconds],
	)

describe('an answer', () => {
	it('is heard piece by piece, and is remembered before its end is told', async () => {
		const answer = await ask()
		speech().say('Uno. ')
		expect((await readEvents(answer, 0, 2)).map(({ event, data }) => [event, data])).toEqual([
			['start', { id: await idOf(answer) }],
			['delta', { text: 'Uno. ' }],
		])
		speech().say('Dos.')
		speech().end()
		const events = await readEvents(answer)
		expect(events.map(({ id, event }) => [id, event])).toEqual([
			[1, 'start'],
			[2, 'delta'],
			[3, 'delta'],
			[4, 'done'],
		])
		expect(events.at(-1)?.data).toMatchObject({ reply: 'Uno. Dos.', kind: 'answer' })
		expect((await stateOf(rosa)).turns).toEqual([{ question: message, answer: 'Uno. Dos.' }])
		expect(await rowOf(rosa)).toBeUndefined()
	})

	it('that hit the model’s limit says so, and the next question knows', async () => {
		const answer = await ask()
		speech().say('Uno. ')
		speech().end({ isCut: true })
		expect(await wholeAnswer(answer)).toMatchObject({ cut: true })
		await ask(newId(), here, rosa, 'continúa con lo del daca')
		expect(speech().brief.wasCut).toBe(true)
		speech().say('Dos.')
		speech().end()
	})

	it('carries the person’s own name, number and address as what may not leave', async () => {
		const named = await replicas.person('UNLIMITED')
		await ask(newId(), here, named)
		expect(speech().brief.personal).toEqual(['Rosalinda', `${named.userId}@example.org`, '+13055550100'])
	})

	it('may hold what a database cannot store', async () => {
		const odd = 'a'.repeat(398)
		await ask(newId(), here, rosa, `${message} \0 \ud800 ${odd}😀`)
		speech().say('Mitad \ud83d y cero \0.')
		speech().end()
		await expect.poll(async () => (await stateOf(rosa)).turns).toHaveLength(1)
	})
})

describe('the same request', () => {
	it('joins the answer under way, here and on another replica', async () => {
		const requestId = newId()
		const first = await ask(requestId)
		speech().say('Uno. ')
		const [second, third] = [await ask(requestId), await ask(requestId, there)]
		speech().say('Dos.')
		speech().end()
		const events = await Promise.all([first, second, third].map((answer) => readEvents(answer)))
		expect(events[1]).toEqual(events[0])
		expect(events[2]).toEqual(events[0])
		expect(speaker.speeches).toHaveLength(1)
	})

	it('sent twice at the same moment asks once', async () => {
		const requestId = newId()
		const [one, two] = await Promise.all([ask(requestId), ask(requestId, there)])
		expect(await idOf(one)).toBe(await idOf(two))
		expect(speaker.speeches).toHaveLength(1)
	})

	it('is given the finished answer again, with the same events', async () => {
		const requestId = newId()
		const answer = await ask(requestId)
		speech().say('Uno. ')
		speech().say('Y dos.')
		speech().end({ isCut: true })
		const events = await readEvents(answer)
		expect(await readEvents(await ask(requestId, there))).toEqual(events)
		expect(speaker.speeches).toHaveLength(1)
	})

	it('may ask again after a failure', async () => {
		const requestId = newId()
		const answer = await ask(requestId)
		speech().fail(new FunctionError('internal'))
		expect(await code(wholeAnswer(answer))).toBe('internal')
		const again = await ask(requestId, there)
		expect(speaker.speeches).toHaveLength(2)
		speech().say('Ahora sí.')
		speech().end()
		expect((await wholeAnswer(again)).reply).toBe('Ahora sí.')
	})
})

describe('another question', () => {
	it('is refused while one is being answered, and goes through afterwards', async () => {
		const answer = await ask()
		expect(await code(ask(newId(), there))).toBe('answer_running')
		speech().say('Uno.')
		speech().end()
		await wholeAnswer(answer)
		expect((await (await ask(newId(), there)).look()).end).toBeUndefined()
		expect(speech().brief.turns).toEqual([{ question: message, answer: 'Uno.' }])
	})

	it('of somebody else is not held up', async () => {
		await ask()
		await ask(newId(), here, await replicas.person())
		expect(speaker.speeches).toHaveLength(2)
	})
})

describe('an answer taken up again', () => {
	it('goes on after the last event, while it grows, here and on another replica', async () => {
		const answer = await ask()
		const id = await idOf(answer)
		speech().say('Uno. ')
		await told(1)
		const readers = [here, there].map(async (parts) => readEvents(await takeUpAnswer(parts, rosa, id), 2))
		speech().say('Dos.')
		speech().end()
		for (const events of await Promise.all(readers))
			expect(events.map(({ id, event }) => [id, event])).toEqual([
				[3, 'delta'],
				[4, 'done'],
			])
	})

	it('is given whole when it has ended meanwhile, the guide’s own too', async () => {
		const guided = await ask(newId(), replicas.replica({ speaker: undefined }))
		const id = await idOf(guided)
		expect(await readEvents(await takeUpAnswer(there, rosa, id))).toEqual(await readEvents(guided))
		expect(await readEvents(await takeUpAnswer(there, rosa, id), 9_999)).toMatchObject([{ event: 'done' }])
	})

	it.each([
		['of somebody else', async () => idOf(await ask(newId(), here, await replicas.person()))],
		['that never was', async () => newId()],
		['with an id of another shape', async () => "x' or true"],
	])('%s is not found, and cannot be stopped', async (_, id) => {
		const wanted = await id()
		expect(await code(takeUpAnswer(here, rosa, wanted))).toBe('answer_not_found')
		expect(await code(stopAnswer(there, rosa, wanted))).toBe('answer_not_found')
		expect(speaker.speeches.every(({ signal }) => !signal.aborted)).toBe(true)
	})

	it('says why it failed', async () => {
		const answer = await ask()
		speech().fail(new FunctionError('limit_reached'))
		await readEvents(answer)
		const again = await takeUpAnswer(there, rosa, await idOf(answer))
		expect(await code(wholeAnswer(again))).toBe('limit_reached')
	})
})

describe('an answer whose process died', () => {
	it('is interrupted for its readers, and the same request asks again', async () => {
		const requestId = newId()
		const answer = await ask(requestId)
		await age(11)
		const again = await takeUpAnswer(replicas.replica(), rosa, await idOf(answer))
		expect(await code(wholeAnswer(again))).toBe('answer_interrupted')
		await ask(requestId, there)
		expect(speaker.speeches).toHaveLength(2)
	})

	it('does not hold up another question, and what it still says is not remembered', async () => {
		const late = await ask()
		const slow = speech()
		await age(11)
		const next = await ask(newId(), there)
		slow.say('Tarde.')
		slow.end()
		expect(await code(wholeAnswer(late))).toBe('answer_not_found')
		speech().say('A tiempo.')
		speech().end()
		await wholeAnswer(next)
		expect((await stateOf(rosa)).turns.map(({ answer }: { answer: string }) => answer)).toEqual(['A tiempo.'])
	})

	it('is kept young as long as its process lives', async () => {
		await ask()
		await age(9)
		await here.answers.beat()
		expect(Date.now() - (await rowOf(rosa)).touched_at.getTime()).toBeLessThan(8_000)
	})
})

describe('a stopped answer', () => {
	it.each([
		['here', () => here],
		['on another replica', () => there],
	])('%s keeps what was said, tells the speaker and can be gone on with', async (_, where) => {
		const answer = await ask()
		speech().say('Uno. ')
		await told(1)
		await stopAnswer(where(), rosa, await idOf(answer))
		expect(speech().signal.aborted).toBe(true)
		expect(await wholeAnswer(answer)).toMatchObject({ reply: 'Uno. ', stopped: true })
		expect(await stateOf(rosa)).toMatchObject({ turns: [{ question: message, answer: 'Uno. ' }], cut: true })
	})

	it('that had said nothing leaves no trace', async () => {
		const answer = await ask()
		await stopAnswer(here, rosa, await idOf(answer))
		expect(await wholeAnswer(answer)).toMatchObject({ reply: '', stopped: true })
		expect((await stateOf(rosa)).turns).toBeUndefined()
		expect((await (await ask(newId(), there)).look()).end).toBeUndefined()
	})

	it('stays as it is when it had ended', async () => {
		const answer = await ask()
		speech().say('Entera.')
		speech().end()
		await readEvents(answer)
		await stopAnswer(there, rosa, await idOf(answer))
		expect(await wholeAnswer(await takeUpAnswer(there, rosa, await idOf(answer)))).not.toHaveProperty('stopped')
	})
})

describe('a conversation cleared meanwhile', () => {
	it.each([
		['here', () => here],
		['on another replica', () => there],
	])('%s takes nothing of the answer in', async (_, where) => {
		const answer = await ask()
		speech().say('Uno. ')
		await clearConversation(where().database, rosa)
		where().answers.breakOffOf(rosa.userId, 'gone')
		await here.answers.beat()
		speech().end()
		expect(await code(wholeAnswer(answer))).toBe('answer_not_found')
		expect((await stateOf(rosa))?.turns).toBeUndefined()
		expect(await rowOf(rosa)).toBeUndefined()
	})
})

describe('an answer comes to its end', () => {
	it('when it takes too long: what was said stands as cut, else it failed', async () => {
		const hasty = replicas.replica({ answerLimitMs: 1 })
		const silent = await ask(newId(), hasty)
		expect(await code(wholeAnswer(silent))).toBe('answer_late')
		const begun = await ask(newId(), replicas.replica({ answerLimitMs: 1, speaker: sayAndWait }))
		expect(await wholeAnswer(begun)).toMatchObject({ reply: 'Uno. ', cut: true })
	})

	it('when it says more than any answer may', async () => {
		const answer = await ask()
		for (let i = 0; i < 600; i++) speech().say('Sí. ')
		expect(await wholeAnswer(answer)).toMatchObject({ cut: true, reply: 'Sí. '.repeat(500) })
	})

	it('when the person signs out', async () => {
		const answer = await ask()
		await replicas.own.pool.query('delete from auth.sessions where id = $1', [rosa.sessionId])
		speech().say('Uno.')
		speech().end()
		expect(await code(wholeAnswer(answer))).toBe('not_authenticated')
		expect((await stateOf(rosa)).turns).toBeUndefined()
	})

	it('when the speaker has nothing to say', async () => {
		const answer = await ask()
		speech().end()
		expect(await code(wholeAnswer(answer))).toBe('internal')
		expect((await stateOf(rosa)).turns).toBeUndefined()
	})

	it('when the account is deleted', async () => {
		const answer = await ask()
		await replicas.own.pool.query('delete from auth.users where id = $1', [rosa.userId])
		await here.answers.beat()
		expect(speech().signal.aborted).toBe(true)
		expect(await code(wholeAnswer(answer))).toBe('answer_not_found')
	})

	it('when the server stops, after some patience; nothing new is begun', async () => {
		const leaving = replicas.replica()
		const answer = await ask(newId(), leaving)
		speech().say('Uno. ')
		await leaving.answers.drain()
		expect(await code(wholeAnswer(answer))).toBe('answer_interrupted')
		expect(await code(wholeAnswer(await takeUpAnswer(there, rosa, await idOf(answer))))).toBe('answer_interrupted')
		expect(await code(ask(newId(), leaving))).toBe('answer_interrupted')
	})

	it('after ten minutes, whatever became of it', async () => {
		const answer = await ask()
		await replicas.own.pool.query("update public.assistant_answers set expires_at = now() - interval '1 second'")
		expect(await code(takeUpAnswer(there, rosa, await idOf(answer)))).toBe('answer_not_found')
		await there.answers.removeExpired()
		expect(await rowOf(rosa)).toBeUndefined()
	})
})

const sayAndWait: TestSpeaker['speak'] = (_, release) => {
	release('Uno. ')
	return new Promise(() => {})
}

describe('the plan FREE', () => {
	let free: SignedIn
	beforeEach(async () => {
		free = await replicas.person('FREE')
	})
	const answered = async (requestId = newId()) => {
		const answer = await ask(requestId, here, free)
		speech().say('Sí.')
		speech().end()
		return wholeAnswer(answer)
	}

	it('ends after three answers a day, with or without a model', async () => {
		const guide = replicas.replica({ speaker: undefined })
		await answered()
		await answered()
		await ask(newId(), guide, free)
		expect(await code(ask(newId(), here, free))).toBe('limit_reached')
		expect(await code(ask(newId(), guide, free))).toBe('limit_reached')
		expect((await stateOf(free)).turns).toHaveLength(3)
	})

	it('counts the same request once, before and after its end', async () => {
		const requestId = newId()
		await answered()
		await answered()
		const answer = await ask(requestId, here, free)
		await ask(requestId, there, free)
		speech().say('Sí.')
		speech().end()
		await wholeAnswer(answer)
		expect(await wholeAnswer(await ask(requestId, there, free))).toMatchObject({ reply: 'Sí.' })
	})

	it('does not count what failed, was empty or was stopped before a word', async () => {
		for (let times = 0; times < 4; times++) {
			const answer = await ask(newId(), here, free)
			if (times % 2 === 0) speech().fail(new FunctionError('internal'))
			else await stopAnswer(here, free, await idOf(answer))
			await readEvents(answer)
			expect(await code(ask(newId(), here, free, '¿?'))).toBe('empty_message')
		}
		expect((await answered()).reply).toBe('Sí.')
	})

	it('does not count a question twice whose process died', async () => {
		const requestId = newId()
		await answered()
		await answered()
		await ask(requestId, here, free)
		await replicas.own.pool.query('update public.assistant_answers set touched_at = now() - make_interval(mins => 1)')
		await answered(requestId)
	})

	it('is never asked about on the other plan', async () => {
		const unlimited = await replicas.person('UNLIMITED')
		for (let times = 0; times < 5; times++) {
			const answer = await ask(newId(), here, unlimited)
			speech().say('Sí.')
			speech().end()
			await wholeAnswer(answer)
		}
	})
})

it('neither questions nor answers reach the log', async () => {
	const answer = await ask(newId(), here, rosa, `${message} secretísima`)
	speech().say('Respuesta secretísima.')
	await stopAnswer(here, rosa, await idOf(answer))
	const failing = await ask(newId(), here, rosa, 'como pido asilo secretísima')
	speech().fail(new Error('broken'))
	await readEvents(failing)
	expect(replicas.logged()).toContain('broken')
	expect(replicas.logged()).not.toMatch(/secret[ií]sima/)
})
