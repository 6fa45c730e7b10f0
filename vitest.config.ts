import { defineConfig } from 'vitest/config'

export default defineConfig({
	test: {
		include: ['{app,contracts,server,scripts,bench}/**/*.test.ts'],
		globalSetup: 'server/testing/global-setup.ts',
		// Real processes and real databases on a busy machine: generous, because nothing here waits for a time to pass.
		testTimeout: 120_000,
		hookTimeout: 120_000,
		teardownTimeout: 60_000,
		expect: { poll: { timeout: 30_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
})
