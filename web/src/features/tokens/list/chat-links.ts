import { isOpenable } from '@turnpike/contract/chat-link'
import type { Status } from '@turnpike/contract/status'

/** `address` is missing where the configured link is not one we would open. */
export type ChatLink = { name: string; address: string | undefined }

const hasPlaceholder = (template: string) => template.includes('{key}') || template.includes('{address}')

/** An older kind of setting names only the site; all of them take their settings in the same place. */
const templateOf = (site: string) =>
  hasPlaceholder(site) ? site : `${site.replace(/\/+$/, '')}/#/?settings={"key":"{key}","url":"{address}"}`

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address)

/** The chats a key can be opened in: the administrator's own sites where there are any, else the configured list. */
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
