import type { RouteState } from '@turnpike/contract/routing/route-explain'
import { shareOf } from '../../domain/routing/channels/abilities/tiers.ts'
import { type Channel, channelsSupporting } from './channel.ts'
import { keyShares } from './choose-key.ts'
import {
  channelsNaming,
  type Reason,
  type RouteRequest,
  reasonsAgainst,
  reasonsOfOff,
  reasonsToWait,
} from './left-out.ts'
import { type ChannelRank, type Choice, drawnFrom, narrowChannel, narrowTiers, tiersOfModel } from './routing.ts'
import type { OffChannel, Snapshot } from './snapshot.ts'

/** How the channels of one priority are compared, and how often a call is tried. */
export type RouteChoice = {
  rank: ChannelRank | undefined
  /** The share of calls that is still routed by weight. */
  measured: number
  tries: number
  clock: () => number
}

/** The part of one channel in a call. Chances are shares of 1. */
export type RoutedChannel = {
  channel: Channel | OffChannel
  state: RouteState
  /** From 1; 0 for a channel that the call does not reach. */
  tier: number
  /** Of the first attempt. */
  chance: number
  /** The number of the first attempt that may use the channel, from 1; 0 if none does. */
  fromTry: number
  reasons: Reason[]
  /** By the id of the key, where the channel has several. */
  keyShares: ReadonlyMap<number, number>
}

/**
 * Every channel that names the model, and what a call would do with it. Channels are narrowed and drawn by the functions
 * that calls use; nothing is sent or changed.
 */
export function explainChannels(snapshot: Snapshot, request: RouteRequest, how: RouteChoice): RoutedChannel[] {
  const { on, off } = channelsNaming(snapshot, request.model)
  const pinned = request.pinned === undefined ? undefined : snapshot.channels.get(request.pinned)
  if (pinned && !on.includes(pinned)) on.push(pinned)
  const pinnedOff = snapshot.offChannels.find(({ id }) => id === request.pinned)
  if (pinnedOff && !off.includes(pinnedOff)) off.push(pinnedOff)
  const draws = pinned ? drawsOfPinned(pinned, request) : drawsOf(snapshot, request, how)
  return [
    ...on.map((channel) => explainOne(channel, { snapshot, request, how, draws })),
    ...off.map((channel) => ({ channel, ...unreached, reasons: reasonsOfOff(channel, request) })),
  ].sort(byUse)
}

const unreached = { state: 'never', tier: 0, chance: 0, fromTry: 0, keyShares: new Map<number, number>() } as const

const byUse = (one: RoutedChannel, other: RoutedChannel): number =>
  compare(rankOf(one), rankOf(other)) || other.chance - one.chance || one.channel.id - other.channel.id
const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

/** Used channels come first, by priority; channels of other groups come last. */
function rankOf({ tier, state, reasons }: RoutedChannel): number {
  if (state !== 'never') return tier
  return reasons.some(({ code }) => code === 'other_group') ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER
}

/** The channels of the first attempt, and when later attempts may use the others. */
type Draws = {
  tiers: readonly { channels: readonly Channel[] }[]
  /** Candidates of the first attempt: by the rank, and by weight alone. */
  best: readonly Channel[]
  byWeight: readonly Channel[]
  /** By channel id, from 1. */
  firstTries: ReadonlyMap<number, number>
}

/** The tiers and draws of a call, as made by `findRouting`, the cost guard and `tryChannels`. */
function drawsOf(snapshot: Snapshot, request: RouteRequest, { rank, tries, clock }: RouteChoice): Draws {
  const { group, model, promptTokens, needs, isNoLoss } = request
  const listed = tiersOfModel(snapshot.routes, group, model)
  const able = needs ? narrowTiers(listed, channelsSupporting(model, needs)) : listed
  const tiers = isNoLoss ? narrowTiers(able, isNoLoss) : able
  const choice = { tiers, attempt: 0, tried: [], triedKeys: [], promptTokens, random: Math.random, clock, rank }
  return {
    tiers,
    best: drawnFrom(choice),
    byWeight: drawnFrom({ ...choice, rank: undefined }),
    firstTries: triesOf(choice, tries),
  }
}

/** The first attempt that may use each channel. It does not depend on which channels of a tier were drawn before. */
function triesOf(choice: Choice, tries: number): Map<number, number> {
  const firstTries = new Map<number, number>()
  const tried: number[] = []
  const figureOf = (channel: Channel) => choice.rank?.of(channel) ?? Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries; attempt++) {
    const drawn = drawnFrom({ ...choice, attempt, tried })
    for (const { id } of drawn) if (!firstTries.has(id)) firstTries.set(id, attempt + 1)
    // The best one first, so that the others come sooner.
    const next = drawn.toSorted((one, other) => (figureOf(one) < figureOf(other) ? -1 : 1))[0]
    if (!next) break
    tried.push(next.id)
  }
  return firstTries
}

/** A pinned channel is called in every group, during a cooldown, and with prompts of every size. */
function drawsOfPinned(channel: Channel, { model, needs, isNoLoss }: RouteRequest): Draws {
  const able = needs ? narrowChannel(channel, channelsSupporting(model, needs)) : channel
  const suited = able && isNoLoss ? narrowChannel(able, isNoLoss) : able
  const only = suited && !channel.isRetired ? [suited] : []
  return { tiers: [{ channels: only }], best: only, byWeight: only, firstTries: new Map(only.map(({ id }) => [id, 1])) }
}

type About = { snapshot: Snapshot; request: RouteRequest; how: RouteChoice; draws: Draws }

function explainOne(channel: Channel, { snapshot, request, how, draws }: About): RoutedChannel {
  const { id } = channel
  const { clock, rank, measured } = how
  const against = reasonsAgainst(channel, request, snapshot)
  if (against.length > 0) return { channel, ...unreached, reasons: [...against, ...reasonsToWait(channel, clock)] }
  const tier = draws.tiers.findIndex(({ channels }) => channels.some((each) => each.id === id)) + 1
  const narrowed = draws.tiers[tier - 1]?.channels.find((each) => each.id === id) ?? channel
  const spread = rank ? measured : 0
  const chance = (1 - spread) * shareIn(draws.best, id) + spread * shareIn(draws.byWeight, id)
  const reasons = reasonsToWait(narrowed, clock)
  if (reasons.every(({ code }) => code === 'trial')) {
    if (!isIn(draws.byWeight, id)) reasons.push({ code: 'lower_priority' })
    else if (!isIn(draws.best, id)) reasons.push({ code: 'not_best' })
  }
  return {
    channel: narrowed,
    state: chance > 0 ? 'first' : 'later',
    tier,
    chance,
    fromTry: chance > 0 ? 1 : (draws.firstTries.get(id) ?? 0),
    reasons,
    keyShares: narrowed.keys ? keyShares(narrowed, { triedKeys: [], clock }) : unreached.keyShares,
  }
}

const isIn = (channels: readonly Channel[], id: number) => channels.some((channel) => channel.id === id)

/** The share of draws that a channel gets by its weight; 0 if it is not drawn from. */
function shareIn(drawn: readonly Channel[], id: number): number {
  const own = drawn.find((channel) => channel.id === id)
  return own ? shareOf(own) / drawn.reduce((sum, channel) => sum + shareOf(channel), 0) : 0
}
