import { openPot, type Pot } from '../../src/domain/money/wallet/pots/pots.queries.ts'
import type { Store } from '../../src/store/store.ts'

type GivenPot = { amount: number; hours?: number; limit?: number; starts_at: number; ends_at: number }

/** A pot of a user, with a window of some hours if there is a limit for it. Its subscription is bare. */
export async function givenPot(
  transaction: Store,
  user_id: number,
  { amount, hours = 5, limit, starts_at, ends_at }: GivenPot,
): Promise<Pot> {
  const { id: subscription_id } = await transaction
    .insertInto('subscriptions')
    .values({
      ...{ user_id, plan_id: 1, title: 'Pro', terms: '{}', status: 'active', source: 'admin' },
      ...{
        start_time: starts_at,
        period_start: starts_at,
        end_time: ends_at,
        created_at: starts_at,
        updated_at: starts_at,
      },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const window = limit === undefined ? [] : [{ every: 'hours' as const, hours, amount: limit, used: 0, from: 0, to: 0 }]
  return openPot(transaction, { user_id, subscription_id, amount, windows: window, starts_at, ends_at }, starts_at)
}

export const readPots = (store: Store, user_id: number) =>
  store.selectFrom('pots').select(['quota', 'held']).where('user_id', '=', user_id).orderBy('id').execute()
