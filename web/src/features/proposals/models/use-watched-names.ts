import { useQuery } from '@tanstack/react-query'
import { pageSizeMax } from '@turnpike/contract/page-sizes'
import { modelListApi } from '@turnpike/contract/routing/model-lists'
import { call } from '../../../lib/api/call.ts'
import { modelListsKey } from './use-model-proposals.ts'

/** The channels whose model lists are watched, for a filter: the first hundred. */
export function useWatchedNames(): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: [modelListsKey, 'channels', 'names'],
    queryFn: () => call(modelListApi.channels, { query: { p: 1, page_size: pageSizeMax } }),
    staleTime: 60_000,
  })
  return (data?.items ?? []).map(({ channel_id, channel_name }) => ({ value: String(channel_id), label: channel_name }))
}
