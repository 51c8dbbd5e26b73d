import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'

export type CostHour = Selectable<Database['cost_hours']>

/** Calls that share these columns are one row of an hour. */
export const costKey = ['hour', 'user_id', 'channel_id', 'model_name', 'group'] as const
/** The columns that are added up. */
export const costSums = ['calls', 'quota', 'cost', 'losses', 'lost', 'refunded'] as const

type Call = { created_at: number; user_id: number; channel: number; model_name: string; group: string; quota: number }

const hourOf = (at: number) => at - (at % 3600)

/** The amounts that a charged call adds to its hour. */
export const costHourOf = (call: Call, cost: number): CostHour => ({
  hour: hourOf(call.created_at),
  user_id: call.user_id,
  channel_id: call.channel,
  model_name: call.model_name,
  group: call.group,
  calls: 1,
  quota: call.quota,
  cost,
  losses: cost > call.quota ? 1 : 0,
  lost: Math.max(0, cost - call.quota),
  refunded: 0,
})

/**
 * The amounts that the refund of a call with a known cost adds to the hour of the refund: the opposite of its charge.
 */
export function refundHourOf(call: Call, cost: number): CostHour {
  const { losses, lost, ...hour } = costHourOf(call, cost)
  return { ...hour, calls: -1, quota: -call.quota, cost: -cost, losses: -losses, lost: -lost }
}

/**
 * The amounts that a refund by an administrator adds to its hour: the call and its cost stay, and may have become a
 * loss. `quota` of the call is the part of its charge that was not refunded before.
 */
export function partialRefundHourOf(call: Call, amount: number, cost: number): CostHour {
  const before = costHourOf(call, cost)
  const after = costHourOf({ ...call, quota: call.quota - amount }, cost)
  return {
    ...before,
    calls: 0,
    quota: -amount,
    cost: 0,
    losses: after.losses - before.losses,
    lost: after.lost - before.lost,
  }
}

/** One row per key, in one order, so that two instances never deadlock. */
export function mergedCosts(rows: readonly CostHour[]): CostHour[] {
  const merged = new Map<string, CostHour>()
  for (const row of rows) {
    const key = JSON.stringify(costKey.map((column) => row[column]))
    const same = merged.get(key)
    if (same) for (const column of costSums) same[column] += row[column]
    else merged.set(key, { ...row })
  }
  return [...merged].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}
