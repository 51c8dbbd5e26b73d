import type { FailureKind, UpstreamFailure } from '../forms/failure.ts'
import { type Channel, mappedStatus } from '../routing/channel.ts'
import { firstTokenLate } from './first-token.ts'

/** Whether another channel may succeed. The other kinds are the client's mistakes, or may have been billed already. */
const worthAnotherChannel: Record<FailureKind, boolean> = {
  bad_key: true,
  no_balance: true,
  no_permission: true,
  no_model: true,
  rate_limited: true,
  overloaded: true,
  network: true,
  bad_response: true,
  unsupported: true,
  timeout: false,
  bad_request: false,
  content_refused: false,
  too_long: false,
}

/** Failures after which the channel's account is useless. */
const fatalToChannel: ReadonlySet<FailureKind> = new Set(['bad_key', 'no_balance'])

export function mayRetry(channel: Channel, failure: UpstreamFailure): boolean {
  if (failure.code === 'bad_response_body') return false // the upstream did the work; a retry would be billed twice
  if (failure.code === firstTokenLate) return true // nothing was delivered, and only delivered output is charged
  const status = mappedStatus(channel, failure)
  if (status === failure.status) return worthAnotherChannel[failure.kind]
  return status !== 400 && status !== 408 && status !== 504 && status !== 524
}

export const isFatalToChannel = (failure: UpstreamFailure): boolean => fatalToChannel.has(failure.kind)
