import { useQuery } from '@tanstack/react-query'
import { tokenApi } from '@turnpike/contract/identity/token'
import { role } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { channelApi } from '@turnpike/contract/routing/channel'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { session } from '../../lib/session/session.ts'
import { matchWords } from './match-words.ts'
import type { Command, CommandGroup } from './use-commands.ts'

const shownMax = 5
const fresh = 30_000

type Named = { id: number | string; name: string; hint?: string; to: string }

/** Channels, users, tokens and models whose name or id matches; each kind is requested once per pause in typing. */
export function useFound(keyword: string): { commands: Command[]; isSearching: boolean } {
  const navigate = useNavigate()
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const isSearched = keyword !== ''
  const channels = useQuery({
    queryKey: ['palette', 'channels', keyword],
    queryFn: async () => {
      const query = { p: 0, page_size: shownMax, keyword }
      const { data } = await call(channelApi.search, { query })
      return data.map(({ id, name }): Named => ({ id, name, hint: `#${id}`, to: `/channel/edit/${id}` }))
    },
    enabled: isSearched && isAdmin,
    staleTime: fresh,
    retry: false,
  })
  const users = useQuery({
    queryKey: ['palette', 'users', keyword],
    queryFn: async () => {
      const { items } = await call(userAdminApi.search, { query: { p: 1, page_size: shownMax, keyword } })
      return items.map(({ id, username }): Named => ({ id, name: username, hint: `#${id}`, to: `/user/edit/${id}` }))
    },
    enabled: isSearched && isAdmin,
    staleTime: fresh,
    retry: false,
  })
  const tokens = useQuery({
    queryKey: ['palette', 'tokens', keyword],
    queryFn: async () => {
      const { data } = await call(tokenApi.search, { query: { p: 0, size: shownMax, keyword } })
      return data.map(
        ({ id, name }): Named => ({ id, name, hint: `#${id}`, to: `/token?keyword=${encodeURIComponent(name)}` }),
      )
    },
    enabled: isSearched,
    staleTime: fresh,
    retry: false,
  })
  // One response holds the prices of all models: it is loaded once and searched here.
  const models = useQuery({
    queryKey: ['palette', 'models'],
    queryFn: async () => (await call(pricingApi.list)).data.map(({ model_name }) => model_name),
    enabled: isSearched,
    staleTime: fresh,
    retry: false,
  })
  const matching = (models.data ?? [])
    .map((name) => ({ name, score: matchWords(keyword, [name]) }))
    .filter(({ score }) => score > 0)
    .sort((one, another) => another.score - one.score)
    .slice(0, shownMax)
    .map(({ name }): Named => ({ id: name, name, to: `/pricing?model=${encodeURIComponent(name)}` }))

  const commandsOf = (group: CommandGroup, found: readonly Named[] = []): Command[] =>
    found.map(({ id, name, hint, to }) => ({
      id: `${group}:${id}`,
      group,
      label: name,
      also: [],
      ...(hint !== undefined && { hint }),
      run: () => void navigate(to),
    }))
  if (!isSearched) return { commands: [], isSearching: false }
  return {
    commands: [
      ...commandsOf('channels', channels.data),
      ...commandsOf('users', users.data),
      ...commandsOf('tokens', tokens.data),
      ...commandsOf('models', matching),
    ],
    isSearching: [channels, users, tokens, models].some(({ isFetching, data }) => isFetching && data === undefined),
  }
}
