import { useState } from 'react'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { usePaging } from '../../../lib/address/use-paging.ts'
import { tokensText } from './tokens.text.ts'

/** The filters of the list. The name is in the address; the key is not, because addresses are stored and shared. */
export function useTokenFilters() {
  const t = tokensText.use()
  const { setPage } = usePaging()
  const { filters, set } = useFilters(['keyword'])
  const [key, setKey] = useState('')
  const { keyword } = filters

  function apply(next: { keyword?: string; key?: string }) {
    if (next.keyword !== undefined) set({ keyword: next.keyword })
    if (next.key !== undefined) setKey(next.key)
    if (next.keyword === undefined) setPage(1)
  }
  return {
    current: { keyword, key },
    apply,
    clear: () => apply({ keyword: '', key: '' }),
    /** "name contains “bot”", "key contains “9fQ2”" */
    words: [keyword && t('nameContains', { text: keyword }), key && t('keyContains', { text: key })],
  }
}
export type UsedTokenFilters = ReturnType<typeof useTokenFilters>
