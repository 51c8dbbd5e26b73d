import type { LightAbortSignal, LightSignal } from '../../light/light-abort-signal.ts'
import type { CallTrace } from '../../traces/traces.ts'
import type { Routing } from '../entry/admit.ts'
import type { AttemptsFailed } from '../entry/errors/client-error.ts'
import { noAvailableChannel } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { type Channel, mappedModel } from '../routing/channel.ts'
import { afterFailure, noteAttempt } from './after-failure.ts'
import { leaveQueue } from './channel-slot.ts'
import { withoutLosses } from './estimated-cost.ts'
import { type EndedAttempt, hedgeAttempt } from './hedge.ts'
import { noteSuccess } from './judge-failure.ts'
import { keepConversation } from './kept-conversation.ts'
import { type Candidate, nextCandidate } from './next-candidate.ts'
import type { OpenedCall } from './open-call.ts'
import { mayRetry as mayRetryByKind } from './retry.ts'

/** How many further keys of its channels a call may try, beside its retries on other channels. */
const otherKeysMax = 3

type Attempt<Started> = (channel: Channel, signal?: LightAbortSignal) => Promise<Started>

type AttemptPolicy = {
  /** After which failures the next channel is tried. */
  mayTryNext?: typeof mayRetryByKind | undefined
  /** Whether a slow attempt is hedged by a second one on another channel; `attempt` then ends with its own signal. */
  mayHedge?: boolean
}

/**
 * Tries channels until one succeeds: a new channel each time, or another key of the same one, as often as the
 * administrator allows, and only while nothing has been sent to the client. An attempt throws UpstreamFailure for
 * errors that another channel might avoid. Once the client is gone no further channel is tried, and ClientGone is
 * thrown if an upstream may have begun to work.
 */
export async function tryChannels<Started>(
  opened: OpenedCall,
  admitted: Routing,
  untraced: Attempt<Started>,
  gone: LightSignal,
  deps: RelayDeps,
  { mayTryNext = mayRetryByKind, mayHedge = false }: AttemptPolicy = {},
): Promise<{ channel: Channel; started: Started }> {
  const { call, attempts, slot } = opened
  const { options } = call.snapshot
  const attempt = call.trace ? tracedAttempt(call.trace, opened, untraced, gone) : untraced
  const routing = options.BelowCostGuard === 'refuse' ? withoutLosses(call, admitted, deps.clock()) : admitted
  const isPinned = 'pinned' in routing
  let triesMax = isPinned ? 1 : options.RetryTimes + 1
  let failed: AttemptsFailed | undefined
  let otherKeys = 0
  for (let number = 0; number < triesMax && !gone.aborted; ) {
    const found = nextCandidate(opened, routing, number, gone, deps)
    const candidate = found instanceof Promise ? await found : found
    if (!candidate) break
    const { withKey } = candidate
    const startedAt = performance.now()
    attempts.begin(withKey.id, startedAt)
    const hedgeMs = mayHedge && !isPinned ? (withKey.hedgeAfterMs ?? options.HedgeAfterMs) : 0
    let ended: EndedAttempt<Started>
    if (hedgeMs > 0)
      ended = await hedgeAttempt(opened, { routing, number, first: candidate, afterMs: hedgeMs, attempt, gone }, deps)
    else {
      // Awaited here rather than in a function of its own, which would cost every call a promise.
      try {
        ended = { candidate, startedAt, started: await attempt(withKey) }
      } catch (error) {
        ended = { candidate, startedAt, error }
      }
    }
    if ('started' in ended) {
      noteDelivered(opened, ended, candidate, deps)
      return { channel: ended.candidate.withKey, started: ended.started }
    }
    const after = afterFailure(opened, ended, { mayTryNext, gone }, deps)
    failed = after.failed
    if (failed.failure.kind === 'unsupported' && !isPinned) triesMax++ // the upstream cannot have done any work
    if (after.next === 'stop') break
    // The upstream refused this key before it did any work, so another key does not count as a retry.
    if (after.next === 'key' && otherKeys < otherKeysMax) otherKeys++
    else {
      attempts.done.push(ended.candidate.withKey.id)
      number++
    }
  }
  leaveQueue(slot, false, deps)
  throw failed ?? noAvailableChannel(call.model, call.caller.group)
}

/** An attempt has succeeded: its response is delivered, and its channel works. */
function noteDelivered(
  opened: OpenedCall,
  { candidate: { withKey }, startedAt }: { candidate: Candidate; startedAt: number },
  first: Candidate,
  deps: RelayDeps,
): void {
  const { call, attempts, slot } = opened
  deps.metrics.attempt(withKey.id, 'ok')
  if (slot.full) deps.metrics.channelLimit('overflowed')
  attempts.delivered = noteAttempt(opened, withKey, startedAt, 'ok', 0, deps)
  noteSuccess(withKey, startedAt, deps)
  if (call.conversation !== undefined)
    keepConversation(call, withKey, first.isKept === true && withKey === first.withKey, deps)
}

/** The same attempt with a span. A successful attempt's span ends with its response. */
const tracedAttempt =
  <Started>(
    trace: CallTrace,
    { call: { model }, attempts: { tried, failures } }: OpenedCall,
    attempt: Attempt<Started>,
    gone: LightSignal,
  ): Attempt<Started> =>
  async (channel, signal) => {
    // The channel of an attempt is in `tried` before it begins, except that of a second, hedged attempt.
    const isAdditional = tried.at(-1) !== channel.id
    const span = trace.attempt({
      channel,
      key_id: channel.keyId,
      model: mappedModel(channel, model),
      before: isAdditional ? tried.length : tried.length - 1,
      reason: isAdditional ? 'hedge' : failures.at(-1)?.kind,
    })
    try {
      return await attempt(channel, signal)
    } catch (error) {
      const isCancelled = gone.aborted || signal?.aborted === true
      if (!(error instanceof UpstreamFailure)) span.fail(isCancelled ? 'cancelled' : 'internal', 0)
      else span.fail(isCancelled ? 'cancelled' : error.kind, error.status)
      throw error
    }
  }
