import { type FailureKind, UpstreamFailure } from '../../forms/failure.ts'
import { AttemptsFailed, refusalOf } from './client-error.ts'
import type { RefusalCode } from './refusals.ts'

/** Errors of the gateway, its channels and its providers. Every other refusal is due to the request, the key or the balance. */
const ownFailures: ReadonlySet<RefusalCode> = new Set([
  'no_available_channel',
  'no_channel_at_price',
  'channels_busy',
  'channel_saturated',
  'channel_refused',
  'upstream_failed',
  'upstream_overloaded',
  'upstream_timeout',
  'output_limit_exceeded',
  'server_busy',
  'server_stopping',
  'database_error',
  'internal',
])

/** Failures with which a provider rejects the request itself. */
const faultsOfRequest: ReadonlySet<FailureKind> = new Set(['bad_request', 'content_refused', 'too_long', 'unsupported'])

/** Whether a request failed by its own fault. Success rates leave refusals out, because no provider failed. */
export function isRefusal(error: unknown): boolean {
  const refusal = refusalOf(error)
  if (refusal) return !ownFailures.has(refusal.code)
  const failure = error instanceof AttemptsFailed ? error.failure : error
  return failure instanceof UpstreamFailure && faultsOfRequest.has(failure.kind)
}
