import { LightAbortSignal } from '../light/light-abort-signal.ts'
import { createAgents, OutboundError } from './agents.ts'
import { decodedResponse } from './decoded-response.ts'
import type { EgressPolicy } from './egress-policy.ts'
import { exchange, readAll } from './exchange.ts'
import type { Proxies } from './proxies.ts'

export type OutboundRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  timeoutSeconds: number
  /** The length limit of the response; a megabyte by default. */
  bytesMax?: number
}
export type OutboundResponse = { status: number; body: string }
export type Outbound = {
  send(url: string, request: OutboundRequest): Promise<OutboundResponse>
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
    async send(url, { method = 'GET', headers, timeoutSeconds, bytesMax = responseMax, ...rest }) {
      const totalMs = timeoutSeconds * 1000
      const limits = { firstByteMs: totalMs, idleMs: totalMs, totalMs }
      const request = { method, url, headers: { 'user-agent': 'turnpike', ...headers }, ...rest }
      try {
        const response = decodedResponse(await exchange(agents, request, limits, new LightAbortSignal()))
        return { status: response.status, body: (await readAll(response, bytesMax)).toString('utf8') }
      } catch (error) {
        throw new OutboundError('the address could not be reached', { cause: error })
      }
    },
    // The server has already waited for running calls before it closes this.
    close: () => agents.close(),
  }
}
