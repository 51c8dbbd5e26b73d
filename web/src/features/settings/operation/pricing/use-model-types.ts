import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { call } from '../../../../lib/api/call.ts'

const typesOf = (models: Record<string, string[]>): ReadonlyMap<string, number> =>
  // The first type that lists a model is usually its vendor, so it is written last and wins.
  new Map(
    Object.entries(models)
      .reverse()
      .flatMap(([type, names]) => names.map((name) => [name, Number(type)] as const)),
  )

/** Which channel type usually serves a model, for the tile in front of its name. */
export const useModelTypes = () =>
  useQuery({
    queryKey: ['catalogue', 'models by type'],
    queryFn: () => call(catalogueApi.modelsByType),
    select: typesOf,
    staleTime: 60_000,
  })
