import type { Token } from '@turnpike/contract/identity/token'
import type { ChatTemplate } from '@turnpike/contract/system/chat-link'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { useStatus } from '../../lib/api/status.ts'
import { type ChatLink, chatLink, configuredChats } from '../../lib/chat/chat-links.ts'
import { keyOf } from '../../lib/format/token-key.ts'

/** The links that the administrator configured, in their order; undefined until the status is known. */
export function useConfiguredChats(): ChatTemplate[] | undefined {
  const status = useStatus()
  return status && configuredChats(status)
}

/** Fills a token's key into a link. */
export function useFillLink(): (chat: ChatTemplate, token: Pick<Token, 'key'>) => ChatLink {
  const base = useBaseAddress()
  return (chat, token) => chatLink(chat, { key: keyOf(token), base }, window.location.origin)
}
