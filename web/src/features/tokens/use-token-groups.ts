import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/catalogue'
import { call } from '../../lib/api/call.ts'
import { useSelf } from '../../lib/api/self.ts'

/** The groups a person may give a token, and the one their tokens are in when they name none. */
export function useTokenGroups() {
  const self = useSelf()
  const groups = useQuery({
    queryKey: ['own groups'],
    queryFn: () => call(catalogueApi.ownGroups),
    staleTime: 60_000,
  })
  const ownGroup = self.data?.group ?? ''
  const usable = groups.data ?? {}
  return {
    usable,
    ownGroup,
    isPending: groups.isPending,
    /** What stands for a token's group: its own, or its owner's where it has none. */
    of(group: string): { name: string; ratio: number | undefined } {
      const name = group || ownGroup
      return { name, ratio: Object.hasOwn(usable, name) ? usable[name]?.ratio : undefined }
    },
  }
}
export type TokenGroups = ReturnType<typeof useTokenGroups>
