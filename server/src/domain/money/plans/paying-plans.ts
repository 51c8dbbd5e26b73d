import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import { foldedName } from '../pricing/folded-name.ts'

/** A pot that may pay for calls now, or soon. */
export type PayingPot = {
  id: number
  title: string
  /** Undefined: any. */
  models: ReadonlySet<string> | undefined
  groups: ReadonlySet<string> | undefined
  allowsOverflow: boolean
  /** What was left of the pot and its windows when it was read. */
  room: number
  /** It had not begun when it was read. It pays for calls that still run when it begins. */
  isNext: boolean
}

/** What an account's plans pay for, and whether before the balance or after it. The pot that ends first comes first. */
export type PayingPlans = { preference: BillingPreference; pots: readonly PayingPot[] }

/**
 * What may pay for a call, in order: ids of pots, and 0 for the balance. Undefined: the balance alone. A plan that forbids
 * it keeps the balance from paying for what the plan would pay for.
 */
export function sourcesFor(
  { preference, pots }: PayingPlans,
  { model, group }: { model: string; group: string },
): readonly number[] | undefined {
  if (preference === 'wallet_only') return undefined
  const isOf = ({ models, groups }: PayingPot) =>
    (!models || models.has(model) || models.has(foldedName(model))) && (!groups || groups.has(group))
  const fitting = pots.filter(isOf)
  const running = fitting.filter(({ isNext }) => !isNext)
  if (running.length === 0) return preference === 'subscription_only' ? [] : undefined
  const next = fitting.find(({ isNext }) => isNext)
  const ids = twoOf(running, next).map(({ id }) => id)
  if (preference === 'subscription_only') return ids
  if (preference === 'wallet_first') return [0, ...ids]
  return running.every(({ allowsOverflow }) => allowsOverflow) ? [...ids, 0] : ids
}

/**
 * A call names at most two pots: the one that ends first, and of the others the one with the most room, so that small rests
 * of several pots keep no call from a pot that can pay for it. Where no other runs, it is the next one, for calls that
 * outlive the first.
 */
function twoOf(running: readonly PayingPot[], next: PayingPot | undefined): PayingPot[] {
  const withRoom = running.filter(({ room }) => room > 0)
  const [first, ...others] = withRoom.length > 0 ? withRoom : running
  const [roomiest] = others.toSorted((one, other) => other.room - one.room)
  return [first, roomiest ?? next].filter((pot) => pot !== undefined)
}
