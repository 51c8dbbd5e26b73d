import type { Deps } from '../../deps.ts'
import { statesOf } from '../../domain/routing/limits/limit-states.ts'
import type { Channel } from '../routing/channel.ts'
import type { RoutedChannel } from '../routing/explain.ts'

const withKeys = (channel: Channel): readonly Channel[] => channel.keys ?? [channel]

/** The same with the reason of those that can take no call now: with each of their keys a limit is used up. */
export async function withFull(
  deps: Pick<Deps, 'store' | 'clock'>,
  routed: readonly RoutedChannel[],
): Promise<RoutedChannel[]> {
  const called = routed.map(({ channel }) => ('why' in channel ? [] : withKeys(channel)))
  const limits = [
    ...new Map(called.flat().flatMap((key) => (key.limits ?? []).map((each) => [each.key, each]))).values(),
  ]
  if (limits.length === 0) return [...routed]
  const states = await statesOf(deps, limits)
  const usedUp = new Set(limits.filter((_, index) => isUsedUp(states[index])).map(({ key }) => key))
  const isFull = (keys: readonly Channel[]) =>
    keys.length > 0 && keys.every(({ limits }) => limits?.some(({ key }) => usedUp.has(key)))
  return routed.map((each, index) =>
    isFull(called[index] ?? []) ? { ...each, reasons: [...each.reasons, { code: 'at_limit' }] } : each,
  )
}

const isUsedUp = (state: { used: number; max: number } | undefined) => state !== undefined && state.used >= state.max
