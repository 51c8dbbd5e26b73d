import type { FallbackKind } from '@turnpike/contract/routing/virtual-models'
import { AttemptsFailed } from '../entry/errors/client-error.ts'
import { Refusal, type RefusalCode } from '../entry/errors/refusals.ts'
import type { FailureKind } from '../forms/failure.ts'

/** The administrator's name for an upstream failure; undefined: another model would not help. */
const kindOfFailure: Record<FailureKind, FallbackKind | undefined> = {
  rate_limited: 'rate_limited',
  overloaded: 'server_error',
  network: 'server_error',
  bad_response: 'server_error',
  timeout: 'timeout',
  bad_key: 'account',
  no_balance: 'account',
  no_permission: 'account',
  no_model: 'no_channel',
  unsupported: 'no_channel',
  content_refused: 'content_refused',
  too_long: 'too_long',
  bad_request: undefined,
}

/** The same for refusals of the gateway; all others concern the caller or the request. */
const kindOfRefusal: Partial<Record<RefusalCode, FallbackKind>> = {
  model_not_found: 'no_channel',
  no_available_channel: 'no_channel',
  no_channel_at_price: 'no_channel',
  not_supported: 'no_channel',
  insufficient_user_quota: 'balance',
  pre_consume_token_quota_failed: 'balance',
}

function kindOf(error: unknown): FallbackKind | undefined {
  if (error instanceof AttemptsFailed) return kindOfFailure[error.failure.kind]
  return error instanceof Refusal ? kindOfRefusal[error.code] : undefined
}

/** Whether the next model may be tried after this error of a call that has delivered nothing. */
export function mayFallBack(fallbackOn: readonly FallbackKind[], error: unknown): boolean {
  const kind = kindOf(error)
  return kind !== undefined && fallbackOn.includes(kind)
}
