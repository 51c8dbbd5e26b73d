import { quotaMax } from '@turnpike/contract/quota'
import { isCosted, type Limit, type LimitHit, parseKey } from '../../domain/routing/limits/counter-key.ts'
import { isBudget } from '../../domain/routing/limits/window.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import type { Channel } from '../routing/channel.ts'
import type { QueueEntry } from '../routing/channel-queue.ts'
import { billed, type Call } from './call.ts'
import { boundOfCost } from './estimated-cost.ts'
import { affordable, type Hold, isQuotaRefusal, openHold, refusalOfHold, takeHold } from './hold.ts'
import { HoldKeeper } from './hold-keeper.ts'
import { expectedTokens } from './limits.ts'

/** Channels and keys without room for a call, and the limits that were reached. */
type Full = { channels: number[]; keys: number[]; reached: LimitHit[] }

/** The slot of a call on a channel with limits, or its place in the queue for one. */
export class ChannelSlot {
  /** The limits of the channel on which the call has a slot now; undefined for a channel without limits. */
  occupied: readonly Limit[] | undefined
  /** The channels that were full since the call last waited. */
  full: Full | undefined
  /** Present while the call waits for a slot. */
  entry: QueueEntry | undefined
}

type Slotted = {
  readonly call: Call
  readonly hold: Hold
  readonly slot: ChannelSlot
  readonly attempts: { readonly triedKeys: readonly number[] }
}

/** A channel without limits needs no slot, unless a slot on another channel must be released. */
export const needsSlot = ({ occupied, entry }: ChannelSlot, { limits }: Channel): boolean =>
  limits !== undefined || occupied !== undefined || entry !== undefined

/**
 * Takes a slot on a channel with limits and releases the slot on another channel. Slots are counted in the database
 * with the hold. Returns false if the channel or its key is full; it is then skipped until the call has waited.
 */
export async function acquireSlot(
  opened: Slotted,
  { channel, withKey }: { channel: Channel; withKey: Channel },
  deps: RelayDeps,
): Promise<boolean> {
  const { call, slot } = opened
  if (!call.isCounted) return true
  const limits = limitsFor(call, withKey, deps) ?? []
  const awaited = slot.entry ? undefined : deps.channelQueue.awaited(limits)
  const reached = awaited ?? (await moveSlot(opened, limits, deps).catch(leaving(slot, deps)))
  if (reached) noteFull(opened, channel, withKey, reached)
  else leaveQueue(slot, true, deps)
  return !reached
}

const leaving = (slot: ChannelSlot, deps: RelayDeps) => (error: unknown) => {
  leaveQueue(slot, false, deps)
  throw error
}

function noteFull({ slot, attempts }: Slotted, channel: Channel, withKey: Channel, reached: LimitHit): void {
  slot.full ??= { channels: [], keys: [], reached: [] }
  const { channels, keys, reached: all } = slot.full
  all.push(reached)
  if (parseKey(reached.key).scope === 'key' && withKey.keyId > 0) {
    keys.push(withKey.keyId)
    const isOpen = ({ keyId, keyCooldown }: Channel) =>
      !keys.includes(keyId) && !attempts.triedKeys.includes(keyId) && keyCooldown?.isOff !== true
    if (channel.keys?.some(isOpen)) return
  }
  channels.push(withKey.id)
}

/**
 * Waits until a call that found only full channels may try again. Returns false if it may not wait, if its wait is
 * over, or if its client is gone.
 */
export async function waitForSlot(opened: Slotted, gone: LightSignal, deps: RelayDeps): Promise<boolean> {
  const { call, slot } = opened
  const seconds = Math.min(call.snapshot.options.ChannelQueueSeconds, call.queueSecondsMax)
  const until = deps.clock() + seconds
  const awaited = slot.full?.reached.filter((hit) => !isTooLarge(call, hit) && !isLongFull(hit, until)) ?? []
  if (seconds === 0 || awaited.length === 0) return false
  if (slot.occupied) await moveSlot(opened, [], deps)
  slot.entry ??= deps.channelQueue.enter(call.caller.user_id)
  if (!slot.entry) return false
  const isItsTurn = await deps.channelQueue.wait(slot.entry, awaited, slot.entry.since + seconds * 1000, gone)
  if (isItsTurn) slot.full = undefined
  return isItsTurn
}

