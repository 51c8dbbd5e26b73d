import type { Words } from '@turnpike/contract/reference/operation'
import { language } from '../../lib/browser/preferences.ts'
import { translated } from '../../lib/text/translated.ts'

/** The text of a pair in the reader's language. */
export function useWords(): (words: Words) => string {
  const index = language.use() === 'zh' ? 1 : 0
  return (words) => translated(words[index])
}
