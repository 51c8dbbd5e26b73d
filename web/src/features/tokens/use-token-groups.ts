import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { call } from '../../lib/api/call.ts'
import { useOwnGroup } from '../../lib/api/organisations.ts'

/** The groups that a person may choose for a token, and the person's own group, which is the default. */
export function useTokenGroups() {
  const groups = useQuery({
    queryKey: ['own groups'],
    queryFn: () => call(catalogueApi.ownGroups),
    staleTime: 60_000,
  })
  const ownGroup = useOwnGroup()
  const usable = groups.data ?? {}
  return {
    usable,
    ownGroup,
    isPending: groups.isPending,
    /** The group of a token: its own, or the owner's where it has none. */
    of(group: string): { name: string; ratio: number | undefined } {
      const name = group || ownGroup
      return { name, ratio: Object.hasOwn(usable, name) ? usable[name]?.ratio : undefined }
    },
  }
}
export type TokenGroups = ReturnType<typeof useTokenGroups>
