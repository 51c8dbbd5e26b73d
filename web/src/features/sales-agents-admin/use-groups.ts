import { useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { call } from '../../lib/api/call.ts'

export const useGroups = () =>
  useQuery({ queryKey: ['catalogue', 'groups'], queryFn: () => call(catalogueApi.groups), staleTime: 60_000 })
