import {
  type ChannelFilter,
  type ChannelSort,
  channelHealths,
  channelSorts,
  statusOfWord,
} from '@turnpike/contract/routing/channel'
import { useSearchParams } from 'react-router'
import { addressOfFilters } from '../../../lib/address/address-filters.ts'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { stored } from '../../../lib/browser/stored.ts'

const filterNames = ['keyword', 'model', 'group', 'status', 'health', 'type'] as const
type Filters = Record<(typeof filterNames)[number], string>

/** The column that the list is sorted by. */
export type Sort = { by: ChannelSort; order: 'asc' | 'desc' }

const newestFirst: Sort = { by: 'id', order: 'desc' }
const isNewestFirst = (sort: Sort | undefined) => sort?.by === 'id' && sort.order === 'desc'

/** Clients of this family use the same key. */
const rememberedSort = stored<boolean>('id-sort', (text) => text === 'true')

/** The filters, the order and the tag mode of the list, all in the address; sorting by id is stored in the browser too. */
export function useChannelView() {
  const { filters, set, clear } = useFilters(filterNames)
  const [params, setParams] = useSearchParams()
  const remembered = rememberedSort.use()
  const known = knownFilters(filters)
  const given = params.get('id_sort')
  const sort = sortOf(params) ?? ((given === null ? remembered : given === 'true') ? newestFirst : undefined)
  const change = (changes: Record<string, string>) =>
    setParams((now) => addressOfFilters(now, changes), { preventScrollReset: true })
  const setIdSorted = (on: boolean) => {
    rememberedSort.set(on)
    change({ id_sort: on ? 'true' : '', sort: '', order: '' })
  }
  return {
    filters: known,
    /** The same as the server takes them; absent where nothing is filtered. */
    query: queryOf(known),
    /** How many filters are on. */
    filterCount: filterNames.filter((name) => known[name]).length,
    setFilter: set,
    clearFilters: clear,
    sort,
    /** Undefined restores the usual order. The order by id, highest first, is stored in the browser. */
    setSort(next: Sort | undefined) {
      if (isNewestFirst(next)) return setIdSorted(true)
      if (!next && sort?.by === 'id') return setIdSorted(false)
      change({ sort: next?.by ?? '', order: next?.order ?? '', id_sort: '' })
    },
    isIdSorted: isNewestFirst(sort),
    setIdSorted,
    isTagMode: params.get('tag_mode') === 'true',
    setTagMode: (on: boolean) => change({ tag_mode: on ? 'true' : '' }),
    openTags: new Set(params.getAll('open')) as ReadonlySet<string>,
    toggleTag: (tag: string) =>
      setParams((now) => withTagToggled(now, tag), { preventScrollReset: true, replace: true }),
  }
}

export type ChannelView = ReturnType<typeof useChannelView>

/** A link may hold a word that no filter knows; the server would refuse it. */
const knownFilters = (filters: Filters): Filters => ({
  ...filters,
  status: filters.status in statusOfWord ? filters.status : '',
  health: channelHealths.some((health) => health === filters.health) ? filters.health : '',
  type: /^\d{1,9}$/.test(filters.type) ? filters.type : '',
})

/** A blank filter is absent. */
function queryOf({ keyword, model, group, status, health, type }: Filters): ChannelFilter {
  return {
    keyword: keyword.trim() || undefined,
    model: model.trim() || undefined,
    group: group || undefined,
    status: (status || undefined) as ChannelFilter['status'], // one of the words, as checked above
    health: (health || undefined) as ChannelFilter['health'],
    type: type ? Number(type) : undefined,
  }
}

function sortOf(params: URLSearchParams): Sort | undefined {
  const by = channelSorts.find((sort) => sort === params.get('sort'))
  return by && { by, order: params.get('order') === 'asc' ? 'asc' : 'desc' }
}

function withTagToggled(params: URLSearchParams, tag: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (next.has('open', tag)) next.delete('open', tag)
  else next.append('open', tag)
  return next
}
