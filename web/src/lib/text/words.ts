import { language } from '../browser/preferences.ts'
import { translated } from './translated.ts'

/** A text in both languages. A text without a translation does not compile. */
export type Words = readonly [en: string, zh: string]

/** Returns a function that gives a text in the reader's language. */
export function useWords(): (words: Words) => string {
  const spoken = language.use()
  return ([en, zh]) => translated(spoken === 'zh' ? zh : en)
}
