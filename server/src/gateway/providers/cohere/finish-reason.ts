import type { FinishReason } from '../../forms/chat.ts'
import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'

const reasons: Readonly<Record<string, FinishReason>> = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  MAX_TOKENS: 'length',
  TOOL_CALL: 'tool_calls',
  ERROR_TOXIC: 'content_filter',
}
const aborts: Readonly<Record<string, FailureKind>> = {
  ERROR: 'overloaded',
  ERROR_LIMIT: 'overloaded',
  USER_CANCEL: 'overloaded',
  TIMEOUT: 'timeout',
}

export const finishOf = (reason: string): FinishReason =>
  Object.hasOwn(reasons, reason) ? (reasons[reason] ?? 'stop') : 'stop'

/** The failure that a finish reason means; undefined for an ordinary end. */
export function abortOf(reason: string, message?: string): UpstreamFailure | undefined {
  const kind = Object.hasOwn(aborts, reason) ? aborts[reason] : undefined
  if (kind === undefined) return undefined
  return new UpstreamFailure(kind, {
    status: kind === 'timeout' ? 504 : 503,
    message: message ?? `the provider stopped early: ${reason}`,
    type: 'server_error',
  })
}
