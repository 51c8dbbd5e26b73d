import type { LightSignal } from '../../light/light-abort-signal.ts'
import type { ExchangeLimits } from '../../outbound/exchange.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { readBytes } from '../call/read-response.ts'
import { parseLoosely, type SendDeps, textHeaders, transmit } from '../call/send.ts'
import type { UpstreamRequest } from '../providers/provider.ts'
import type { Channel } from '../routing/channel.ts'
import type { UpstreamReturned } from './task-kind.ts'

const responseBytesMax = 16 * 1024 * 1024

/** Task upstreams report errors in bodies of any status, so every body is read. */
export async function pollUpstream(
  request: UpstreamRequest,
  { proxy }: Pick<Channel, 'proxy'>,
  seconds: number,
  signal: LightSignal,
  deps: SendDeps,
  { call, attempts }: Partial<Pick<OpenedCall, 'call' | 'attempts'>> = {},
): Promise<UpstreamReturned> {
  const ms = seconds * 1000
  const limits: ExchangeLimits = { firstByteMs: ms, idleMs: ms, totalMs: ms }
  const response = await transmit(request, proxy, limits, signal, deps, { call, attempts })
  const headers = textHeaders(response)
  return { status: response.status, headers, body: parseLoosely(await readBytes(response, responseBytesMax)) }
}
