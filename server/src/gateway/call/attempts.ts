import type { LightAbortSignal, LightSignal } from '../../light/light-abort-signal.ts'
import { connectingMsMax } from '../../outbound/exchange.ts'
import type { Routing } from '../entry/admit.ts'
import { AttemptsFailed } from '../entry/client-error.ts'
import { noAvailableChannel } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { type FailureKind, UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import { chooseKey, hasOpenKey } from '../routing/choose-key.ts'
import { chooseChannel } from '../routing/routing.ts'
import type { Call } from './call.ts'
import { rankBy } from './channel-rank.ts'
import { withoutLosses } from './cost-guard.ts'
import { type Next, type Raced, raced } from './hedge.ts'
import { judgeFailure, noteSuccess, showsLife } from './judge-failure.ts'
import { keepConversation, keptChannel } from './kept-conversation.ts'
import { keepPlace, leaveQueue, refusalOfBusy, takePlace, takePlaceBeside, waitForPlace } from './places.ts'
import { mayRetry as mayRetryByKind } from './retry.ts'
import { tracedAttempt } from './traced-attempt.ts'
import { failureOfError, notSent } from './upstream-failures.ts'

/** How many further keys of its channels a call may try, beside its retries on other channels. */
const otherKeysMax = 3

/** The client hung up while an upstream worked on its request, which is charged all the same. */
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

type Manner = {
  /** After which failures the next channel is tried. */
  mayTryNext?: typeof mayRetryByKind | undefined
  /** Whether a second channel may be asked beside a slow one; `attempt` then ends with the signal that it is given. */
  mayHedge?: boolean
}

/**
 * Tries channels until one succeeds: a new one each time, or another key of the same, as often as the administrator
 * allows, and only while nothing has been sent to the client. An attempt throws UpstreamFailure for what another channel
 * might do better; once the client is gone no further channel is asked, and ClientGone is thrown if an upstream may have
 * begun to work.
 */
export async function tryChannels<Started>(
  call: Call,
  asked: Routing,
  untraced: (channel: Channel, signal?: LightAbortSignal) => Promise<Started>,
  gone: LightSignal,
  deps: RelayDeps,
  { mayTryNext = mayRetryByKind, mayHedge = false }: Manner = {},
): Promise<{ channel: Channel; started: Started }> {
  const attempt = call.trace ? tracedAttempt(call.trace, call, untraced, gone) : untraced
  const routing = call.snapshot.options.BelowCostGuard === 'refuse' ? withoutLosses(call, asked) : asked
  let triesMax = 'pinned' in routing ? 1 : call.snapshot.options.RetryTimes + 1
  let failed: AttemptsFailed | undefined
  let otherKeys = 0
  for (let number = 0; number < triesMax && !gone.aborted; ) {
    const next = nextChannel(call, routing, number, deps)
    if (!next) {
      if (!call.full) break
      if (await waitForPlace(call, gone, deps)) continue
      leaveQueue(call, false, deps)
      if (!gone.aborted) deps.metrics.channelLimit('refused')
      throw refusalOfBusy(call, deps)
    }
    let { whole, channel } = next
    const isLimited = channel.limits !== undefined || call.occupied !== undefined || call.ticket !== undefined
    if (isLimited && !(await takePlace(call, whole, channel, deps))) continue // it is full: no try of the call
    if (isPaused(channel) && !(await mayTry(channel, deps))) continue // another process tries it now
    call.tried.push(channel.id)
    let startedAt = performance.now()
    call.sentAt = startedAt
    try {
      const hedgeMs = mayHedge && !('pinned' in routing) ? hedgeAfterMs(call, channel) : 0
      let started: Started
      if (hedgeMs === 0) started = await attempt(channel)
      else {
        const race = await raceWith(call, { routing, number, first: next, afterMs: hedgeMs, attempt, gone }, deps)
        ;({ whole, channel } = race.next)
        startedAt = race.startedAt
        call.sentAt = startedAt
        if ('error' in race) throw race.error
        started = race.started
      }
      deps.metrics.attempt(channel.id, 'ok')
      if (call.full) deps.metrics.channelLimit('overflowed')
      call.attempt = noteAttempt(call, channel, 'ok', 0, deps)
      noteSuccess(channel, startedAt, deps)
      if (call.conversation !== undefined)
        keepConversation(call, channel, next.isKept === true && channel === next.channel, deps)
      return { channel, started }
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      deps.metrics.attempt(channel.id, error.kind)
      // A client that hangs up breaks the connection to its upstream, which is no failure of the channel.
      if (!gone.aborted) noteAttempt(call, channel, error.kind, error.status, deps)
      call.failures.push(error)
      if (gone.aborted && call.cancelled) throw call.cancelled // no answer came, so nothing is charged
      if (gone.aborted && error.code !== notSent) throw new ClientGone(channel, error)
      failed = new AttemptsFailed(error, channel)
      deps.log.info('attempt failed', {
        request_id: call.request_id,
        channel_id: channel.id,
        ...(channel.keyId > 0 && { key_id: channel.keyId }),
        kind: error.kind,
        status: error.status,
        reason: failed.message,
      })
      if (showsLife(error)) noteSuccess(channel, startedAt, deps)
      const others = whole.keys?.filter(({ keyId }) => keyId !== channel.keyId) ?? []
      const judged = { channel, others, failed, mayRetry: mayTryNext(channel, error) }
      const { mayRetry, isOfKey, isPassed } = judgeFailure(call, judged, deps)
      if (isPassed) failed = new AttemptsFailed(asClientsOwn(error), channel)
      if (channel.keyId > 0) call.triedKeys.push(channel.keyId)
      if (error.kind === 'unsupported' && !('pinned' in routing)) triesMax++ // it cannot have done any work
      if (!mayRetry || call.connectingMs >= connectingMsMax) break
      // The upstream refused this key before it did any work, so another key is no retry that an administrator limits.
      if (isOfKey && otherKeys < otherKeysMax && hasOpenKey(others, { ...call, clock: deps.clock })) otherKeys++
      else {
        call.done.push(channel.id)
        number++
      }
    }
  }
  leaveQueue(call, false, deps)
  throw failed ?? noAvailableChannel(call.model, call.caller.group)
}

/** How long the channel may be silent until another one is asked as well; 0: for ever. */
const hedgeAfterMs = ({ snapshot }: Call, { hedgeAfterMs: own }: Channel): number =>
  own ?? snapshot.options.HedgeAfterMs

type Hedging<Started> = {
  routing: Routing
  number: number
  first: Next
  afterMs: number
  attempt: (channel: Channel, signal?: LightAbortSignal) => Promise<Started>
  gone: LightSignal
}

/** An attempt, and where it is slow a second one on another channel beside it. */
async function raceWith<Started>(
  call: Call,
  { routing, number, ...hedging }: Hedging<Started>,
  deps: RelayDeps,
): Promise<Raced<Started>> {
  const race = await raced({
    ...hedging,
    async second() {
      const left = { ...call, done: [...call.done, hedging.first.channel.id], conversation: undefined }
      const next = nextChannel(left, routing, number, deps)
      if (!next || isPaused(next.channel)) return undefined
      const hasPlace = await takePlaceBeside(call, next.channel, deps).catch((error: unknown) => {
        deps.log.warn('no second attempt', { request_id: call.request_id, channel_id: next.channel.id, error })
        return false
      })
      if (!hasPlace) return undefined
      call.isHedged = true
      call.sentAt = performance.now()
      return next
    },
    oneFailed({ next, startedAt }, other, error) {
      call.tried.splice(-1, 1, next.channel.id, other.next.channel.id)
      call.done.push(next.channel.id)
      if (error instanceof UpstreamFailure) return noteFailed(call, { ...next, startedAt }, error, deps)
      // An error of our own says nothing about the channel, but every channel in `tried` has its failure.
      deps.log.warn('attempt failed', { request_id: call.request_id, channel_id: next.channel.id, error })
      call.failures.push(failureOfError(error))
    },
  })
  if (!race.isHedged) return race
  if (race.loser) call.tried.splice(-1, 1, race.next.channel.id)
  deps.metrics.hedge('error' in race ? 'failed' : race.next === hedging.first ? 'first' : 'second')
  // Without this the place on the other channel is freed with the hold, at the end of the call.
  await keepPlace(call, race.next.channel, deps).catch((error: unknown) =>
    deps.log.warn('place not given up', { request_id: call.request_id, error }),
  )
  return race
}

/** An attempt has failed while another one goes on. */
function noteFailed(call: Call, failed: Next & { startedAt: number }, error: UpstreamFailure, deps: RelayDeps): void {
  const { whole, channel, startedAt } = failed
  deps.metrics.attempt(channel.id, error.kind)
  noteAttempt({ ...call, sentAt: startedAt }, channel, error.kind, error.status, deps)
  call.failures.push(error)
  const others = whole.keys?.filter(({ keyId }) => keyId !== channel.keyId) ?? []
  judgeFailure(call, { channel, others, failed: new AttemptsFailed(error, channel), mayRetry: false }, deps)
}

/** The upstream's error as one of the client's own: its message is shown, without secrets. */
const asClientsOwn = ({ status, message, type, code, param, details }: UpstreamFailure): UpstreamFailure =>
  new UpstreamFailure('bad_request', {
    ...{ status, message },
    ...(type !== undefined && { type }),
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
    ...(details !== undefined && { details }),
  })

const isPaused = ({ standing, keyStanding }: Channel): boolean =>
  standing.until !== 0 || (keyStanding !== undefined && keyStanding.until !== 0)

/** Returns the number by which the attempt can be amended while its answer is delivered. */
function noteAttempt(
  { model, sentAt = 0, failures }: Call,
  { id }: Channel,
  outcome: FailureKind | 'ok',
  status: number,
  { attemptLog, clock }: RelayDeps,
): number {
  const ms = performance.now() - sentAt
  return attemptLog.note(id, { at: clock(), ms, outcome, status, model, isRetry: failures.length > 0 })
}

/** The answer of an attempt that had succeeded broke off by the upstream's fault. */
export function amendAttempt(
  { attempt, trace }: Call,
  { id }: Channel,
  failure: UpstreamFailure,
  deps: RelayDeps,
): void {
  trace?.broke(failure.kind)
  if (attempt !== undefined) deps.attemptLog.amend(id, attempt, failure.kind, failure.status)
}

/** The channel of the next attempt, and the same with the key that is used, where it has several. */
function nextChannel(call: Call, routing: Routing, attempt: number, deps: RelayDeps): Next | undefined {
  const { promptTokens, snapshot, full } = call
  const tried = full ? [...call.done, ...full.channels] : call.done
  const triedKeys = full ? [...call.triedKeys, ...full.keys] : call.triedKeys
  const { random, clock } = deps
  if ('pinned' in routing)
    return full?.channels.includes(routing.pinned.id) ? undefined : withItsKey(routing.pinned, triedKeys, deps)
  const { tiers } = routing
  const rank =
    snapshot.options.ChannelChoice === 'weight' ? undefined : rankBy(snapshot.options.ChannelChoice, call, deps)
  const choice = { tiers, attempt, tried, triedKeys, hasFull: full !== undefined, promptTokens, random, clock, rank }
  const kept =
    call.conversation !== undefined && attempt === 0 ? keptChannel(call.conversation, choice, deps) : undefined
  if (kept) return kept
  const whole = chooseChannel(choice)
  return whole && withItsKey(whole, triedKeys, deps)
}

function withItsKey(whole: Channel, triedKeys: readonly number[], { random, clock }: RelayDeps): Next | undefined {
  const channel = whole.keys ? chooseKey(whole, { triedKeys, random, clock }) : whole
  return channel && { whole, channel }
}

/** A channel or key whose pause is over is tried by one call at a time. */
async function mayTry({ standing, keyStanding }: Channel, { standings }: RelayDeps): Promise<boolean> {
  if (standing.until !== 0 && !(await standings.claim(standing))) return false
  return keyStanding === undefined || keyStanding.until === 0 || standings.claim(keyStanding)
}
