import type { LimitMeasure, LimitState } from '@turnpike/contract/routing/limits'
import type { Deps } from '../../../deps.ts'
import { type Limit, parseKey } from './counter-key.ts'
import { readCounts } from './limits.queries.ts'
import { keyIdOf } from './limits-of-channel.ts'
import { firstStep, stepEnds } from './window.ts'

type LimitStatesDeps = Pick<Deps, 'store' | 'clock'>

/** How much of each limit is used at this moment, and when it resets. */
export async function statesOf({ store, clock }: LimitStatesDeps, limits: readonly Limit[]): Promise<LimitState[]> {
  const at = clock()
  const keys = limits.map(({ key }) => key)
  const counts = await readCounts(store, keys)
  return limits.map(({ key, max }) => {
    const { scope, measure, window, subject } = parseKey(key)
    const first = firstStep(key, at)
    const counted = counts.filter((count) => count.key === key && (count.since === 0 || count.since >= first))
    const reserved = counted.find(({ since }) => since === 0)?.amount ?? 0
    const steps = counted.filter(({ since, amount }) => since !== 0 && amount !== 0).map(({ since }) => since)
    return {
      scope,
      measure,
      ...(scope === 'key' && { key_id: keyIdOf(subject) }),
      ...windowOf(measure, window),
      used: counted.reduce((sum, { amount }) => sum + amount, 0),
      reserved,
      max,
      ...(steps.length > 0 && { resets_at: stepEnds(key, Math.min(...steps)) }),
    }
  })
}

function windowOf(measure: LimitMeasure, window: string): Pick<LimitState, 'hours' | 'time_zone'> {
  if (measure === 'hours') return { hours: Number(window) }
  return window === '' || window === 'rolling' ? {} : { time_zone: window }
}
