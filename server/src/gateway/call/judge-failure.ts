import { isOfRequest } from '@turnpike/contract/routing/channel-attempts'
import { type ErrorAction, ruleFor } from '@turnpike/contract/routing/error-rules'
import { disableForCall, noteRefusedCall } from '../../domain/routing/channels/health/refused-calls.ts'
import { noteKeyError } from '../../domain/routing/channels/keys/channel-keys.queries.ts'
import { disableKey } from '../../domain/routing/channels/keys/disable-key.ts'
import type { AttemptsFailed } from '../entry/errors/client-error.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { FailureKind, UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import type { Call } from './call.ts'
import { isFatalToChannel } from './retry.ts'

/** Failures of the key alone: the call may succeed with another key of the same channel. */
const ofKey: ReadonlySet<FailureKind> = new Set(['bad_key', 'no_balance', 'rate_limited'])

/** The same error of a key is stored at most this often. */
const noteEverySeconds = 10
const errorMax = 500

/** Whether another key or channel is tried after a failure, and whether only the key failed. */
export type Verdict = { mayRetry: boolean; isOfKey: boolean; isPassed?: true }

type Judged = {
  channel: Channel
  /** The channel with each of its other keys. */
  others: readonly Channel[]
  failed: AttemptsFailed
  /** Whether to retry, unless a rule of the administrator decides. */
  mayRetry: boolean
}

/**
 * Applies the failure of an attempt to its channel: by the administrator's first matching rule, or else by its kind. If
 * one of several keys fails for its own reason, the key is disabled or gets a cooldown, and the channel is left alone.
 * A channel with one usable key left fails like a channel with a single key.
 */
export function judgeFailure(call: Call, judged: Judged, deps: RelayDeps): Verdict {
  const { channel, failed, mayRetry } = judged
  const { failure } = failed
  if (channel.keyCooldown) noteError(channel, failed, deps)
  const rule = call.snapshot.errorRules && ruleFor(call.snapshot.errorRules, failure)
  if (rule) return byRule(call, rule.action, judged, deps)
  if (isOfRequest(failure.kind)) return { mayRetry, isOfKey: false }
  if (ofKey.has(failure.kind) && hasOtherKey(judged)) {
    const comesBack = failure.kind === 'rate_limited' || failure.retryAfterSeconds !== undefined
    stopKey(call, judged, comesBack || !channel.autoBan, deps)
    return { mayRetry, isOfKey: true }
  }
  judgeChannel(call, channel, failed, deps)
  countFailure(call, channel, failed, deps)
  return { mayRetry, isOfKey: false }
}

const hasOtherKey = ({ channel, others }: Judged): boolean =>
  channel.keyCooldown !== undefined && others.some(({ keyCooldown }) => !keyCooldown?.isOff)

function byRule(call: Call, action: ErrorAction, judged: Judged, deps: RelayDeps): Verdict {
  const { channel, failed } = judged
  if (action === 'pass') return { mayRetry: false, isOfKey: false, isPassed: true }
  const isOfKey = (action === 'cool_key' || action === 'disable_key') && hasOtherKey(judged)
  if (isOfKey) stopKey(call, judged, action === 'cool_key', deps)
  else if (action === 'cool_key' || action === 'cool_channel')
    deps.cooldowns.start(channel.cooldown, reasonOf(failed), failed.failure.retryAfterSeconds)
  else if (action !== 'retry' && channel.autoBan) disableNow(channel, reasonOf(failed), deps)
  // The upstream has done the work. A retry would be billed twice.
  return { mayRetry: failed.failure.code !== 'bad_response_body', isOfKey }
}

function noteError({ id, keyId, keyCooldown }: Channel, { failure, message }: AttemptsFailed, deps: RelayDeps): void {
  const { store, clock, log } = deps
  const at = clock()
  if (!keyCooldown || keyCooldown.notedAt > at - noteEverySeconds) return
  keyCooldown.notedAt = at
  noteKeyError(store, keyId, `${failure.status} ${message}`.slice(0, errorMax), at).catch(unnoted(id, log))
}

/** A refused key, or one whose account is empty, is disabled; a rate-limited key gets a cooldown. */
function stopKey(call: Call, { channel, failed }: Judged, isCoolingDown: boolean, deps: RelayDeps): void {
  const { keyCooldown, keyId, id } = channel
  if (!keyCooldown) return
  const reason = reasonOf(failed)
  if (isCoolingDown) {
    deps.cooldowns.start(keyCooldown, reason, failed.failure.retryAfterSeconds)
    return
  }
  const { store, log, clock } = deps
  keyCooldown.isOff = true
  keyCooldown.writes++
  disableKey(store, log, { id: keyId, channelId: id, reason, at: clock() })
    .then((outcome) => {
      if (outcome !== 'last') return
      keyCooldown.isOff = false
      judgeChannel(call, channel, failed, deps)
    })
    .catch(unnoted(id, log))
    .finally(() => {
      keyCooldown.writes--
    })
}

const reasonOf = ({ failure, message }: AttemptsFailed): string => `${failure.status} ${message}`

/**
 * An invalid key or an empty account disables its channel if the administrator wants that; otherwise the failure is
 * reported.
 */
function judgeChannel(call: Call, channel: Channel, { failure, message }: AttemptsFailed, deps: RelayDeps): void {
  const { store, log, clock, channelMails } = deps
  const isRefused = failure.status === 401 || failure.status === 403
  const reason = isRefused ? `${failure.status} ${message}` : message
  if ((isFatalToChannel(failure) && disableIfWanted(call, channel, reason, deps)) || !isRefused) return
  noteRefusedCall(store, { id: channel.id, reason, at: clock() }, channelMails).catch(unnoted(channel.id, log))
}

/** After some failures in a row by its own fault, a channel gets a cooldown, if the administrator wants that. */
function countFailure({ snapshot }: Call, { cooldown }: Channel, failed: AttemptsFailed, deps: RelayDeps): void {
  const { ChannelPauseFailures: failuresMax } = snapshot.options
  if (failuresMax === 0) return
  cooldown.failures++
  if (cooldown.failures >= failuresMax || cooldown.isTrial)
    deps.cooldowns.start(cooldown, reasonOf(failed), failed.failure.retryAfterSeconds)
}

/** The upstream responded, even if only to refuse the request: it works again. */
export function noteSuccess({ cooldown, keyCooldown }: Channel, sentAt: number, { cooldowns }: RelayDeps): void {
  if ((cooldown.until !== 0 || cooldown.failures !== 0) && sentAt >= cooldown.startedAt) cooldowns.recover(cooldown)
  if (keyCooldown && keyCooldown.until !== 0 && sentAt >= keyCooldown.startedAt) cooldowns.recover(keyCooldown)
}

/** Whether a failure shows that the upstream accepts calls. */
export const showsLife = ({ kind }: UpstreamFailure): boolean => isOfRequest(kind) && kind !== 'unsupported'

/** Disables a channel that cannot serve any call, if the administrator wants that. Returns whether it did. */
export function disableIfWanted({ snapshot }: Call, channel: Channel, reason: string, deps: RelayDeps): boolean {
  if (!snapshot.options.AutomaticDisableChannelEnabled || !channel.autoBan) return false
  disableNow(channel, reason, deps)
  return true
}

function disableNow({ id }: Channel, reason: string, { store, log, clock, channelMails }: RelayDeps): void {
  disableForCall(store, log, { id, reason, at: clock() }, channelMails).catch(unnoted(id, log))
}

const unnoted = (channel_id: number, log: RelayDeps['log']) => (error: unknown) =>
  log.warn('channel failure not noted', { channel_id, error })