/** A prompt above a limit of tokens per minute, or a cost above a budget, never fits, however long it waits. */
const isTooLarge = ({ promptTokens }: Call, { key, max, cost = 0 }: LimitHit): boolean =>
  (parseKey(key).measure === 'tokens' && promptTokens > max) || cost > max

/** No call waits for a budget that is used up until long after its wait would be over. */
const isLongFull = ({ key, resets_at = 0 }: LimitHit, until: number): boolean => isBudget(key) && resets_at > until

/** The limits of a channel with its key; its budgets with the cost that the call reserves. */
function limitsFor(call: Call, channel: Channel, { clock }: RelayDeps): readonly Limit[] | undefined {
  const { limits } = channel
  if (!limits?.some(({ key }) => isBudget(key))) return limits
  const cost = boundOfCost(call, channel, clock())
  return limits.map((limit) => (isBudget(limit.key) ? { ...limit, cost } : limit))
}

/** The call has a slot, or has ended without one. */
export function leaveQueue(slot: ChannelSlot, hasSlot: boolean, { channelQueue, metrics }: RelayDeps): void {
  const { entry } = slot
  if (!entry) return
  slot.entry = undefined
  channelQueue.leave(entry, hasSlot)
  metrics.channelWait((performance.now() - entry.since) / 1000)
  if (hasSlot) metrics.channelLimit('waited')
}

/** All channels are full. Says when the first of them has room again. */
export function refusalOfBusy({ model }: Call, { full }: Pick<ChannelSlot, 'full'>, { clock }: RelayDeps): Refusal {
  const now = clock()
  const waits = (full?.reached ?? []).map(({ resets_at }) => (resets_at === undefined ? 1 : resets_at - now))
  const seconds = Math.max(1, Math.min(...waits))
  const detail = { reached: full?.reached }
  return new Refusal('channels_busy', { params: { model, seconds }, retryAfterSeconds: seconds, detail })
}

/** Takes a second slot, for the second attempt of a hedged call. If it is refused, the call keeps its first slot. */
export async function acquireAdditionalSlot(opened: Slotted, channel: Channel, deps: RelayDeps): Promise<boolean> {
  const { call, slot } = opened
  const limits = limitsFor(call, channel, deps)
  if (!limits || !call.isCounted) return true
  if (deps.channelQueue.awaited(limits)) return false
  await needHold(opened, deps)
  if (await occupy(opened, limits, deps, true)) return false
  slot.occupied = [...(slot.occupied ?? []), ...limits]
  return true
}

/**
 * Reserves what a request costs as its channel sends it, where that is more than the slot has reserved of a budget of the
 * channel. Gives the refusal if a budget has no room for it.
 */
async function reserveCost(
  opened: Slotted,
  channel: Channel,
  sent: Call,
  deps: RelayDeps,
): Promise<Refusal | undefined> {
  const { slot } = opened
  const reserved = slot.occupied
  if (!reserved?.some(isCosted)) return undefined
  const reservedOf = (key: string) => reserved.find((limit) => limit.key === key)?.cost
  const raised = (limitsFor(sent, channel, deps) ?? []).filter(
    ({ key, cost = 0 }) => cost > (reservedOf(key) ?? quotaMax),
  )
  if (raised.length === 0) return undefined
  const reached = await occupy(opened, raised, deps, true)
  if (reached) return refusalOfBusy(sent, { full: { channels: [], keys: [], reached: [reached] } }, deps)
  slot.occupied = (slot.occupied ?? raised).map((limit) => raised.find(({ key }) => key === limit.key) ?? limit)
  return undefined
}

