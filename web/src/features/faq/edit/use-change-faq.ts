import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ResultOf } from '@turnpike/contract/endpoint'
import { faqApi } from '@turnpike/contract/system/faq'
import { CallError, call } from '../../../lib/api/call.ts'
import { faqKey } from '../use-faq.ts'
import { editText } from './edit.text.ts'
import { changedFaq, type FaqChange } from './faq-change.ts'

type Faq = ResultOf<typeof faqApi.list>

/** Saves the list with one entry changed. When somebody else has saved since, the same change is made in their list. */
export function useChangeFaq(onDone: (change: FaqChange) => void = () => {}) {
  const queries = useQueryClient()
  async function save({ data, revision }: Faq, change: FaqChange): Promise<Faq> {
    const entries = changedFaq(data, change)
    if (!entries) throw new Error(editText.get()('gone'))
    return call(faqApi.save, { body: { entries, seen_revision: revision } })
  }
  return useMutation({
    mutationFn: async (change: FaqChange) => {
      const shown = queries.getQueryData<Faq>(faqKey) ?? (await call(faqApi.list))
      try {
        return await save(shown, change)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') throw error
        return save(await call(faqApi.list), change)
      }
    },
    onSuccess: (faq, change) => {
      queries.setQueryData<Faq>(faqKey, faq)
      void queries.invalidateQueries({ queryKey: ['status'] }) // menus show the page from the first question on
      onDone(change)
    },
    onSettled(_, error) {
      if (error) void queries.invalidateQueries({ queryKey: faqKey })
    },
  })
}
