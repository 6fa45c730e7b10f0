import { beforeEach, expect, test } from 'vitest'
import { forgetPersonalTraces, inThisTab, personalKey } from './device-storage.ts'
import { rememberWantedPlace, takeSignInReason, takeWantedPlace } from './wanted-place.ts'

const site = 'https://faro.example'
beforeEach(forgetPersonalTraces)

test('path and query are remembered, and given back once', () => {
	rememberWantedPlace(`${site}/saved-chats?categoria=asilo#x`, 'visitor')
	expect(takeWantedPlace()).toBe('/saved-chats?categoria=asilo')
	expect(takeWantedPlace()).toBe('/chat')
})

test('the reason is told once, and not at all when the person came by themselves', () => {
	expect(takeSignInReason()).toBeNull()
	rememberWantedPlace(`${site}/chat`, 'ended')
	expect(takeSignInReason()).toBe('ended')
	expect(takeSignInReason()).toBeNull()
})

test('who signs in is not told the reason afterwards', () => {
	rememberWantedPlace(`${site}/chat`, 'visitor')
	takeWantedPlace()
	expect(takeSignInReason()).toBeNull()
})

test('the sign-in page itself is not remembered', () => {
	rememberWantedPlace(`${site}/login`, 'ended')
	expect(takeWantedPlace()).toBe('/chat')
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('%s in the storage leads nowhere', (place) => {
	inThisTab().setItem(personalKey('wanted-place'), place)
	expect(takeWantedPlace()).toBe('/chat')
})

test('a reason nobody knows is none', () => {
	inThisTab().setItem(personalKey('sign-in-reason'), 'constructor')
	expect(takeSignInReason()).toBeNull()
})
