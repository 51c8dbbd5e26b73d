import { shareOf, type Tier as TierOf, tiersOf } from '../../domain/channels/abilities/tiers.ts'
import type { Channel } from './channel.ts'

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

/** The same tiers with only those channels that can do what is asked. */
export const narrowTiers = (tiers: readonly Tier[], suits: (channel: Channel) => boolean): readonly Tier[] =>
  tiersOf(tiers.flatMap(({ channels }) => channels.filter(suits)))

export const tiersFor = (routes: Routes, group: string, model: string): readonly Tier[] =>
  routes.get(routeKey(group, model)) ?? []

export type Choice = {
  tiers: readonly Tier[]
  /** 0 for the first try; each further one begins a tier lower. */
  attempt: number
  /** Never chosen again in the same request. */
  tried: readonly number[]
  promptTokens: number
  /** 0 ≤ random() < 1 */
  random: () => number
}

/**
 * A channel by weight, in the tier of this attempt; when all of that tier have been tried, in the tiers below and then
 * above it. Nothing when every channel has had its try.
 */
export function chooseChannel({ tiers, attempt, tried, promptTokens, random }: Choice): Channel | undefined {
  if (tiers.length === 0) return undefined
  const first = Math.min(attempt, tiers.length - 1)
  for (let step = 0; step < tiers.length; step++) {
    const tier = tiers[step < tiers.length - first ? first + step : tiers.length - 1 - step]
    const channel = tier && pick(tier, tried, promptTokens, random)
    if (channel) return channel
  }
  return undefined
}

function pick(tier: Tier, tried: readonly number[], promptTokens: number, random: () => number): Channel | undefined {
  const [only] = tier.channels
  if (tier.channels.length === 1 && only) return isOpen(only, tried, promptTokens) ? only : undefined
  // The common case, no channel tried and none too small: one draw over the tier's own sum of weights.
  let weight = tier.weight
  for (const channel of tier.channels) if (!isOpen(channel, tried, promptTokens)) weight -= shareOf(channel)
  let draw = random() * weight
  for (const channel of tier.channels) {
    if (!isOpen(channel, tried, promptTokens)) continue
    draw -= shareOf(channel)
    if (draw < 0) return channel
  }
  return undefined
}

const isOpen = (channel: Channel, tried: readonly number[], promptTokens: number) =>
  !tried.includes(channel.id) && (channel.inputTokensMax === 0 || promptTokens <= channel.inputTokensMax)
