import { foldedName } from '../../domain/money/pricing/folded-name.ts'
import { shareOf, type Tier as TierOf, tiersOf } from '../../domain/routing/channels/abilities/tiers.ts'
import type { Channel } from './channel.ts'
import { hasOpenKey } from './choose-key.ts'
import { isOpenNow } from './cooldown.ts'

type Tier = TierOf<Channel>
export type Routes = ReadonlyMap<string, readonly Tier[]>

const routeKey = (group: string, model: string) => `${group}\n${model}`

/** group + model → tiers, highest priority first. Built once per change, read on every call. */
export function buildRoutes(channels: readonly Channel[]): Routes {
  const byRoute = new Map<string, Channel[]>()
  for (const channel of channels)
    for (const group of channel.groups)
      for (const model of channel.models) {
        const key = routeKey(group, model)
        const list = byRoute.get(key)
        if (list) list.push(channel)
        else byRoute.set(key, [channel])
      }
  return new Map([...byRoute].map(([key, list]) => [key, tiersOf(list)]))
}

/** The same tiers, in their order, with only the channels that suit the request. */
export const narrowTiers = (tiers: readonly Tier[], suits: (channel: Channel) => boolean): readonly Tier[] =>
  tiers.flatMap(({ channels }) => tiersOf(channels.flatMap((channel) => narrowChannel(channel, suits) ?? [])))

/** A channel with several keys is narrowed to the keys that suit the request. */
export function narrowChannel(channel: Channel, suits: (channel: Channel) => boolean): Channel | undefined {
  if (!channel.keys) return suits(channel) ? channel : undefined
  const keys = channel.keys.filter(suits)
  if (keys.length === channel.keys.length) return channel
  return keys.length > 0 ? { ...channel, keys } : undefined
}

export const tiersFor = (routes: Routes, group: string, model: string): readonly Tier[] =>
  routes.get(routeKey(group, model)) ?? []

/** The tiers of a model under its own name, or else under its folded one. */
export function tiersOfModel(routes: Routes, group: string, model: string): readonly Tier[] {
  const exact = tiersFor(routes, group, model)
  return exact.length > 0 ? exact : tiersFor(routes, group, foldedName(model))
}

export type Choice = {
  tiers: readonly Tier[]
  /** 0 for the first try; each further one begins a tier lower. */
  attempt: number
  /** Never chosen again in the same request. */
  tried: readonly number[]
  triedKeys: readonly number[]
  /** Some of the tried channels are only full. Channels in cooldown are then no better. */
  hasFull?: boolean
  promptTokens: number
  /** 0 ≤ random() < 1 */
  random: () => number
  /** Unix seconds. */
  clock: () => number
  /** How channels of one priority are compared; absent: their weights alone decide. */
  rank?: ChannelRank | undefined
}

/**
 * Chooses among the channels with the lowest figure and those within the tolerance. A channel without a figure is left
 * out.
 */
export type ChannelRank = { of(channel: Channel): number | undefined; tolerance: number }

/**
 * A channel by weight, in the tier of this attempt; if all of that tier have been tried, in the tiers below and then
 * above it. Channels in cooldown are skipped while another one can be called. Undefined when every channel was tried.
 */
export const chooseChannel = (choice: Choice): Channel | undefined =>
  chooseOf(choice, isCallable) ?? (choice.hasFull ? undefined : chooseOf(choice, isUntried))

type IsOpen = (channel: Channel, choice: Choice) => boolean

function chooseOf(choice: Choice, isOpen: IsOpen): Channel | undefined {
  const { tiers, rank } = choice
  for (let step = 0; step < tiers.length; step++) {
    const tier = tierOfStep(choice, step)
    const channel = tier && pick(tier, choice, rank ? amongBest(tier, choice, rank, isOpen) : isOpen)
    if (channel) return channel
  }
  return undefined
}

/** The tier of this attempt, those below it, and then those above it. */
function tierOfStep({ tiers, attempt }: Choice, step: number): Tier | undefined {
  const first = Math.min(attempt, tiers.length - 1)
  return tiers[step < tiers.length - first ? first + step : tiers.length - 1 - step]
}

/** The channels that `chooseChannel` draws from, by their weights. */
export function drawnFrom(choice: Choice): readonly Channel[] {
  const { tiers, rank } = choice
  for (const isOpen of [isCallable, isUntried])
    for (let step = 0; step < tiers.length; step++) {
      const tier = tierOfStep(choice, step)
      const suits = tier && rank ? amongBest(tier, choice, rank, isOpen) : isOpen
      const channels = tier?.channels.filter((channel) => suits(channel, choice)) ?? []
      if (channels.length > 0) return channels
    }
  return []
}

function pick(tier: Tier, choice: Choice, isOpen: IsOpen): Channel | undefined {
  const [only] = tier.channels
  if (tier.channels.length === 1 && only) return isOpen(only, choice) ? only : undefined
  // The common case, no channel tried and none too small: one draw over the tier's own sum of weights.
  let weight = tier.weight
  for (const channel of tier.channels) if (!isOpen(channel, choice)) weight -= shareOf(channel)
  let draw = choice.random() * weight
  for (const channel of tier.channels) {
    if (!isOpen(channel, choice)) continue
    draw -= shareOf(channel)
    if (draw < 0) return channel
  }
  return undefined
}

function amongBest(tier: Tier, choice: Choice, rank: ChannelRank, isOpen: IsOpen): IsOpen {
  const open = tier.channels.filter((channel) => isOpen(channel, choice))
  const figures = open.flatMap((channel) => rank.of(channel) ?? [])
  const limit = Math.min(...figures) * rank.tolerance
  return (channel) => open.includes(channel) && (figures.length === 0 || isWithin(rank.of(channel), limit))
}

const isWithin = (figure: number | undefined, limit: number) => figure !== undefined && figure <= limit

const isUntried: IsOpen = (channel, { tried, promptTokens }) =>
  !tried.includes(channel.id) && takesPrompt(channel, promptTokens)

export const takesPrompt = ({ inputTokensMax }: Channel, promptTokens: number): boolean =>
  inputTokensMax === 0 || promptTokens <= inputTokensMax

/** Whether a channel was not tried yet, is not cooling down, and has a key that can be called. */
export const isCallable: IsOpen = (channel, choice) =>
  isUntried(channel, choice) &&
  isOpenNow(channel.cooldown, choice.clock) &&
  (channel.keys === undefined || hasOpenKey(channel.keys, choice))
