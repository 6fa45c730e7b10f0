// Compiles app/i18n/*.json into app/i18n/generated, one module per message, so that a page loads only its own texts.
// The language is decided in app/i18n/language.ts; the compiler's own runtime is replaced.
import { compile } from '@inlang/paraglide-js'

/** Compiler settings, also for the development server's plugin. */
export const messageCompiler = {
	project: './project.inlang',
	outdir: './app/i18n/generated',
	strategy: ['baseLocale'],
	disableAsyncLocalStorage: true,
	emitReadme: false,
	emitPrettierIgnore: false,
	additionalFiles: { 'runtime.js': "export * from '../runtime.ts'\n" },
}

if (import.meta.main) await compile({ ...messageCompiler, cleanOutdir: true })
