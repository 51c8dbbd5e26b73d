import { useQuery } from '@tanstack/react-query'
import type { InputOf } from '@turnpike/contract/endpoint'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { modelListApi, type WatchSetting } from '@turnpike/contract/routing/model-lists'
import { useListChange, usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'
import { modelListsKey } from '../models/use-model-proposals.ts'

/** Rows of the table have an `id`. */
export const useWatchedChannels = (keyword: string) =>
  usePageQuery([modelListsKey, 'channels', keyword], async (range) => {
    const page = await call(modelListApi.channels, { query: { ...range, keyword: keyword || undefined } })
    return { ...page, items: page.items.map((row) => ({ ...row, id: row.channel_id })) }
  })
export type WatchedRow = NonNullable<ReturnType<typeof useWatchedChannels>['data']>['items'][number]

export const useSettingForAll = () =>
  useQuery({ queryKey: [modelListsKey, 'setting'], queryFn: () => call(modelListApi.setting) })

export const useIgnored = () =>
  useQuery({
    queryKey: [modelListsKey, 'ignored'],
    queryFn: () => call(modelListApi.ignored, { query: { p: 1, page_size: pageSizeMax } }),
  })

// After a change, everything about model lists is loaded again.
export const useSaveForAll = () =>
  useListChange(modelListsKey, (body: WatchSetting) => call(modelListApi.saveSetting, { body }))

type ChannelSettings = InputOf<typeof modelListApi.saveChannels>['body']
export const useSaveChannels = () =>
  useListChange(modelListsKey, (body: ChannelSettings) => call(modelListApi.saveChannels, { body }))

export const useReadList = () =>
  useListChange(modelListsKey, (body: { channel_id: number; accept_shrunk?: boolean }) =>
    call(modelListApi.read, { body }),
  )

export const useRemoveIgnored = () =>
  useListChange(modelListsKey, (id: number) => call(modelListApi.removeIgnored, { params: { id: String(id) } }))
