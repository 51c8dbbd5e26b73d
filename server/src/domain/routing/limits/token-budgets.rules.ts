import type { LimitState } from '@turnpike/contract/routing/limits'
import type { Deps } from '../../../deps.ts'
import { limitsOf } from './counter-key.ts'
import { statesOf } from './limit-states.ts'
import { readLimits } from './stored-limits.ts'

type LimitedToken = { id: number; limits: string }

/** The use of the budgets of those tokens that have any, by id. Without a budget, the database is not queried. */
export async function budgetsOfTokens(
  deps: Pick<Deps, 'store' | 'clock'>,
  tokens: readonly LimitedToken[],
): Promise<ReadonlyMap<number, LimitState[]>> {
  const budgeted = tokens.flatMap(({ id, limits }) => {
    const { budgets = [] } = readLimits(limits)
    return budgets.length > 0 ? [{ id, counted: limitsOf('token', String(id), { budgets }) }] : []
  })
  if (budgeted.length === 0) return new Map()
  const all = budgeted.flatMap(({ counted }) => counted)
  const states = await statesOf(deps, all)
  const stateOf = new Map(all.map(({ key }, index) => [key, states[index]]))
  return new Map(budgeted.map(({ id, counted }) => [id, counted.flatMap(({ key }) => stateOf.get(key) ?? [])]))
}
