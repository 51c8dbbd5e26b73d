import { useQuery } from '@tanstack/react-query'
import { type PricedModel, pricingApi } from '@turnpike/contract/money/pricing'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { useMemo } from 'react'
import { call } from '../../../lib/api/call.ts'
import { useOwnGroup } from '../../../lib/api/organisations.ts'
import { session } from '../../../lib/session/session.ts'
import { type Mode, modes } from '../messages/message.ts'

/** The model that a newcomer meets first, where it is served. */
const preferredModel = 'turnpike-pro'

const endpointOf = { chat: 'openai', image: 'images', speech: 'speech', transcription: 'transcriptions' } as const

/** What a model does here; one that the price list does not describe is taken for a chat model. */
export function modesOf(model: PricedModel | undefined): Mode[] {
  const types = model?.supported_endpoint_types ?? []
  const found = modes.filter((mode) => types.includes(endpointOf[mode]))
  return found.length > 0 ? found : ['chat']
}

/** The mode of a model's requests: the preferred one if the model supports it, else its first one. */
export const modeFor = (model: PricedModel | undefined, preferred: string): Mode => {
  const possible = modesOf(model)
  return possible.find((mode) => mode === preferred) ?? possible[0] ?? 'chat'
}

/** The model of a first visit: the product's own if it is served, else the first that chats, else the first. */
export const firstModel = (names: readonly string[], chats: (name: string) => boolean): string =>
  names.find((name) => name === preferredModel) ?? names.find(chats) ?? names[0] ?? ''

/** The models that can be called in a group, with their prices. */
export function useModels(group: string) {
  const user = session.use()
  const names = useQuery({
    queryKey: ['playground', 'models', user?.id, group],
    queryFn: () => call(catalogueApi.ownModels, { query: { group } }),
    staleTime: 60_000,
  })
  const pricing = useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
  })
  const groups = useQuery({
    queryKey: ['own groups'],
    queryFn: () => call(catalogueApi.ownGroups),
    staleTime: 60_000,
  })
  const isPending = names.isPending || pricing.isPending
  const ownGroup = useOwnGroup()
  return useMemo(() => {
    const priced = new Map((pricing.data?.data ?? []).map((model) => [model.model_name, model]))
    const list = names.data ?? []
    const first = firstModel(list, (name) => modesOf(priced.get(name)).includes('chat'))
    return { isPending, error: names.error, list, priced, groups: groups.data ?? {}, ownGroup, first }
  }, [isPending, names.error, names.data, pricing.data, groups.data, ownGroup])
}
export type Models = ReturnType<typeof useModels>
