import type { Token } from '@turnpike/contract/identity/token'
import { useConfiguredChats, useFillLink } from '../../components/chat-links/use-chat-links.ts'
import { useUsableTokens } from '../../lib/api/usable-tokens.ts'
import type { ChatLink } from '../../lib/chat/chat-links.ts'

export type Chat =
  | { state: 'loading' }
  /** No link is configured, or not this one. */
  | { state: 'none' | 'broken' }
  | { state: 'failed'; error: Error; retry: () => void; isRetrying: boolean }
  | { state: 'no-token' }
  | { state: 'ready'; link: Exclude<ChatLink, { kind: 'broken' }>; token: Token; tokens: Token[] }

/** The configured link of this place in the list, filled with the chosen token's key or that of the newest usable one. */
export function useChat(index: number, tokenId?: number): Chat {
  const chats = useConfiguredChats()
  const fill = useFillLink()
  const { data: tokens, error, refetch, isFetching } = useUsableTokens()
  if (!chats) return { state: 'loading' }
  if (chats.length === 0) return { state: 'none' }
  const chat = chats[index]
  // Whether a link may be opened does not depend on the key.
  if (!chat || fill(chat, { key: '' }).kind === 'broken') return { state: 'broken' }
  if (!tokens && error) return { state: 'failed', error, retry: refetch, isRetrying: isFetching }
  if (!tokens) return { state: 'loading' }
  const token = tokens.find(({ id }) => id === tokenId) ?? tokens[0]
  if (!token) return { state: 'no-token' }
  const link = fill(chat, token)
  return link.kind === 'broken' ? { state: 'broken' } : { state: 'ready', link, token, tokens }
}
