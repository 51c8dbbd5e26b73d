import type { FinishReason } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { textOf } from '../../translate/json/json-values.ts'
import type { ResponseQuirks } from './quirks.ts'

const known: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
}

/** The finish reason; null while the response continues. Throws when the upstream gave up. */
export function readFinishReason(
  value: unknown,
  produced: { hasCalls: boolean; hasOutput: boolean },
  { finishReasons = {}, abortReasons = {} }: ResponseQuirks,
): FinishReason | null {
  const reason = textOf(value)
  if (reason === undefined) return null
  const abort = Object.hasOwn(abortReasons, reason) ? abortReasons[reason] : undefined
  if (abort !== undefined) {
    if (abort !== 'failure' && produced.hasOutput) return abort
    throw new UpstreamFailure('overloaded', {
      status: 503,
      message: `the provider stopped early: ${reason}`,
      type: 'server_error',
    })
  }
  const finish = (Object.hasOwn(finishReasons, reason) ? finishReasons[reason] : undefined) ?? knownReason(reason)
  // Some upstreams end a forced call with `stop`; clients need to know that there is a call.
  return finish === 'stop' && produced.hasCalls ? 'tool_calls' : finish
}

const knownReason = (reason: string): FinishReason =>
  Object.hasOwn(known, reason) ? (known[reason] ?? 'stop') : 'stop'
