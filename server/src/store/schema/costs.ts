import type { Generated } from 'kysely'

/** Calls of one hour whose cost is known. */
export interface CostHoursTable {
  hour: number
  user_id: number
  channel_id: number
  model_name: string
  group: string
  calls: number
  quota: number
  cost: number
  /** The number of calls that cost more than their charge, and the sum of the differences. */
  losses: number
  lost: number
  /** The refunded charges of any calls. */
  refunded: number
}

/** A change of prices, and the time from which it applies. */
export interface PriceChangesTable {
  id: Generated<number>
  effective_at: number
  /** JSON: the new prices by model. */
  changes: string
  actor_id: number
  actor_name: string
  created_at: number
}
