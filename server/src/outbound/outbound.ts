import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { type EgressPolicy, mayConnect } from './egress-policy.ts'

export type OutboundRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeoutSeconds: number
}
export type OutboundReply = { status: number; body: string }
export type Outbound = { send(url: string, about: OutboundRequest): Promise<OutboundReply>; close(): Promise<void> }

/** Denied and unreachable look alike, so that nobody can map our network by asking. */
export class OutboundError extends Error {}

const unreachable = 'the address could not be reached'
const replyMax = 1024 * 1024

/**
 * The one way out for calls an operator configured. The name is resolved once, every address is checked, and the
 * connection goes to a checked address. Redirects are not followed.
 */
export function createOutbound(policy: EgressPolicy): Outbound {
  // A lookup is told the name but not the port, and allow-lists name both: so each port has its own agent.
  const agents = new Map<number, Agent>()
  const agentFor = (port: number) => {
    let agent = agents.get(port)
    if (!agent) {
      agent = new Agent({
        connect: { timeout: 10_000, lookup: checkedLookup(port, policy) },
        maxResponseSize: replyMax,
      })
      agents.set(port, agent)
    }
    return agent
  }
  return {
    async send(url, { timeoutSeconds, ...about }) {
      const target = checkedTarget(url, policy)
      try {
        const reply = await request(target, {
          ...about,
          dispatcher: agentFor(portOf(target)),
          signal: AbortSignal.timeout(timeoutSeconds * 1000),
          headers: { 'user-agent': 'turnpike', ...about.headers },
        })
        return { status: reply.statusCode, body: await reply.body.text() }
      } catch (error) {
        throw new OutboundError(unreachable, { cause: error })
      }
    },
    async close() {
      // Whoever closes has waited long enough for calls to finish.
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

function checkedTarget(text: string, policy: EgressPolicy): URL {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password) throw new OutboundError(unreachable)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !mayConnect(host, host, portOf(url), policy)) throw new OutboundError(unreachable)
  return url
}

const portOf = (url: URL) => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

/** Names go through here; literal addresses never ask for a lookup and are checked before. */
function checkedLookup(port: number, policy: EgressPolicy): LookupFunction {
  return (host, options, callback) => {
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const denied = addresses.some(({ address }) => !mayConnect(address, host, port, policy))
      const [first] = addresses
      if (denied || !first) return callback(new OutboundError(unreachable), '', 0)
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
