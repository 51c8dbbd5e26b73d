import type { Deps } from '../../deps.ts'
import { countersFrom } from '../../domain/money/wallet/ledger/counters.ts'
import type { Limit } from '../../domain/routing/limits/counter-key.ts'
import { type Counter, freeAt, sumOf } from '../../domain/routing/limits/free-at.ts'
import { readCounts } from '../../domain/routing/limits/limits.queries.ts'
import { firstStep, isBudget } from '../../domain/routing/limits/window.ts'
import type { Channel } from '../routing/channel.ts'
import type { RoutedChannel } from '../routing/explain.ts'

type FullDeps = Pick<Deps, 'store' | 'clock'>

const noCounter: Counter = { reserved: 0, steps: new Map() }
const withKeys = (channel: Channel): readonly Channel[] => channel.keys ?? [channel]

/**
 * Adds a reason to full channels: for each of their keys, a limit has no room for the call. `costOf` is the cost that the
 * call would reserve of budgets.
 */
export async function withFull(
  { store, clock }: FullDeps,
  routed: readonly RoutedChannel[],
  costOf: (channel: Channel) => number,
): Promise<RoutedChannel[]> {
  const called = routed.map(({ channel }) => ('why' in channel ? [] : withKeys(channel)))
  const names = new Set(called.flat().flatMap(({ limits = [] }) => limits.map(({ key }) => key)))
  if (names.size === 0) return [...routed]
  const at = clock()
  const counters = countersFrom(await readCounts(store, [...names]))
  const missingOf = (channel: Channel, { key, max }: Limit) => {
    const { reserved, steps } = counters.get(key) ?? noCounter
    const counter = { reserved, steps: new Map([...steps].filter(([step]) => step >= firstStep(key, at))) }
    return { key, counter, missing: sumOf(counter) + (isBudget(key) ? costOf(channel) : 1) - max }
  }
  /** When the channel with its key has room again; 0 where running calls decide, undefined if it has room now. */
  const fullUntil = (channel: Channel): number | undefined => {
    const reached = (channel.limits ?? [])
      .map((limit) => missingOf(channel, limit))
      .filter(({ missing }) => missing > 0)
    if (reached.length === 0) return undefined
    const times = reached.map(({ key, counter, missing }) => freeAt(key, counter, missing))
    return times.includes(undefined) ? 0 : Math.max(...times.map((time) => time ?? 0))
  }
  return routed.map((each, index) => {
    const untils = (called[index] ?? []).map(fullUntil)
    if (untils.length === 0 || untils.includes(undefined)) return each
    const until = Math.min(...untils.map((time) => time ?? 0))
    return { ...each, reasons: [...each.reasons, { code: 'at_limit', ...(until > 0 && { until }) }] }
  })
}
