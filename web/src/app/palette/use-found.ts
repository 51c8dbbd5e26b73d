import { useQuery } from '@tanstack/react-query'
import { tokenApi } from '@turnpike/contract/identity/token'
import { role } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { channelApi } from '@turnpike/contract/routing/channel'
import { Boxes, type LucideIcon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { matchWords } from '../../lib/search/match-words.ts'
import { session } from '../../lib/session/session.ts'
import { sideIcons } from '../layout/side/side-menu.tsx'
import { pages } from '../routes.tsx'
import type { Command } from './command.ts'
import type { Known } from './sentence/sentence-links.ts'

const shownMax = 5
const fresh = 30_000

type Named<Id = number> = { id: Id; name: string; hint?: string; to: string }

const icons = {
  channels: sideIcons.channels,
  users: sideIcons.users,
  tokens: sideIcons.tokens,
  models: Boxes,
} satisfies Record<string, LucideIcon>
/** The page of a model, or its row in the list of prices. */
const modelPath = pages.has('/model') ? '/model?name=' : '/pricing?model='

export const nothingKnown: Known = { channels: [], users: [], models: [] }

/** Channels, users, tokens and models whose name or id matches; each kind is requested once per pause in typing. */
export function useFound(keyword: string): { commands: Command[]; known: Known; isSearching: boolean } {
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
    .map(({ name }): Named<string> => ({ id: name, name, to: modelPath + encodeURIComponent(name) }))

  const commandsOf = (group: keyof typeof icons, found: readonly Named<number | string>[] = []): Command[] =>
    found.map(({ id, name, hint, to }) => ({
      id: `${group}:${id}`,
      group,
      icon: icons[group],
      label: name,
      also: [],
      ...(hint !== undefined && { hint }),
      run: () => void navigate(to),
    }))
  if (!isSearched) return { commands: [], known: nothingKnown, isSearching: false }
  return {
    commands: [
      ...commandsOf('channels', channels.data),
      ...commandsOf('users', users.data),
      ...commandsOf('tokens', tokens.data),
      ...commandsOf('models', matching),
    ],
    known: { channels: channels.data ?? [], users: users.data ?? [], models: matching.map(({ name }) => name) },
    isSearching: [channels, users, tokens, models].some(({ isFetching, data }) => isFetching && data === undefined),
  }
}
