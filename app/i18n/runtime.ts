// What the compiled messages ask for. It stands in for the compiler's own runtime, whose ways of finding a language are
// not used here and would be the largest part of the frame.
export { getLanguage as getLocale } from './language.ts'

export const experimentalStaticLocale = undefined

export type LocalizedString = string
export type MessageMetadata<_Inputs, _Options, _Markup> = unknown
