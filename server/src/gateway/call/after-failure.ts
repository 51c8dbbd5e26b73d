import type { LightSignal } from '../../light/light-abort-signal.ts'
import { connectingMsMax } from '../../outbound/exchange.ts'
import { AttemptsFailed } from '../entry/errors/client-error.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { type FailureKind, UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import { hasOpenKey } from '../routing/choose-key.ts'
import { judgeFailure, noteSuccess, showsLife, type Verdict } from './judge-failure.ts'
import type { Candidate } from './next-candidate.ts'
import type { OpenedCall } from './open-call.ts'
import type { mayRetry } from './retry.ts'
import { failureOfError, notSent } from './upstream-failures.ts'

/** The client hung up while an upstream worked on its request. The request is charged anyway. */
export class ClientGone extends Error {
  readonly channel: Channel
  /** How the attempt on the channel ended. */
  readonly failure: UpstreamFailure
  constructor(channel: Channel, failure: UpstreamFailure) {
    super('the client hung up')
    this.channel = channel
    this.failure = failure
  }
}

export type FailedAttempt = { candidate: Candidate; startedAt: number; error: unknown }

/** What follows a failure: nothing, an attempt with another key of the channel, or one on another channel. */
type Next = 'stop' | 'key' | 'channel'

/**
 * Records a failure, applies it to the channel, and decides what follows. Rethrows errors that are not an
 * UpstreamFailure. Once the client is gone, throws ClientGone if the upstream may have begun to work.
 */
export function afterFailure(
  opened: OpenedCall,
  { candidate, startedAt, error }: FailedAttempt,
  { mayTryNext, gone }: { mayTryNext: typeof mayRetry; gone: LightSignal },
  deps: RelayDeps,
): { failed: AttemptsFailed; next: Next } {
  if (!(error instanceof UpstreamFailure)) throw error
  const { call, attempts, cancellation } = opened
  const { withKey } = candidate
  deps.metrics.attempt(withKey.id, error.kind)
  // A client that hangs up breaks the connection to its upstream. The channel has not failed.
  if (!gone.aborted) noteAttempt(opened, withKey, startedAt, error.kind, error.status, deps)
  attempts.failures.push(error)
  if (gone.aborted && cancellation.refusal) throw cancellation.refusal // no response came, so nothing is charged
  if (gone.aborted && mayHaveWorked(error)) throw new ClientGone(withKey, error)
  const failed = new AttemptsFailed(error, withKey)
  deps.log.info('attempt failed', {
    request_id: call.request_id,
    channel_id: withKey.id,
    ...(withKey.keyId > 0 && { key_id: withKey.keyId }),
    kind: error.kind,
    status: error.status,
    reason: failed.message,
  })
  if (showsLife(error)) noteSuccess(withKey, startedAt, deps)
  const verdict = judge(opened, candidate, failed, mayTryNext(withKey, error), deps)
  if (withKey.keyId > 0) attempts.triedKeys.push(withKey.keyId)
  return {
    failed: verdict.isPassed ? new AttemptsFailed(asClientsOwn(error), withKey) : failed,
    next: nextAfter(verdict, opened, candidate, deps),
  }
}

/** Whether an upstream may have begun to work on a request. One of kind `unsupported` was not sent, or was refused. */
const mayHaveWorked = ({ kind, code }: UpstreamFailure): boolean => code !== notSent && kind !== 'unsupported'

function nextAfter({ mayRetry, isOfKey }: Verdict, opened: OpenedCall, candidate: Candidate, deps: RelayDeps): Next {
  const { connectingMs, triedKeys } = opened.attempts
  if (!mayRetry || connectingMs >= connectingMsMax) return 'stop'
  return isOfKey && hasOpenKey(otherKeys(candidate), { triedKeys, clock: deps.clock }) ? 'key' : 'channel'
}

const otherKeys = ({ channel, withKey }: Candidate): readonly Channel[] =>
  channel.keys?.filter(({ keyId }) => keyId !== withKey.keyId) ?? []

const judge = (
  { call }: OpenedCall,
  candidate: Candidate,
  failed: AttemptsFailed,
  mayRetryIt: boolean,
  deps: RelayDeps,
): Verdict =>
  judgeFailure(call, { channel: candidate.withKey, others: otherKeys(candidate), failed, mayRetry: mayRetryIt }, deps)

/** One attempt of a hedged call has failed while the other one goes on. */
export function noteHedgeFailure(
  opened: OpenedCall,
  { candidate, startedAt, error }: FailedAttempt,
  deps: RelayDeps,
): void {
  const { call, attempts } = opened
  const { withKey } = candidate
  attempts.done.push(withKey.id)
  if (!(error instanceof UpstreamFailure)) {
    // An internal error says nothing about the channel, but every channel in `tried` needs its failure.
    deps.log.warn('attempt failed', { request_id: call.request_id, channel_id: withKey.id, error })
    attempts.failures.push(failureOfError(error))
    return
  }
  deps.metrics.attempt(withKey.id, error.kind)
  noteAttempt(opened, withKey, startedAt, error.kind, error.status, deps)
  attempts.failures.push(error)
  judge(opened, candidate, new AttemptsFailed(error, withKey), false, deps)
}

/** The upstream's error as a mistake of the client: its message is shown, without secrets. */
const asClientsOwn = ({ status, message, type, code, param, details }: UpstreamFailure): UpstreamFailure =>
  new UpstreamFailure('bad_request', {
    ...{ status, message },
    ...(type !== undefined && { type }),
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
    ...(details !== undefined && { details }),
  })

/** Returns the number by which the attempt can be amended while its response is delivered. */
export function noteAttempt(
  { call: { model }, attempts: { failures } }: OpenedCall,
  { id }: Channel,
  startedAt: number,
  outcome: FailureKind | 'ok',
  status: number,
  { attemptLog, clock }: RelayDeps,
): number {
  const ms = performance.now() - startedAt
  return attemptLog.note(id, { at: clock(), ms, outcome, status, model, isRetry: failures.length > 0 })
}

/** The upstream broke off the response of an attempt that had succeeded. */
export function amendAttempt(
  { call, attempts }: OpenedCall,
  { id }: Channel,
  failure: UpstreamFailure,
  deps: RelayDeps,
): void {
  call.trace?.broke(failure.kind)
  if (attempts.delivered !== undefined) deps.attemptLog.amend(id, attempts.delivered, failure.kind, failure.status)
}
