import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { publicConfig } from './public-config.ts'

const mail = { SMTP_URL: 'smtp://faro:geheim@mail.example.org', MAIL_FROM: 'hola@example.org' }
const twilio = {
	TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
	TWILIO_AUTH_TOKEN: 'geheim-geheim-geheim',
	TWILIO_FROM: '+13055550100',
}

it('the browser learns which providers there are and nothing else of them', () => {
	const told = publicConfig(readConfig({ ...mail, ...twilio, AUTH_CONFIRM_EMAIL: 'true' }))
	expect(told).toMatchObject({ providers: { mail: true, sms: true }, confirmEmail: true })
	expect(JSON.stringify(told)).not.toMatch(/geheim|example\.org|AC000|13055550100/)
})

it('the console of a machine of one’s own is no provider', () => {
	expect(publicConfig(readConfig({}))).toMatchObject({ providers: { mail: false, sms: false }, confirmEmail: false })
})

it('the browser learns whether this installation has a voice and ears, and not whose', () => {
	const told = publicConfig(readConfig({ ELEVENLABS_API_KEY: 'geheim-geheim', ELEVENLABS_VOICE_ID: 'ownVoice0001' }))
	expect(told).toMatchObject({ providers: { ai: false, speech: true, transcription: true } })
	expect(JSON.stringify(told)).not.toMatch(/geheim|ownVoice|eleven/)
	expect(publicConfig(readConfig({}))).toMatchObject({ providers: { speech: false, transcription: false } })
	const ears = { OPENAI_BASE_URL: 'http://localhost:8000/v1', OPENAI_TRANSCRIBE_MODEL: 'whisper' }
	expect(publicConfig(readConfig(ears))).toMatchObject({ providers: { speech: false, transcription: true } })
})
