import type { LightSignal } from '../../light/light-abort-signal.ts'
import type { Routing } from '../entry/admit.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Channel } from '../routing/channel.ts'
import { chooseKey } from '../routing/choose-key.ts'
import { chooseChannel } from '../routing/routing.ts'
import { rankBy } from './channel-rank.ts'
import { acquireSlot, leaveQueue, needsSlot, refusalOfBusy, waitForSlot } from './channel-slot.ts'
import { keptChannel } from './kept-conversation.ts'
import type { OpenedCall } from './open-call.ts'

/** The channel of an attempt, and the channel with the chosen key if it has several. */
export type Candidate = { channel: Channel; withKey: Channel; isKept?: boolean }

/**
 * The channel of the next attempt, with a slot if it has limits, and with the trial if its cooldown is over. Undefined
 * if no channel is left or the client is gone. Returns a promise only if it needs the database or the queue.
 */
export function nextCandidate(
  opened: OpenedCall,
  routing: Routing,
  number: number,
  gone: LightSignal,
  deps: RelayDeps,
): Candidate | undefined | Promise<Candidate | undefined> {
  const { slot } = opened
  const chosen = chooseCandidate(opened, routing, number, deps)
  const isFree = chosen ? !needsSlot(slot, chosen.withKey) && !isCoolingDown(chosen.withKey) : !slot.full
  return isFree ? chosen : reserveCandidate(chosen, opened, routing, number, gone, deps)
}

async function reserveCandidate(
  chosen: Candidate | undefined,
  opened: OpenedCall,
  routing: Routing,
  number: number,
  gone: LightSignal,
  deps: RelayDeps,
): Promise<Candidate | undefined> {
  const { call, slot } = opened
  let candidate = chosen
  while (!gone.aborted) {
    if (candidate) {
      const { withKey } = candidate
      const hasSlot = !needsSlot(slot, withKey) || (await acquireSlot(opened, candidate, deps))
      if (hasSlot && (!isCoolingDown(withKey) || (await claimTrial(withKey, deps)))) return candidate
    } else if (!slot.full) return undefined
    else if (!(await waitForSlot(opened, gone, deps))) {
      leaveQueue(slot, false, deps)
      if (!gone.aborted) deps.metrics.channelLimit('refused')
      throw refusalOfBusy(call, slot, deps)
    }
    candidate = chooseCandidate(opened, routing, number, deps)
  }
  return undefined
}

/**
 * Chooses among the channels that were not tried yet. `beside` is the channel of the running attempt of a hedged call.
 */
export function chooseCandidate(
  { call, attempts, slot: { full } }: OpenedCall,
  routing: Routing,
  number: number,
  deps: RelayDeps,
  beside?: Channel,
): Candidate | undefined {
  const { promptTokens, snapshot, conversation } = call
  const done = beside ? [...attempts.done, beside.id] : attempts.done
  const tried = full ? [...done, ...full.channels] : done
  const triedKeys = full ? [...attempts.triedKeys, ...full.keys] : attempts.triedKeys
  const { random, clock } = deps
  if ('pinned' in routing)
    return full?.channels.includes(routing.pinned.id) ? undefined : withItsKey(routing.pinned, triedKeys, deps)
  const { tiers } = routing
  const { ChannelChoice } = snapshot.options
  const rank = ChannelChoice === 'weight' ? undefined : rankBy(ChannelChoice, call, deps)
  const hasFull = full !== undefined
  const choice = { tiers, attempt: number, tried, triedKeys, hasFull, promptTokens, random, clock, rank }
  const mayBeKept = conversation !== undefined && number === 0 && !beside
  const kept = mayBeKept ? keptChannel(conversation, choice, deps) : undefined
  if (kept) return kept
  const channel = chooseChannel(choice)
  return channel && withItsKey(channel, triedKeys, deps)
}

function withItsKey(
  channel: Channel,
  triedKeys: readonly number[],
  { random, clock }: RelayDeps,
): Candidate | undefined {
  const withKey = channel.keys ? chooseKey(channel, { triedKeys, random, clock }) : channel
  return withKey && { channel, withKey }
}

export const isCoolingDown = ({ cooldown, keyCooldown }: Channel): boolean =>
  cooldown.until !== 0 || (keyCooldown !== undefined && keyCooldown.until !== 0)

/** A channel or key whose cooldown is over is tried by one call at a time. */
async function claimTrial({ cooldown, keyCooldown }: Channel, { cooldowns }: RelayDeps): Promise<boolean> {
  if (cooldown.until !== 0 && !(await cooldowns.claim(cooldown))) return false
  return keyCooldown === undefined || keyCooldown.until === 0 || cooldowns.claim(keyCooldown)
}
