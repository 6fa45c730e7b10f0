import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/find-chromium.mjs'

export default defineConfig({
	testDir: 'e2e',
	testMatch: '*.spec.ts',
	forbidOnly: true,
	retries: 0,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	workers: 2,
	fullyParallel: true,
	reporter: [['list'], ['html', { open: 'never' }]],
	use: {
		// Set by the ready line of the server below.
		baseURL: process.env.E2E_URL,
		trace: 'retain-on-failure',
		locale: 'es-ES',
		timezoneId: 'America/New_York',
		launchOptions: {
			executablePath: findChromium(),
			args: chromiumFlags,
		},
	},
	projects: [
		{ name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } },
		{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
	],
	webServer: {
		command: 'node e2e/serve.mjs',
		wait: { stdout: /is ready: (?<e2e_url>http\S+)/ },
		timeout: 60_000,
		gracefulShutdown: { signal: 'SIGINT', timeout: 20_000 },
	},
})
