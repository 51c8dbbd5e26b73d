import { isIPv6 } from 'node:net'
import { type ProxyScheme, proxyPorts } from '@turnpike/contract/routing/proxies'

/** A server that connections go through. */
export type ProxyServer = {
  readonly protocol: ProxyScheme
  /** An IPv6 address has no brackets. */
  readonly host: string
  readonly port: number
  /** Empty if the proxy needs none. */
  readonly username: string
  readonly password: string
}

/**
 * The proxy that a channel names: none, so that the environment decides, or one that cannot be used. Then nothing may
 * be sent: a direct connection would show this server's address.
 */
export type ChannelProxy = ProxyServer | 'unusable' | undefined

// A user name and a password may contain an @: the last one ends them.
const parts =
  /^(https?|socks5h?):\/\/(?:([^:/?#\s]*)(?::([^/?#\s]*))?@)?(\[[\d.:a-f]+\]|[^:@/?#[\]\s]+)(?::(\d{1,5}))?\/?$/i
/** The lengths of SOCKS take one byte (RFC 1929). */
const socksBytesMax = 255

/** Reads `protocol://user:password@host:port`, where user and password may be percent-encoded. */
export function parseProxy(address: string): ProxyServer | undefined {
  const [, scheme = '', user = '', secret = '', written = '', digits] = parts.exec(address.trim()) ?? []
  const host = URL.parse(`http://${written}`)?.hostname.replace(/^\[|\]$/g, '')
  const username = decoded(user)
  const password = decoded(secret)
  if (!host || username === undefined || password === undefined) return undefined
  const protocol = scheme.toLowerCase() as ProxyScheme
  const port = digits === undefined ? proxyPorts[protocol] : Number(digits)
  const proxy = { protocol, host, port, username, password }
  return port >= 1 && port <= 65_535 && canSignIn(proxy) ? proxy : undefined
}

export const isSocks = ({ protocol }: ProxyServer): boolean => protocol === 'socks5' || protocol === 'socks5h'

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Whether the protocol can carry the user name and the password. */
function canSignIn(proxy: ProxyServer): boolean {
  const { username, password } = proxy
  if (!isSocks(proxy)) return !username.includes(':') // RFC 7617
  const isShort = Buffer.byteLength(username) <= socksBytesMax && Buffer.byteLength(password) <= socksBytesMax
  return isShort && (username !== '' || password === '')
}

/** The address for administrators and the log. It never contains the password. */
export function shownProxy({ protocol, host, port, username, password }: ProxyServer): string {
  const secret = password === '' ? '' : ':•••'
  const user = username === '' && secret === '' ? '' : `${encodeURIComponent(username)}${secret}@`
  return `${protocol}://${user}${isIPv6(host) ? `[${host}]` : host}:${port}`
}
