import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { type Channel, channelApi } from '@turnpike/contract/routing/channel'
import { useCallback } from 'react'
import { usePaging } from '../../../lib/address/use-paging.ts'
import { call } from '../../../lib/api/call.ts'
import { rowsOf, type TagRow } from './channel-rows.ts'
import type { ChannelView } from './use-channel-view.ts'

/** A page of the table, and how many channels there are in all. */
export function useChannels({ query, filterCount, sort, isTagMode, openTags }: ChannelView) {
  const { page, size } = usePaging()
  const order = { sort: sort?.by, order: sort?.order }
  // The server counts the pages of channels from 0.
  const pageQuery = { p: page - 1, page_size: size, ...order, tag_mode: isTagMode }
  return useQuery({
    queryKey: ['channels', 'page', pageQuery, query],
    queryFn: () =>
      filterCount > 0
        ? call(channelApi.search, { query: { ...pageQuery, ...query } })
        : call(channelApi.list, { query: pageQuery }),
    placeholderData: keepPreviousData,
    select: ({ data, total, counts }) => ({ items: rowsOf(data, isTagMode, openTags), total, counts }),
  })
}

/** A tag that the page of the table does not show. */
export async function loadTag(tag: string): Promise<TagRow | undefined> {
  const { data } = await call(channelApi.list, { query: { p: 0, page_size: pageSizeMax, tag_mode: true } })
  return rowsOf(data, true, new Set()).find((row): row is TagRow => row.kind === 'tag' && row.tag === tag)
}

/** A channel that the page of the table does not show. */
export const loadChannel = (id: string): Promise<Pick<Channel, 'id' | 'name'>> =>
  call(channelApi.get, { params: { id } })

/** Invalidates every query that shows channels; resolves once the visible ones are loaded again. */
export function useRefreshChannels() {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: ['channels'] }), [client])
}

export const useGroups = () =>
  useQuery({ queryKey: ['groups'], queryFn: () => call(catalogueApi.groups), staleTime: 60_000 })

export const useTags = () => useQuery({ queryKey: ['channels', 'tags'], queryFn: () => call(channelApi.tags) })

/** Every model known by name, each once. */
export const useKnownModels = () =>
  useQuery({
    queryKey: ['known-models'],
    queryFn: () => call(catalogueApi.knownModels),
    staleTime: 60_000,
    select: (models) => [...new Set(models.map(({ id }) => id))],
  })
