// GET /config.json: what the browser needs at run time, so that prerendered pages stay the same everywhere.
import type { Config } from '../config.ts'

export function publicConfig(config: Config) {
	return {
		anonKey: config.anonKey,
		providers: {
			ai: config.openai !== undefined,
			speech: config.openaiSpeech !== undefined || config.elevenLabs !== undefined,
			transcription: config.openaiTranscription !== undefined || config.elevenLabs !== undefined,
			sms: config.twilio !== undefined,
			mail: config.mail !== undefined,
			selling: false,
		},
		confirmEmail: config.confirmEmail,
		contactEmail: config.contactEmail ?? null,
		introVideoUrl: null,
		counter: 'simulated',
		testimonials: 'on',
	}
}
