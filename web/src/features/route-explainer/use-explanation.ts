import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { tokenApi } from '@turnpike/contract/identity/token'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { type RoutePath, routeExplainApi, routePaths } from '@turnpike/contract/routing/route-explain'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { call } from '../../lib/api/call.ts'

/** The request in the address; absent parts are empty. */
export type RouteRequest = Record<(typeof requestParts)[number], string>
export const requestParts = ['token_id', 'user_id', 'group', 'model', 'path', 'prompt_tokens', 'channel_id'] as const

export const isRoutePath = (path: string): path is RoutePath => routePaths.some((each) => each === path)
export const usualPath: RoutePath = '/v1/chat/completions'
export const usualTokens = 1000

const idOf = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** Never cached: an explanation holds only for its moment. */
export const useExplanation = (request: RouteRequest) =>
  useQuery({
    queryKey: ['route', request],
    queryFn: () =>
      call(routeExplainApi.explain, {
        body: {
          token_id: idOf(request.token_id),
          user_id: idOf(request.user_id),
          channel_id: idOf(request.channel_id),
          group: request.group || undefined,
          model: request.model,
          path: isRoutePath(request.path) ? request.path : usualPath,
          prompt_tokens: /^\d{1,8}$/.test(request.prompt_tokens) ? Number(request.prompt_tokens) : usualTokens,
        },
      }),
    enabled: request.model !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

async function servedModels(): Promise<string[]> {
  const [served, virtual] = await Promise.all([call(virtualModelApi.choices), call(virtualModelApi.list)])
  return [...new Set([...served.map(({ model }) => model), ...virtual.map(({ name }) => name)])].sort()
}

/** Names to choose from: what channels and virtual models serve for administrators, the callable ones for others. */
export const useModelNames = (isAdmin: boolean) =>
  useQuery({
    queryKey: ['route', 'models', isAdmin],
    queryFn: () => (isAdmin ? servedModels() : call(catalogueApi.ownModels, { query: { group: undefined } })),
    staleTime: 60_000,
  })

export const useGroupNames = (isAdmin: boolean) =>
  useQuery({
    queryKey: ['route', 'groups', isAdmin],
    queryFn: async () => (isAdmin ? call(catalogueApi.groups) : Object.keys(await call(catalogueApi.ownGroups))),
    staleTime: 60_000,
    enabled: isAdmin,
  })

/** The newest hundred of the user's own tokens, whatever their status. */
export const useOwnTokens = () =>
  useQuery({
    queryKey: ['tokens', 'route'],
    queryFn: async () => (await call(tokenApi.list, { query: { p: 0, size: 100 } })).data,
    staleTime: 10_000,
  })
