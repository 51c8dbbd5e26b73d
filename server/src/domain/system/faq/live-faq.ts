import type { ResultOf } from '@turnpike/contract/endpoint'
import type { FaqEntry, faqApi } from '@turnpike/contract/system/faq'
import type { Store } from '../../../store/store.ts'
import { rowRevision } from '../audit/row-revision.ts'
import { readFaq, readLastFaqId } from './faq.queries.ts'

export type Faq = ResultOf<typeof faqApi.list>
/** The questions in memory: the page, the status and the content policy read them without a query. */
export type LiveFaq = { current(): Faq; reload(): Promise<void> }

export const faqOf = (entries: FaqEntry[]): Faq => ({ data: entries, revision: rowRevision(entries) })

export async function loadFaq(store: Store): Promise<LiveFaq> {
  let last: number | undefined
  let faq = faqOf([])
  const reload = async () => {
    // Channels and options change often, and questions rarely.
    const now = await readLastFaqId(store)
    if (now !== last) faq = faqOf(await readFaq(store))
    last = now
  }
  await reload()
  return { current: () => faq, reload }
}
