import type { OptionValues } from '@turnpike/contract/options'

/** Finds blocked words in prompts. Built once per change of the list. */
export type WordFilter = { isActive: boolean; find(text: string): string | undefined }

type WordFilterOptions = Pick<
  OptionValues,
  'CheckSensitiveEnabled' | 'CheckSensitiveOnPromptEnabled' | 'SensitiveWords'
>

export function createWordFilter(options: WordFilterOptions): WordFilter {
  const words = options.SensitiveWords.filter((word) => word !== '')
  const isActive = options.CheckSensitiveEnabled && options.CheckSensitiveOnPromptEnabled && words.length > 0
  if (!isActive) return { isActive, find: () => undefined }
  const pattern = new RegExp(words.map((word) => RegExp.escape(word)).join('|'), 'iu')
  return { isActive, find: (text) => pattern.exec(text)?.[0] }
}
