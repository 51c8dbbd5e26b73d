import { type LookupAddress, type LookupAllOptions, lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Connections } from './connections.ts'
import { type EgressPolicy, mayConnect, mayUsePort } from './egress-policy.ts'
import { connectTo, tlsTo } from './http/connect.ts'
import { type Proxies, proxiesOfChannel } from './proxies.ts'
import type { ChannelProxy, ProxyServer } from './proxy.ts'
import { connectThrough } from './tunnel/connect-through.ts'
import { failedTunnel, openTunnel, type Tunnel, unreachableProxy } from './tunnel/open-tunnel.ts'

/** Denied and unreachable targets give the same error, so that a caller cannot map our network by trying addresses. */
export class OutboundError extends Error {}

/** The connections a request uses, and its path on the origin. */
export type Destination = { connections: Connections; path: string }

export type Agents = {
  /** Refuses an address that the policy does not allow. */
  destinationOf(address: string): Destination
  /** For protocols other than HTTP: refuses a denied target, and begins a tunnel if there is a proxy for it. */
  tunnelTo(url: URL): Tunnel | undefined
  /** For direct connections: refuses a denied target, and returns the lookup that checks the addresses of its name. */
  lookupFor(url: URL): LookupFunction
  close(): Promise<void>
}

/** The agents of relayed calls. The caller names the channel's proxy for each request. */
export type ChannelAgents = {
  /** For a channel without a proxy of its own, and for requests of no channel, the environment decides. */
  through(proxy: ChannelProxy): Agents
  close(): Promise<void>
}

/** Resolves a host name to all its addresses; tests pass their own. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const targetsMax = 1000

/**
 * Connections to other servers, kept open per origin. A host name is resolved once, every address is checked against the
 * policy, and the connection goes to a checked address.
 */
export function createAgents(policy: EgressPolicy, proxies: Proxies, resolve: Resolve = resolveName): Agents {
  const origins = new Map<string, Connections>()
  const lookupFor = (url: URL) => checkedLookup(portOf(url), policy, resolve)
  const tunnelThrough = (proxy: ProxyServer | 'unusable', url: URL): Tunnel => {
    if (proxy === 'unusable') return failedTunnel('the address of the proxy cannot be used')
    if (isIP(proxy.host) !== 0 && !mayConnect(proxy.host, proxy.host, proxy.port, proxies.policy))
      return failedTunnel(unreachableProxy)
    const mayResolve = policy.mayProxyResolve === true && proxy.protocol !== 'socks5'
    return openTunnel({
      proxy,
      lookup: checkedLookup(proxy.port, proxies.policy, resolve),
      host: mayResolve ? async () => hostOf(url) : () => addressOf(hostOf(url), lookupFor(url)),
      port: portOf(url),
      secure: isEncrypted(url) ? tlsTo(hostOf(url)) : undefined,
    })
  }
  const connectionsTo = (url: URL): Connections => {
    let connections = origins.get(url.origin)
    if (!connections) {
      const proxy = proxies.of(url)
      const connect =
        proxy === undefined
          ? connectTo(url, portOf(url), lookupFor(url))
          : connectThrough(() => tunnelThrough(proxy, url))
      connections = new Connections(url.host, connect)
      origins.set(url.origin, connections)
    }
    return connections
  }
  // The policy does not change while the server runs, and nearly every call goes to one of a few addresses.
  const targets = new LRUCache<string, Destination>({ max: targetsMax })
  return {
    destinationOf(address) {
      const known = targets.get(address)
      if (known) return known
      const url = new URL(address)
      checkTarget(url, policy)
      const target = { connections: connectionsTo(url), path: url.pathname + url.search }
      targets.set(address, target)
      return target
    },
    tunnelTo(url) {
      checkTarget(url, policy)
      const proxy = proxies.of(url)
      return proxy && tunnelThrough(proxy, url)
    },
    lookupFor(url) {
      checkTarget(url, policy)
      return lookupFor(url)
    },
    async close() {
      for (const connections of origins.values()) connections.close()
    },
  }
}

const proxiesMax = 1000

/** Connections are kept per proxy and origin: none is shared by two proxies. */
export function createChannelAgents(policy: EgressPolicy, proxies: Proxies, resolve?: Resolve): ChannelAgents {
  const usual = createAgents(policy, proxies, resolve)
  // The agents of a proxy that no channel uses any more: their idle connections end by themselves.
  const byProxy = new LRUCache<string, Agents>({ max: proxiesMax })
  return {
    through(proxy) {
      if (!proxy) return usual
      const id = JSON.stringify(proxy)
      let agents = byProxy.get(id)
      if (!agents) {
        agents = createAgents(policy, proxiesOfChannel(proxy, proxies), resolve)
        byProxy.set(id, agents)
      }
      return agents
    },
    async close() {
      await Promise.all([usual, ...byProxy.values()].map((agents) => agents.close()))
    },
  }
}

const portOf = (url: URL) => Number(url.port) || (isEncrypted(url) ? 443 : 80)
const isEncrypted = (url: URL) => url.protocol === 'https:'
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/** Refuses by the URL alone: its scheme, its port, a user name, a literal IP address. */
export function checkTarget(url: URL, policy: EgressPolicy): void {
  const host = hostOf(url)
  const isWeb = isEncrypted(url) || url.protocol === 'http:'
  // Literal addresses need no lookup, so they are checked here.
  const isAllowed = isIP(host) === 0 ? mayUsePort(portOf(url), policy) : mayConnect(host, host, portOf(url), policy)
  if (!isWeb || url.username || url.password || !isAllowed) throw new OutboundError('the address could not be reached')
}

/** The address that a proxy is given in place of a name. IPv4 first: more proxies can reach it. */
function addressOf(host: string, lookup: LookupFunction): Promise<string> {
  if (isIP(host) !== 0) return Promise.resolve(host)
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => {
      if (error) return reject(error)
      const addresses = found as LookupAddress[] // with `all` it is a list, and never an empty one
      const { address = '' } = addresses.find(({ family }) => family === 4) ?? addresses[0] ?? {}
      resolve(address)
    })
  })
}

function checkedLookup(port: number, policy: EgressPolicy, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const isDenied = addresses.some(({ address }) => !mayConnect(address, host, port, policy))
      const [first] = addresses
      if (isDenied || !first) return callback(new OutboundError('the address could not be reached'), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
