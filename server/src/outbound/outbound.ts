import { LightAbortSignal } from '../light/light-abort-signal.ts'
import { type Agents, createAgents, OutboundError } from './agents.ts'
import { decodedResponse } from './decoded-response.ts'
import type { EgressPolicy } from './egress-policy.ts'
import { exchange, readAll } from './exchange.ts'
import { type Proxies, proxiesOfChannel } from './proxies.ts'
import type { ProxyServer } from './proxy.ts'

export type OutboundRequest = {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
  timeoutSeconds: number
  /** The length limit of the response; a megabyte by default. */
  bytesMax?: number
}
export type OutboundResponse = { status: number; body: string }
export type Outbound = {
  send(url: string, request: OutboundRequest): Promise<OutboundResponse>
  /** The same through a proxy, on a connection of its own. */
  sendThrough(proxy: ProxyServer, url: string, request: OutboundRequest): Promise<OutboundResponse>
  close(): Promise<void>
}

const responseMax = 1024 * 1024

/**
 * Requests to addresses that an operator configured, with short responses: complete within the timeout, or an error.
 * Redirects are not followed.
 */
export function createOutbound(policy: EgressPolicy, proxies: Proxies): Outbound {
  const agents = createAgents(policy, proxies)
  return {
    send: (url, request) => sendBy(agents, url, request),
    async sendThrough(proxy, url, request) {
      const once = createAgents(policy, proxiesOfChannel(proxy, proxies))
      try {
        return await sendBy(once, url, request)
      } finally {
        await once.close()
      }
    },
    // The server has already waited for running calls before it closes this.
    close: () => agents.close(),
  }
}

async function sendBy(agents: Agents, url: string, given: OutboundRequest): Promise<OutboundResponse> {
  const { method = 'GET', headers, timeoutSeconds, bytesMax = responseMax, ...rest } = given
  const totalMs = timeoutSeconds * 1000
  const limits = { firstByteMs: totalMs, idleMs: totalMs, totalMs }
  const request = { method, url, headers: { 'user-agent': 'turnpike', ...headers }, ...rest }
  try {
    const response = decodedResponse(await exchange(agents, request, limits, new LightAbortSignal()))
    return { status: response.status, body: (await readAll(response, bytesMax)).toString('utf8') }
  } catch (error) {
    throw new OutboundError('the address could not be reached', { cause: error })
  }
}
