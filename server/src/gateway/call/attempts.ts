import { disableForCall, noteRefusedCall } from '../../domain/channels/health/refused-calls.ts'
import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import type { Routing } from '../entry/admit.ts'
import { AttemptsFailed } from '../entry/client-error.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { type FailureKind, UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import { chooseChannel } from '../routing/routing.ts'
import type { Call } from './call.ts'
import { isFatalToChannel, mayRetry } from './retry.ts'
import { notSent } from './upstream-failures.ts'

/** How long a call may spend on upstreams to which no connection comes about, over all attempts. */
const connectingMaxMs = 20_000

/** The client hung up while an upstream worked on its request, which is charged all the same. */
export class ClientGone extends Error {
  readonly channel: Channel
  constructor(channel: Channel) {
    super('the client hung up')
    this.channel = channel
  }
}

/**
 * Tries channels until one succeeds: a new one each time, as often as the administrator allows, and only while nothing has
 * been sent to the client. `attempt` throws UpstreamFailure for what another channel might do better; once the client is
 * gone no further channel is asked, and ClientGone is thrown if an upstream may have begun to work. `mayTryNext` says after
 * which failures the next channel is tried.
 */
export async function tryChannels<Started>(
  call: Call,
  routing: Routing,
  attempt: (channel: Channel) => Promise<Started>,
  gone: LightSignal,
  deps: RelayDeps,
  mayTryNext = mayRetry,
): Promise<{ channel: Channel; started: Started }> {
  let triesMax = 'pinned' in routing ? 1 : call.snapshot.options.RetryTimes + 1
  let failed: AttemptsFailed | undefined
  let connectingMs = 0
  for (let number = 0; number < triesMax && !gone.aborted; number++) {
    const channel = nextChannel(call, routing, number, deps)
    if (!channel) break
    call.tried.push(channel.id)
    const startedAt = performance.now()
    call.sentAt = startedAt
    try {
      const started = await attempt(channel)
      deps.metrics.attempt('ok')
      call.attempt = noteAttempt(call, channel, 'ok', 0, deps)
      return { channel, started }
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      deps.metrics.attempt(error.kind)
      // A client that hangs up breaks the connection to its upstream, which is no failure of the channel.
      if (!gone.aborted) noteAttempt(call, channel, error.kind, error.status, deps)
      call.failures.push(error)
      if (gone.aborted && error.code !== notSent) throw new ClientGone(channel)
      failed = new AttemptsFailed(error, channel)
      deps.log.info('attempt failed', {
        request_id: call.request_id,
        channel_id: channel.id,
        kind: error.kind,
        status: error.status,
        reason: failed.message,
      })
      judgeChannel(call, channel, failed, deps)
      if (error.kind === 'unsupported' && !('pinned' in routing)) triesMax++ // it cannot have done any work
      if (error.code === notSent) connectingMs += performance.now() - startedAt
      if (!mayTryNext(channel, error) || connectingMs >= connectingMaxMs) break
    }
  }
  throw failed ?? new Refusal('model_not_found', { params: { model: call.model, group: call.caller.group } })
}

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
export function amendAttempt({ attempt }: Call, { id }: Channel, failure: UpstreamFailure, deps: RelayDeps): void {
  if (attempt !== undefined) deps.attemptLog.amend(id, attempt, failure.kind, failure.status)
}

function nextChannel(call: Call, routing: Routing, attempt: number, { random }: RelayDeps): Channel | undefined {
  if ('pinned' in routing) return routing.pinned
  return chooseChannel({ tiers: routing.tiers, attempt, tried: call.tried, promptTokens: call.promptTokens, random })
}

/** A dead key or an empty account disables its channel, where the administrator wants that; else a refusal is reported. */
function judgeChannel(call: Call, channel: Channel, { failure, message }: AttemptsFailed, deps: RelayDeps): void {
  const { store, log, clock, channelMails } = deps
  const isRefused = failure.status === 401 || failure.status === 403
  const reason = isRefused ? `${failure.status} ${message}` : message
  if ((isFatalToChannel(failure) && disableIfWanted(call, channel, reason, deps)) || !isRefused) return
  noteRefusedCall(store, { id: channel.id, reason, at: clock() }, channelMails).catch(unnoted(channel, log))
}

/** Disables a channel that can serve no call, where the administrator wants that; returns whether. */
export function disableIfWanted(
  { snapshot }: Call,
  channel: Channel,
  reason: string,
  { store, log, clock, channelMails }: RelayDeps,
): boolean {
  if (!snapshot.options.AutomaticDisableChannelEnabled || !channel.autoBan) return false
  disableForCall(store, log, { id: channel.id, reason, at: clock() }, channelMails).catch(unnoted(channel, log))
  return true
}

const unnoted =
  ({ id }: Channel, log: RelayDeps['log']) =>
  (error: unknown) =>
    log.warn('channel failure not noted', { channel_id: id, error })
