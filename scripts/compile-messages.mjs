// Compiles app/i18n/*.json into app/i18n/generated, one module per message, so that a page loads only its own texts.
// The language is decided in app/i18n/language.ts; the compiler's own runtime is replaced.
import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'

const root = join(import.meta.dirname, '..')

/**
 * Compiler settings, also for the development server's plugin.
 * @type {import('@inlang/paraglide-js').CompilerOptions}
 */
export const messageCompiler = {
	project: join(root, 'project.inlang'),
	outdir: join(root, 'app/i18n/generated'),
	strategy: ['baseLocale'],
	outputStructure: 'message-modules',
	disableAsyncLocalStorage: true,
	emitReadme: false,
	emitPrettierIgnore: false,
	additionalFiles: { 'runtime.js': "export * from '../runtime.ts'\n" },
}

if (import.meta.main) await compile(messageCompiler)
