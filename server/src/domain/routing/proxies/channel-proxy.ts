import { hiddenPassword, isProxyName } from '@turnpike/contract/routing/proxies'
import { AppError } from '../../../http/app-error.ts'
import { type ChannelProxy, type ProxyServer, parseProxy, shownProxy } from '../../../outbound/proxy.ts'
import type { Vault } from '../../../secrets/vault.ts'
import { isObject, parsedJson } from '../channels/edit/json-text.ts'

/** The encrypted addresses of the proxies in the list, by name. */
export type ProxyList = ReadonlyMap<string, string>

type Settings = Readonly<Record<string, unknown>>

/** The proxy in a channel's settings: a name of the list, or an address without its password. Undefined for none. */
export function namedProxy({ proxy }: Settings): string | undefined {
  if (proxy === undefined || proxy === null) return undefined
  const text = typeof proxy === 'string' ? proxy.trim() : JSON.stringify(proxy)
  return text === '' ? undefined : text
}

/** The members of a text of settings; none where it is empty or damaged. */
export function membersOf(setting: string): Settings {
  const members = parsedJson(setting)
  return isObject(members) ? members : {}
}

export const namedProxyIn = (setting: string): string | undefined => namedProxy(membersOf(setting))

/**
 * The proxy that a channel sends through. One that was deleted, cannot be read or cannot be decrypted is `unusable`: the
 * channel must not send directly instead.
 */
export function proxyOf(
  { setting, proxy_cipher }: { setting: Settings; proxy_cipher: string },
  list: ProxyList,
  vault: Vault,
): ChannelProxy {
  const named = namedProxy(setting)
  if (named === undefined) return undefined
  if (isProxyName(named)) return openedProxy(vault, list.get(named) ?? '') ?? 'unusable'
  const own = parseProxy(named)
  if (!own) return 'unusable'
  if (own.password !== hiddenPassword) return own
  const stored = openedProxy(vault, proxy_cipher)
  return stored && isSameServer(stored, own) ? stored : 'unusable'
}

/** The address with its password: never to be shown. */
export function fullAddress({ username, password, ...server }: ProxyServer): string {
  const address = shownProxy({ ...server, username: '', password: '' })
  if (username === '' && password === '') return address
  return address.replace('://', `://${encodeURIComponent(username)}:${encodeURIComponent(password)}@`)
}

export const sealedProxy = (vault: Vault, proxy: ProxyServer): string => vault.encrypt(fullAddress(proxy), 'proxy')

/** Undefined where there is none, or none that can be decrypted. */
export function openedProxy(vault: Vault, cipher: string): ProxyServer | undefined {
  if (cipher === '') return undefined
  try {
    return parseProxy(vault.decrypt(cipher, 'proxy'))
  } catch {
    return undefined
  }
}

/** Whether a password stays where it was saved for: with the same protocol, server and user. */
export const isSameServer = (one: ProxyServer, other: ProxyServer): boolean =>
  one.protocol === other.protocol &&
  one.host === other.host &&
  one.port === other.port &&
  one.username === other.username

/** A password in an address, as it will be stored: the given one, or the stored one where the given one is hidden. */
export function keptPassword(given: ProxyServer, stored: ProxyServer | undefined): ProxyServer {
  if (given.password !== hiddenPassword) return given
  if (stored && isSameServer(stored, given)) return stored
  throw new AppError('proxy_password_missing')
}

/** The named proxy without its password. A text that is no address is not shown, because any part of it may be the password. */
export function shownNamed(named: string): string {
  if (named === '' || isProxyName(named)) return named
  const proxy = parseProxy(named)
  return proxy ? shownProxy(proxy) : hiddenPassword
}
