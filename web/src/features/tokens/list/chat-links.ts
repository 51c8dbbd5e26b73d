import { isOpenable } from '@turnpike/contract/chat-link'
import type { Status } from '@turnpike/contract/status'

/** `address` is undefined for a configured link that must not be opened. */
export type ChatLink = { name: string; address: string | undefined }

const hasPlaceholder = (template: string) => template.includes('{key}') || template.includes('{address}')

/** An older option names only the site; such sites take key and address in the same parameter. */
const templateOf = (site: string) =>
  hasPlaceholder(site) ? site : `${site.replace(/\/+$/, '')}/#/?settings={"key":"{key}","url":"{address}"}`

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address)

/** The chats for a key: the administrator's own sites where there are any, otherwise the configured list. */
export function chatLinks(
  { chats, chat_link, chat_link2 }: Pick<Status, 'chats' | 'chat_link' | 'chat_link2'>,
  key: string,
  base: string,
): ChatLink[] {
  const sites = [chat_link, chat_link2].filter(Boolean)
  const templates =
    sites.length > 0
      ? sites.map((site) => [hostOf(site), templateOf(site)] as const)
      : chats.flatMap((entry) => Object.entries(entry))
  return templates.map(([name, template]) => {
    const address = template.replaceAll('{key}', key).replaceAll('{address}', encodeURIComponent(base))
    return { name, address: isOpenable(address) ? address : undefined }
  })
}
