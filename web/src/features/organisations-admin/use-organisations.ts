import { useQuery } from '@tanstack/react-query'
import { type AdminOrg, orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { useListChange, usePageQuery } from '../../components/list-page/use-page-query.ts'
import { call } from '../../lib/api/call.ts'

/** Every query about organisations has a key under this one, so that a change of one loads them all again. */
export const listName = 'all organisations'

export const orgFilterNames = ['keyword', 'state', 'sort', 'order'] as const
/** In the address; an empty text is absent. */
export type OrgFilters = Record<(typeof orgFilterNames)[number], string>

export const paramsOf = ({ id }: Pick<AdminOrg, 'id'>) => ({ id: String(id) })

/** One page of the organisations that match, newest first unless they are sorted. */
export const useOrganisations = ({ keyword: typed, ...others }: OrgFilters) => {
  const filters = { keyword: typed.trim(), ...others }
  return usePageQuery([listName, 'list', ...Object.values(filters)], (range) =>
    call(orgAdminApi.list, { query: { ...range, ...filters } }),
  )
}

export const loadOrganisation = (id: string): Promise<AdminOrg> => call(orgAdminApi.get, { params: { id } })

/** One organisation; the row of the list is shown until the response arrives. */
export const useOrganisation = (known: AdminOrg) =>
  useQuery({
    queryKey: [listName, 'one', known.id],
    queryFn: () => loadOrganisation(String(known.id)),
    placeholderData: known,
  })

export const useGroups = () =>
  useQuery({ queryKey: ['catalogue', 'groups'], queryFn: () => call(catalogueApi.groups), staleTime: 60_000 })

type Update = Parameters<typeof call<typeof orgAdminApi.update>>[1]['body']

export const useUpdateOrganisation = (org: AdminOrg, onDone: () => void, onError?: (error: Error) => void) =>
  useListChange(listName, (body: Update) => call(orgAdminApi.update, { params: paramsOf(org), body }), {
    onDone,
    ...(onError && { onError }),
  })
