import { useSearchParams } from 'react-router'
import { pageSize } from '../browser/preferences.ts'
import { addressOfPage, pageAfterResize, pageOfAddress } from './paging.ts'

/** Page number from the address, rows per page from the stored preference, for every list of the console. */
export function usePaging() {
  const [params, setParams] = useSearchParams()
  const size = pageSize.use()
  const page = pageOfAddress(params)
  const setPage = (next: number) => setParams((now) => addressOfPage(now, next), { preventScrollReset: true })
  return {
    page,
    size,
    setPage,
    setSize(next: number) {
      pageSize.set(next)
      setPage(pageAfterResize(page, size, next))
    },
  }
}
