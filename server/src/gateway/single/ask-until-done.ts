import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import { parseBytes, readBytes } from '../call/read-response.ts'
import { type SendDeps, send, textHeaders } from '../call/send.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { Provider, SingleOperation } from '../providers/provider.ts'
import type { Reached } from '../routing/channel.ts'
import { isObject } from '../translate/json/json-values.ts'

const bytesMax = 64 * 1024 * 1024

/** The answer as JSON. Throws the failure that it holds in spite of its status. */
export function jsonIn(bytes: Buffer, type: string, { fromBytes }: SingleOperation, provider: Provider): unknown {
  const json = fromBytes && !/json/i.test(type) ? fromBytes(bytes, type) : parseBytes(bytes)
  if (isObject(json) && json.error) throw provider.failure(200, json, {})
  const failure = provider.failureIn?.(json)
  if (failure) throw failure
  return json
}

type Asked = { reached: Reached; operation: SingleOperation; signal: LightSignal }

/** Asks again about an answer that the upstream is still making, until it is complete or the call's time is over. */
export async function askUntilDone(
  answer: unknown,
  { reached: { provider, target }, operation, signal }: Asked,
  deps: SendDeps,
): Promise<unknown> {
  const { RELAY_TIMEOUT, UPSTREAM_ANSWER_SECONDS, TASK_POLL_SECONDS } = deps.config
  const endsAt = performance.now() + 1000 * (RELAY_TIMEOUT || UPSTREAM_ANSWER_SECONDS)
  let json = answer
  for (;;) {
    const next = operation.next?.(json, target)
    if (!next) return json
    if (performance.now() + 1000 * TASK_POLL_SECONDS > endsAt)
      throw new UpstreamFailure('timeout', { status: 504, message: 'the upstream took too long' })
    await pause(1000 * TASK_POLL_SECONDS, signal)
    const response = await send(next, provider, signal, deps)
    const type = textHeaders(response)['content-type'] ?? 'application/json'
    json = jsonIn(await readBytes(response, bytesMax), type, operation, provider)
  }
}

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
