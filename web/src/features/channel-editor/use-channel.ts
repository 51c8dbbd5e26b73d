import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { channelApi } from '@turnpike/contract/routing/channel'
import { type Capability, channelTypeApi } from '@turnpike/contract/routing/channel-capabilities'
import { call } from '../../lib/api/call.ts'

/** Every query about channels has a key under `channels`, so that a change of one channel invalidates them all. */
export const channelKey = (id: number) => ['channels', 'one', id]

export const useChannel = (id: number) =>
  useQuery({
    queryKey: channelKey(id),
    queryFn: () => call(channelApi.get, { params: { id: String(id) } }),
    enabled: id > 0,
  })

export const useTags = ({ enabled }: { enabled: boolean }) =>
  useQuery({ queryKey: ['channels', 'tags'], queryFn: () => call(channelApi.tags), enabled })

/** Catalogues change with a release or a setting; once a minute is often enough. */
const slow = { staleTime: 60_000 }

export const useGroups = () =>
  useQuery({ queryKey: ['catalogue', 'groups'], queryFn: () => call(catalogueApi.groups), ...slow })

export const useModelsByType = () =>
  useQuery({ queryKey: ['catalogue', 'models by type'], queryFn: () => call(catalogueApi.modelsByType), ...slow })

export const useKnownModels = () =>
  useQuery({
    queryKey: ['catalogue', 'known models'],
    queryFn: () => call(catalogueApi.knownModels),
    ...slow,
  })

export const useChannelTypes = () =>
  useQuery({
    queryKey: ['channel types'],
    queryFn: () => call(channelTypeApi.list),
    staleTime: Number.POSITIVE_INFINITY, // changes with the server's version alone
  })

/** The operations that channels of a type support; empty while unknown. */
export function useCapabilities(type: number): readonly Capability[] {
  const { data = [] } = useChannelTypes()
  return data.find((each) => each.type === type)?.capabilities ?? []
}
