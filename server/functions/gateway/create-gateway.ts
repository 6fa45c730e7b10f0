// The parts of the gateway, made of the installation's secret and of whatever answers.
import type { Assistant } from '../../assistant/create-assistant.ts'
import type { Gates } from '../../assistant/gates/load-gates.ts'
import type { Speaker } from '../../assistant/speaker.ts'
import type { VisitorWords } from '../../demo/load-words.ts'
import { createVisitor } from '../../demo/visitor.ts'
import type { Site } from '../../site-help/load-site.ts'
import { createSiteConsider } from '../../site-help/site-helper.ts'
import { createDevices, type Devices } from './devices.ts'
import { createGatewayTokens, type GatewayTokens } from './gateway-tokens.ts'
import { createSpeak, type Speak } from './speak.ts'

export type Gateway = { tokens: GatewayTokens; devices: Devices; speak: Speak }

export type GatewayOrigins = {
	/** The first signs, all verify. */
	secrets: string[]
	publicUrl: string
	assistant: Assistant
	gates: Gates
	site: Site
	visitorWords: VisitorWords
	/** Undefined: the guide's own words stand. */
	speaker: Speaker | undefined
}

export function createGateway(origins: GatewayOrigins): Gateway {
	const { secrets, publicUrl, assistant, gates, site, visitorWords, speaker } = origins
	const visitor = createVisitor({ assistant, gates, words: visitorWords })
	const siteHelper = createSiteConsider({ assistant, gates, site })
	return {
		tokens: createGatewayTokens(secrets),
		devices: createDevices(secrets, publicUrl.startsWith('https:')),
		speak: createSpeak({ visitor, siteHelper, speaker }),
	}
}
