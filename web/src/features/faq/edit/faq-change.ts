import type { FaqEntry } from '@turnpike/contract/system/faq'

/**
 * A change of one entry: without `before` it is added, without `after` deleted, and with `at` moved. It names the entry by its
 * texts, so that it can be made again in the list that somebody else has saved meanwhile.
 */
export type FaqChange = { before?: FaqEntry | undefined; after?: FaqEntry; at?: number }

const members = ['question', 'answer', 'question_zh', 'answer_zh'] as const
const isSame = (one: FaqEntry, other: FaqEntry) => members.every((member) => one[member] === other[member])

/** The list with a change; undefined if it has no such entry any more. */
export function changedFaq(entries: readonly FaqEntry[], { before, after, at }: FaqChange): FaqEntry[] | undefined {
  const index = before ? entries.findIndex((entry) => isSame(entry, before)) : entries.length
  if (index < 0) return undefined
  const others = entries.filter((_, place) => place !== index)
  return after ? others.toSpliced(at ?? index, 0, after) : others
}
