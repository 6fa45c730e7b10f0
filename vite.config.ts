import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { guideBook } from './scripts/guide-book.ts'
import { helpBook } from './scripts/help-book.ts'

// What every page loads anyway travels in two files: fewer requests on a slow line, and they compress better together.
// The frame takes only its own texts and parts; what a single page uses stays with that page.
const framework = /node_modules\/(react|react-dom|react-router|scheduler)\//
const frame =
	/app\/(root|product|routes\/layout|features\/frame\/|backend\/(stored-session|device-storage|display-name)|i18n\/(language|runtime|generated\/messages\/frame_)|ui\/(?!drawings|dialog|accordion|skeleton|visually|.*field))/

export default defineConfig(async ({ command }) => ({
	plugins: [
		tailwindcss(),
		guideBook(import.meta.dirname),
		helpBook(import.meta.dirname),
		reactRouter(),
		command === 'serve' && (await textsWhileDeveloping()),
	],
	build: {
		// A file inside a data address would need a looser Content-Security-Policy.
		assetsInlineLimit: 0,
	},
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: {
						codeSplitting: {
							groups: [
								{ name: 'framework', test: framework },
								{ name: 'frame', test: frame },
							],
						},
					},
				},
			},
		},
	},
}))

/** Compiles the texts again whenever they change; a build has compiled them before. */
async function textsWhileDeveloping() {
	const [{ paraglideVitePlugin }, { messageCompiler }] = await Promise.all([
		import('@inlang/paraglide-js'),
		import('./scripts/compile-messages.mjs'),
	])
	return paraglideVitePlugin(messageCompiler)
}
