import type { BillingPreference } from '@turnpike/contract/money/plans/billing'

/** A pot that may pay for calls now. */
export type PayingPot = {
  id: number
  title: string
  /** Undefined: any. */
  models: ReadonlySet<string> | undefined
  groups: ReadonlySet<string> | undefined
  allowsOverflow: boolean
  /** Whether anything was left of the pot and its windows when it was read. */
  hasRoom: boolean
}

/** What an account's plans pay for, and whether before the balance or after it. The pot that ends first comes first. */
export type PayingPlans = { preference: BillingPreference; pots: readonly PayingPot[] }

/** A call names at most so many pots. */
const potsMax = 2

/**
 * What may pay for a call, in order: ids of pots, and 0 for the balance. Undefined: the balance alone. A plan that forbids
 * it keeps the balance from paying for what the plan would pay for.
 */
export function sourcesFor(
  { preference, pots }: PayingPlans,
  { model, group }: { model: string; group: string },
): readonly number[] | undefined {
  if (preference === 'wallet_only') return undefined
  const fitting = pots.filter(({ models, groups }) => (!models || models.has(model)) && (!groups || groups.has(group)))
  if (fitting.length === 0) return preference === 'subscription_only' ? [] : undefined
  const withRoom = fitting.filter(({ hasRoom }) => hasRoom)
  const ids = (withRoom.length > 0 ? withRoom : fitting).slice(0, potsMax).map(({ id }) => id)
  if (preference === 'subscription_only') return ids
  if (preference === 'wallet_first') return [0, ...ids]
  return fitting.every(({ allowsOverflow }) => allowsOverflow) ? [...ids, 0] : ids
}