/** Keeps the slot on the channel whose attempt continues, and releases the other. */
export async function keepSlot(opened: Slotted, { limits = [] }: Channel, deps: RelayDeps): Promise<void> {
  const { slot } = opened
  const former = slot.occupied
  if (!former || former.length === limits.length) return
  const kept = former.filter(({ key }) => limits.some((limit) => limit.key === key))
  await occupy(opened, kept, deps)
  slot.occupied = kept.length === 0 ? undefined : kept
  deps.channelQueue.freed(former)
}

async function needHold(opened: Slotted, deps: RelayDeps): Promise<void> {
  const { hold } = opened
  if (hold.isTaken) return
  await takeHold(opened, 0, deps)
  hold.keeper ??= new HoldKeeper(opened, deps)
}

/** Replaces the slot of the call by one with these limits; without limits, releases it. */
async function moveSlot(opened: Slotted, limits: readonly Limit[], deps: RelayDeps): Promise<LimitHit | undefined> {
  const { slot } = opened
  if (limits.length === 0 && !slot.occupied) return undefined
  await needHold(opened, deps)
  const former = slot.occupied
  // A second attempt on the same channel, with another key, is another request.
  if (former?.some(({ key }) => limits.some((limit) => limit.key === key))) await occupy(opened, [], deps)
  const reached = await occupy(opened, limits, deps)
  slot.occupied = reached || limits.length === 0 ? undefined : limits
  if (former) deps.channelQueue.freed(former)
  return reached
}

async function occupy(
  opened: Slotted,
  limits: readonly Limit[],
  deps: RelayDeps,
  isAdditional = false,
): Promise<LimitHit | undefined> {
  const { call, hold, slot } = opened
  const tokens = expectedTokens(call)
  const ids = billed(call)
  const tryOccupy = () => deps.ledger.occupy({ ...ids, at: deps.clock(), limits, isAdditional, ...tokens })
  let outcome = await tryOccupy()
  if (!outcome.ok && outcome.code === 'not_found') {
    // The hold expired while the database or this process was unavailable.
    slot.occupied = undefined
    await takeHold(opened, hold.amount, deps, true)
    outcome = await tryOccupy()
  }
  if (outcome.ok) return undefined
  if (outcome.reached) return outcome.reached
  throw refusalOfHold(outcome, call, deps)
}

/**
 * Extends the hold, and what is reserved of budgets of the channel, for an attempt that could cost more, because its
 * channel changes the request. `sent` is the call as the channel is sent it. If the balance or a budget is too small, the
 * attempt fails before anything is sent, and another channel is tried.
 */
export async function coverAttempt(opened: Slotted, channel: Channel, sent: Call, deps: RelayDeps): Promise<void> {
  try {
    const amount = affordable(() => sent.holdAt?.(sent.price, sent.groupRatio) ?? 0)
    const busy = await reserveCost(opened, channel, sent, deps)
    if (busy) throw busy
    await coverHold(opened, amount, deps)
  } catch (error) {
    if (!(error instanceof Refusal) || !(isQuotaRefusal(error) || error.code === 'channels_busy')) throw error
    const { status, code } = error
    throw new UpstreamFailure('unsupported', { status, code, message: error.text('en'), type: 'new_api_error' })
  }
}

async function coverHold(opened: Slotted, amount: number, deps: RelayDeps): Promise<void> {
  const { call, hold } = opened
  if (amount <= hold.amount) return
  if (!hold.isTaken) {
    await openHold(opened, amount, deps)
    if (hold.isTaken) hold.keeper ??= new HoldKeeper(opened, deps)
    return
  }
  const { limits } = call
  const ids = billed(call)
  const outcome = await deps.ledger.extend({ ...ids, amount, at: deps.clock(), limits, keepsCosts: true })
  if (!outcome.ok) throw refusalOfHold(outcome, call, deps)
  hold.amount = Math.max(hold.amount, amount)
}
