import type { Store } from '../../../store/store.ts'

export type PlanPart = { plan: string; amount: number }

/** What plans paid of charges, by reference; charges that plans paid nothing of are absent. */
export async function readPaidByPlans(
  store: Store,
  charges: readonly string[],
): Promise<ReadonlyMap<string, readonly PlanPart[]>> {
  if (charges.length === 0) return new Map()
  const rows = await store
    .selectFrom('pot_moves')
    .innerJoin('pots', 'pots.id', 'pot_moves.pot_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'pots.subscription_id')
    .select(['pot_moves.request_id', 'pot_moves.amount', 'subscriptions.title as plan'])
    .where('pot_moves.request_id', 'in', [...charges])
    .where('pot_moves.kind', '=', 'charge')
    .orderBy('pot_moves.id')
    .execute()
  return Map.groupBy(rows, ({ request_id }) => request_id)
}
