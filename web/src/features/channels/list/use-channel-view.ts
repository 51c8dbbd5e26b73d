import { useSearchParams } from 'react-router'
import { addressOfFilters } from '../../../lib/address/address-filters.ts'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { stored } from '../../../lib/browser/stored.ts'

const filterNames = ['keyword', 'model', 'group'] as const

/** Clients of this family use the same key. */
const rememberedSort = stored<boolean>('id-sort', (text) => text === 'true')

/** The filters, the order and the tag mode of the list, all in the address; the order is stored in the browser too. */
export function useChannelView() {
  const { filters, count, set, clear } = useFilters(filterNames)
  const [params, setParams] = useSearchParams()
  const remembered = rememberedSort.use()
  const asked = params.get('id_sort')
  const change = (name: string, on: boolean) =>
    setParams((now) => addressOfFilters(now, { [name]: on ? 'true' : '' }), { preventScrollReset: true })
  return {
    filters,
    /** How many filters are on. */
    filterCount: count,
    setFilter: set,
    clearFilters: clear,
    isIdSorted: asked === null ? remembered : asked === 'true',
    setIdSorted(on: boolean) {
      rememberedSort.set(on)
      change('id_sort', on)
    },
    isTagMode: params.get('tag_mode') === 'true',
    setTagMode: (on: boolean) => change('tag_mode', on),
    openTags: new Set(params.getAll('open')) as ReadonlySet<string>,
    toggleTag: (tag: string) =>
      setParams((now) => withTagToggled(now, tag), { preventScrollReset: true, replace: true }),
  }
}

export type ChannelView = ReturnType<typeof useChannelView>

function withTagToggled(params: URLSearchParams, tag: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (next.has('open', tag)) next.delete('open', tag)
  else next.append('open', tag)
  return next
}
