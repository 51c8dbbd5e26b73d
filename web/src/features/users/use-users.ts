import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { User } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { usePageQuery } from '../../components/list-page/use-page-query.ts'
import { call } from '../../lib/api/call.ts'

/** Every query about users has a key under `users`, so that a change of one user invalidates them all. */
const listKey = ['users', 'list']
const userKey = (id: number) => ['users', 'one', id]

export const userFilterNames = ['keyword', 'group', 'role', 'state', 'sort', 'order'] as const
/** In the address; an empty text is absent. */
export type UserFilters = Record<(typeof userFilterNames)[number], string>

/** One page of the users that match, newest first unless they are sorted. */
export const useUsers = ({ keyword: typed, ...others }: UserFilters) => {
  const filters = { keyword: typed.trim(), ...others }
  return usePageQuery([...listKey, ...Object.values(filters)], (range) =>
    Object.values(filters).some(Boolean)
      ? call(userAdminApi.search, { query: { ...range, ...filters } })
      : call(userAdminApi.list, { query: range }),
  )
}

export const loadUser = (id: string): Promise<User> => call(userAdminApi.get, { params: { id } })

/** One user; the row of the list is shown until the response arrives. */
export const useUser = (id: number, known?: User) =>
  useQuery({
    queryKey: userKey(id),
    queryFn: () => loadUser(String(id)),
    enabled: id > 0,
    ...(known && { placeholderData: known }),
  })

export const useGroups = () =>
  useQuery({ queryKey: ['catalogue', 'groups'], queryFn: () => call(catalogueApi.groups), staleTime: 60_000 })

/** Writes the user that the server returned into every cached query that holds this user. */
export function showChange(queries: QueryClient, id: number, change: Partial<User>) {
  const changed = (user: User) => (user.id === id ? { ...user, ...change } : user)
  queries.setQueriesData<{ items: User[] }>(
    { queryKey: listKey },
    (page) => page && { ...page, items: page.items.map(changed) },
  )
  queries.setQueryData<User>(userKey(id), (user) => user && changed(user))
}
