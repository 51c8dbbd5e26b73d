import { type ChatTemplate, isCcSwitch, isFluentRead, isOpenable } from '@turnpike/contract/system/chat-link'
import type { Status } from '@turnpike/contract/system/status'
import { type ChatAccess, carriesKey, fillTemplate } from './fill-template.ts'

type Opened<Kind> = {
  kind: Kind
  name: string
  address: string
  /** The receiver of the key: a host, or the scheme of an app. Undefined when the key goes to no new receiver. */
  receiver: string | undefined
}

/** A link with a key filled in, by how it is opened. */
export type ChatLink =
  /** An https page, which the chat page embeds. */
  | Opened<'frame'>
  /** Another page, in a new tab. */
  | Opened<'site'>
  /** An installed app. */
  | Opened<'app'>
  /** FluentRead, the browser extension: it takes the key from an event on the page. */
  | { kind: 'extension'; name: string; receiver: string; access: ChatAccess }
  /** CC Switch: the person has yet to choose the program. */
  | { kind: 'cc-switch'; name: string }
  /** A link that must not be opened. */
  | { kind: 'broken'; name: string }

const namesPlaceholder = (site: string) => /\{(?:key|address)\}/.test(site)

/** An older option names only the site; such sites take key and address in the same parameter. */
const templateOf = (site: string) =>
  namesPlaceholder(site) ? site : `${site.replace(/\/+$/, '')}/#/?settings={"key":"{key}","url":"{address}"}`

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address)

/** The links in force: the administrator's own sites where there are any, otherwise the list. */
export function configuredChats({
  chats,
  chat_link,
  chat_link2,
}: Pick<Status, 'chats' | 'chat_link' | 'chat_link2'>): ChatTemplate[] {
  const sites = [chat_link, chat_link2].filter(Boolean)
  if (sites.length > 0) return sites.map((site) => ({ name: hostOf(site), template: templateOf(site) }))
  return chats.flatMap((entry) => Object.entries(entry).map(([name, template]) => ({ name, template })))
}

// A key in the name of a host would be looked up in the DNS, where every resolver could read it.
const hasOpenHost = (template: string) => /^https?:\/\/[^/?#]*[{}]/i.test(template)

/** Fills in a configured link. `ownOrigin` is that of this page, where a frame could reach out of its sandbox. */
export function chatLink({ name, template }: ChatTemplate, access: ChatAccess, ownOrigin: string): ChatLink {
  if (isCcSwitch(template)) return { kind: 'cc-switch', name }
  if (isFluentRead(template)) return { kind: 'extension', name, receiver: 'FluentRead', access }
  const address = fillTemplate(template, access)
  const url = URL.parse(address)
  if (!url || !isOpenable(address) || hasOpenHost(template)) return { kind: 'broken', name }
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  const isOwn = isWeb && [ownOrigin, access.base].some((own) => hostOf(own) === url.host)
  const receiver = isOwn || !carriesKey(template) ? undefined : isWeb ? url.host : `${url.protocol}//`
  if (!isWeb) return { kind: 'app', name, address, receiver }
  const isFrame = url.protocol === 'https:' && url.origin !== ownOrigin
  return { kind: isFrame ? 'frame' : 'site', name, address, receiver }
}
