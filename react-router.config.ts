import type { Config } from '@react-router/dev/config'

// Pages are rendered at build time by scripts/prerender.mjs, once per language; nothing is rendered per request: a loader
// runs while pages are built and never again, and the browser knows all routes from the start.
export default {
	appDirectory: 'app',
	ssr: true,
	routeDiscovery: { mode: 'initial' },
	// On a slow line fewer files are better than files that load side by side.
	splitRouteModules: false,
} satisfies Config
