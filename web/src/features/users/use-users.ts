import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { catalogueApi } from '@turnpike/contract/catalogue'
import { peopleApi } from '@turnpike/contract/people'
import type { User } from '@turnpike/contract/user'
import { usePaging } from '../../lib/address/use-paging.ts'
import { call } from '../../lib/api/call.ts'

/** Everything about users is kept under `users`: whoever changes one makes all of it stale. */
const listKey = ['users', 'list']
const userKey = (id: number) => ['users', 'one', id]

/** One page of everyone, newest first, as far as they match. */
export function useUsers({ keyword, group }: { keyword: string; group: string }) {
  const { page, size } = usePaging()
  const range = { p: page, page_size: size }
  return useQuery({
    queryKey: [...listKey, page, size, keyword.trim(), group],
    queryFn: () =>
      keyword.trim() || group
        ? call(peopleApi.search, { query: { ...range, keyword: keyword.trim(), group } })
        : call(peopleApi.list, { query: range }),
    placeholderData: keepPreviousData,
  })
}

/** One user; what the list knows of them is shown until the answer is there. */
export const useUser = (id: number, known?: User) =>
  useQuery({
    queryKey: userKey(id),
    queryFn: () => call(peopleApi.get, { params: { id: String(id) } }),
    enabled: id > 0,
    ...(known && { placeholderData: known }),
  })

export const useGroups = () =>
  useQuery({ queryKey: ['catalogue', 'groups'], queryFn: () => call(catalogueApi.groups), staleTime: 60_000 })

/** Puts what the server answered about a user wherever that user is shown. */
export function showChange(queries: QueryClient, id: number, change: Partial<User>) {
  const changed = (user: User) => (user.id === id ? { ...user, ...change } : user)
  queries.setQueriesData<{ items: User[] }>(
    { queryKey: listKey },
    (page) => page && { ...page, items: page.items.map(changed) },
  )
  queries.setQueryData<User>(userKey(id), (user) => user && changed(user))
}
