import { type LookupAddress, type LookupAllOptions, lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Connections } from './connections.ts'
import { type EgressPolicy, mayConnect, mayUsePort } from './egress-policy.ts'
import { connectTo } from './http/connect.ts'

/** Denied and unreachable targets give the same error, so that a caller cannot map our network by trying addresses. */
export class OutboundError extends Error {}

/** The connections a request uses, and its path on the origin. */
export type Destination = { connections: Connections; path: string }

export type Agents = {
  /** Refuses an address that the policy does not allow. */
  destinationOf(address: string): Destination
  /** For WebSockets: refuses a denied target, and returns the lookup that checks the addresses of its name. */
  lookupFor(url: URL): LookupFunction
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
export function createAgents(policy: EgressPolicy, resolve: Resolve = resolveName): Agents {
  const origins = new Map<string, Connections>()
  const connectionsTo = (url: URL): Connections => {
    let connections = origins.get(url.origin)
    if (!connections) {
      // A lookup gets the host name but not the port, and allow-lists name both.
      const lookup = checkedLookup(portOf(url), policy, resolve)
      connections = new Connections(url.host, connectTo(url, portOf(url), lookup))
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
    lookupFor(url) {
      checkTarget(url, policy)
      return checkedLookup(portOf(url), policy, resolve)
    },
    async close() {
      for (const connections of origins.values()) connections.close()
    },
  }
}

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

/** Refuses by the URL alone: its scheme, its port, a user name, a literal IP address. */
export function checkTarget(url: URL, policy: EgressPolicy): void {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // Literal addresses need no lookup, so they are checked here.
  const isAllowed = isIP(host) === 0 ? mayUsePort(portOf(url), policy) : mayConnect(host, host, portOf(url), policy)
  if (!isWeb || url.username || url.password || !isAllowed) throw new OutboundError('the address could not be reached')
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
