import type { FaqEntry } from '@turnpike/contract/system/faq'
import type { Store } from '../../../store/store.ts'

export const readFaq = (store: Store): Promise<FaqEntry[]> =>
  store
    .selectFrom('faq_entries')
    .select(['question', 'answer', 'question_zh', 'answer_zh'])
    .orderBy('sort_order')
    .execute()

/** Differs after every save: rows are never edited, and ids never used again. */
export async function readLastFaqId(store: Store): Promise<number> {
  const { last } = await store
    .selectFrom('faq_entries')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export async function replaceFaq(transaction: Store, entries: readonly FaqEntry[]): Promise<void> {
  await transaction.deleteFrom('faq_entries').execute()
  if (entries.length === 0) return
  const rows = entries.map((entry, sort_order) => ({ ...entry, sort_order }))
  await transaction.insertInto('faq_entries').values(rows).execute()
}
