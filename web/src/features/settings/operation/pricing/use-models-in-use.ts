import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/catalogue'
import { channelApi, channelStatus } from '@turnpike/contract/channel'
import { call } from '../../../../lib/api/call.ts'

const modelsOf = async () => {
  // Every enabled channel counts, whatever the group; where there are more than one answer holds, the own models help.
  const [channels, own] = await Promise.all([
    call(channelApi.search, { query: {} }),
    call(catalogueApi.ownModels, { query: {} }),
  ])
  const served = channels.data
    .filter(({ status }) => status === channelStatus.enabled)
    .flatMap(({ models }) => models.split(','))
  return [...new Set([...served, ...own])].filter(Boolean).sort()
}

/** The models that people can ask for now. */
export const useModelsInUse = () =>
  useQuery({ queryKey: ['channels', 'models in use'], queryFn: modelsOf, staleTime: 60_000 })
