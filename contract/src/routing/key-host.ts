import { channelTypes, isChannelType } from '../channel-types.ts'
import { isProxyName, type ProxyScheme, proxyPorts } from './proxies.ts'

export type KeyAddress = { type: number; base_url: string; other: string; setting: string }

const through = ' through '

/**
 * Where the key of a channel is sent: scheme, host and port, and the channel's own proxy where that can read it. A stored
 * key stays with them: a channel that moves to another host needs its key again. Otherwise an administrator could have
 * any key sent to a server of their own.
 */
export function keyHostOf(channel: KeyAddress): string {
  const host = hostOf(channel)
  const proxy = isEncrypted(host) ? undefined : ownProxyIn(channel.setting)
  return proxy === undefined ? host : host + through + proxy
}

/** Whether a key may be sent there: to what it was saved for, or to the same host without the proxy. */
export const isKeyAtHome = (saved: string, wanted: string): boolean =>
  wanted === saved || saved.startsWith(wanted + through)

function hostOf({ type, base_url, other }: KeyAddress): string {
  const address = base_url.trim() || (isChannelType(type) ? channelTypes[type].defaultBaseUrl : '')
  // Without an address the provider derives the host from the type and from `other`, which may be a region.
  if (address === '') return `${type} ${other.trim()}`
  return URL.canParse(address) ? new URL(address).origin : address
}

/** All hosts that providers derive from a region are reached by https. */
const isEncrypted = (host: string): boolean => !/^(http|ws):/i.test(host)

/** Scheme, host and port of a proxy that the channel has for itself. Those of the list are chosen by the root user. */
function ownProxyIn(setting: string): string | undefined {
  const given = proxyIn(setting)
  const named = typeof given === 'string' ? given.trim().toLowerCase() : ''
  if (named === '' || isProxyName(named)) return undefined
  // An address is not read as a URL, because a user name may look like the end of a host to a URL parser.
  const [, scheme = '', server = ''] = /^(\w+):\/\/(?:.*@)?([^@]*?)\/?$/.exec(named) ?? []
  const port = /:\d+$/.test(server) ? '' : `:${proxyPorts[scheme as ProxyScheme]}`
  return `${scheme}://${server}${port}`
}

function proxyIn(setting: string): unknown {
  try {
    return (JSON.parse(setting) as { proxy?: unknown } | null)?.proxy
  } catch {
    return undefined
  }
}
