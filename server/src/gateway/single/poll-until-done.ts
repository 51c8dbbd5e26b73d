import type { LightSignal } from '../../light/light-abort-signal.ts'
import type { Exchange } from '../../outbound/exchange.ts'
import type { Call } from '../call/call.ts'
import { parseBytes, readBytes } from '../call/read-response.ts'
import { type SendDeps, send, textHeaders } from '../call/send.ts'
import { type FailureKind, UpstreamFailure } from '../forms/failure.ts'
import { withHeadersOf } from '../overrides/override-call.ts'
import type { Provider, SingleOperation } from '../providers/provider.ts'
import type { Channel, Upstream } from '../routing/channel.ts'
import { isObject } from '../translate/json/json-values.ts'

const bytesMax = 64 * 1024 * 1024

/** The response as JSON. Throws a failure that it contains in spite of its status. */
export function jsonIn(bytes: Buffer, type: string, { fromBytes }: SingleOperation, provider: Provider): unknown {
  const json = fromBytes && !/json/i.test(type) ? fromBytes(bytes, type) : parseBytes(bytes)
  if (isObject(json) && json.error) throw provider.failure(200, json, {})
  const failure = provider.failureIn?.(json)
  if (failure) throw failure
  return json
}

type PolledCall = {
  channel: Channel
  upstream: Upstream
  operation: SingleOperation
  call?: Call
  signal: LightSignal
}

/** Polls a response that the upstream is still making, until it is complete or the call's time is over. */
export async function pollUntilDone(
  response: unknown,
  { channel, upstream, operation, call, signal }: PolledCall,
  deps: SendDeps,
): Promise<unknown> {
  const { RELAY_TIMEOUT, UPSTREAM_ANSWER_SECONDS, TASK_POLL_SECONDS } = deps.config
  const endsAt = performance.now() + 1000 * (RELAY_TIMEOUT || UPSTREAM_ANSWER_SECONDS)
  let json = response
  let failures = 0
  for (;;) {
    const next = operation.next?.(json, upstream.target)
    if (!next) return json
    if (performance.now() + 1000 * TASK_POLL_SECONDS > endsAt) throw tookTooLong()
    await pause(1000 * TASK_POLL_SECONDS, signal)
    // The upstream was reached, and may be polled a hundred times. Each poll may connect anew.
    const sending = call && { call, recording: call.recording }
    const requested = send(withHeadersOf(channel, next, call?.clientHeaders), upstream, signal, deps, sending)
    const told = await read(requested).catch((error: unknown) => {
      if (signal.aborted || !isPassing(error)) throw error
      return undefined
    })
    failures = told ? 0 : failures + 1
    // The work continues and is paid for, so it must not begin a second time elsewhere.
    if (failures >= failuresMax) throw tookTooLong()
    if (told) json = jsonIn(told.bytes, told.type, operation, upstream.provider)
  }
}

const failuresMax = 5
const tookTooLong = () => new UpstreamFailure('timeout', { status: 504, message: 'the provider took too long' })

async function read(requested: Promise<Exchange>) {
  const response = await requested
  const type = textHeaders(response)['content-type'] ?? 'application/json'
  return { type, bytes: await readBytes(response, bytesMax) }
}

/** Failures that say nothing about the work itself. */
const passing: ReadonlySet<FailureKind> = new Set(['network', 'overloaded', 'rate_limited'])
const isPassing = (error: unknown): boolean => error instanceof UpstreamFailure && passing.has(error.kind)

/** Ends early when the client hangs up; the request that follows then fails at once. */
const pause = (ms: number, signal: LightSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
