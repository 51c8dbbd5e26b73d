import { type Limit, type LimitHit, parseKey } from '../../domain/routing/limits/counter-key.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import type { Call } from './call.ts'
import { refusalOfHold, takeHold } from './hold.ts'
import { HoldKeeper } from './hold-keeper.ts'
import { expectedTokens } from './limits.ts'

/**
 * Takes a place on a channel with limits, counted in the database with the hold of the call, and gives up the place that the
 * call had on another one. Returns false where the channel or its key is full: it is left out until the call has waited.
 */
export async function takePlace(call: Call, whole: Channel, channel: Channel, deps: RelayDeps): Promise<boolean> {
  if (!call.isCounted) return true
  const limits = channel.limits ?? []
  const awaited = call.ticket ? undefined : deps.channelQueue.awaited(limits)
  const reached = awaited ?? (await occupy(call, limits, deps).catch(leaving(call, deps)))
  if (reached) noteFull(call, whole, channel, reached)
  else leaveQueue(call, true, deps)
  return !reached
}

const leaving = (call: Call, deps: RelayDeps) => (error: unknown) => {
  leaveQueue(call, false, deps)
  throw error
}

function noteFull(call: Call, whole: Channel, channel: Channel, reached: LimitHit): void {
  call.full ??= { channels: [], keys: [], reached: [] }
  const { channels, keys, reached: all } = call.full
  all.push(reached)
  if (parseKey(reached.key).scope === 'key' && channel.keyId > 0) {
    keys.push(channel.keyId)
    const isOpen = ({ keyId, keyStanding }: Channel) =>
      !keys.includes(keyId) && !call.triedKeys.includes(keyId) && keyStanding?.isOff !== true
    if (whole.keys?.some(isOpen)) return
  }
  channels.push(channel.id)
}

/**
 * Waits until a call that found nothing but full channels may ask again. Returns false where it may not wait, or no longer, or
 * its client is gone.
 */
export async function waitForPlace(call: Call, gone: LightSignal, deps: RelayDeps): Promise<boolean> {
  const { full } = call
  const seconds = Math.min(call.snapshot.options.ChannelQueueSeconds, call.queueSecondsMax)
  const awaited = full?.reached.filter((reached) => !isTooLarge(call, reached)) ?? []
  if (seconds === 0 || awaited.length === 0) return false
  if (call.occupied) await occupy(call, [], deps)
  call.ticket ??= deps.channelQueue.enter(call.caller.user_id)
  if (!call.ticket) return false
  const isItsTurn = await deps.channelQueue.wait(call.ticket, awaited, call.ticket.since + seconds * 1000, gone)
  if (isItsTurn) call.full = undefined
  return isItsTurn
}

/** A prompt beyond a limit of tokens per minute never fits, however long it waits. */
const isTooLarge = ({ promptTokens }: Call, { key, max }: LimitHit): boolean =>
  parseKey(key).measure === 'tokens' && promptTokens > max

/** The call has a place, or has ended without one. */
export function leaveQueue(call: Call, hasPlace: boolean, { channelQueue, metrics }: RelayDeps): void {
  if (!call.ticket) return
  const { ticket } = call
  call.ticket = undefined
  channelQueue.leave(ticket, hasPlace)
  metrics.channelWait((performance.now() - ticket.since) / 1000)
  if (hasPlace) metrics.channelLimit('waited')
}

/** All channels are full. Says when the first of them has room again. */
export function refusalOfBusy({ model, full }: Call, { clock }: RelayDeps): Refusal {
  const now = clock()
  const waits = (full?.reached ?? []).map(({ resets_at }) => (resets_at === undefined ? 1 : resets_at - now))
  const seconds = Math.max(1, Math.min(...waits))
  const detail = { reached: full?.reached }
  return new Refusal('channels_busy', { params: { model, seconds }, retryAfterSeconds: seconds, detail })
}

/** Takes a second place, for an attempt beside the one that runs. Refused, the call keeps the place it has. */
export async function takePlaceBeside(call: Call, { limits }: Channel, deps: RelayDeps): Promise<boolean> {
  if (!limits || !call.isCounted) return true
  if (deps.channelQueue.awaited(limits)) return false
  await needHold(call, deps)
  if (await place(call, limits, deps, true)) return false
  call.occupied = [...(call.occupied ?? []), ...limits]
  return true
}

/** Of two places, keeps that on the channel whose attempt goes on. */
export async function keepPlace(call: Call, { limits = [] }: Channel, deps: RelayDeps): Promise<void> {
  const former = call.occupied
  if (!former || former.length === limits.length) return
  await place(call, limits, deps)
  call.occupied = limits.length === 0 ? undefined : limits
  deps.channelQueue.freed(former)
}

async function needHold(call: Call, deps: RelayDeps): Promise<void> {
  if (call.hasHold) return
  await takeHold(call, 0, deps)
  call.keeper ??= new HoldKeeper(call, deps)
}

async function occupy(call: Call, limits: readonly Limit[], deps: RelayDeps): Promise<LimitHit | undefined> {
  if (limits.length === 0 && !call.occupied) return undefined
  await needHold(call, deps)
  const former = call.occupied
  // A second attempt on the same channel, with another key, is another request.
  if (former?.some(({ key }) => limits.some((limit) => limit.key === key))) await place(call, [], deps)
  const reached = await place(call, limits, deps)
  call.occupied = reached || limits.length === 0 ? undefined : limits
  if (former) deps.channelQueue.freed(former)
  return reached
}

async function place(
  call: Call,
  limits: readonly Limit[],
  deps: RelayDeps,
  isAdditional = false,
): Promise<LimitHit | undefined> {
  const { request_id, caller } = call
  const tokens = expectedTokens(call)
  const ids = { request_id, user_id: caller.user_id, token_id: caller.token_id }
  const ask = () => deps.ledger.occupy({ ...ids, at: deps.clock(), limits, isAdditional, ...tokens })
  let outcome = await ask()
  if (!outcome.ok && outcome.code === 'not_found') {
    // The hold has expired while the database or this process was away.
    call.occupied = undefined
    await takeHold(call, call.held, deps, true)
    outcome = await ask()
  }
  if (outcome.ok) return undefined
  if (outcome.reached) return outcome.reached
  throw refusalOfHold(outcome, call, deps)
}
