import type { RunningPlan } from '@turnpike/contract/identity/user'
import type { Store } from '../../../store/store.ts'
import { readActiveOf } from './subscriptions.queries.ts'
import { wireSubscriptions } from './wire-subscription.ts'

/** What is left of the running plans of an account; undefined where it has none. */
export async function readRunningPlans(store: Store, user_id: number, at: number): Promise<RunningPlan[] | undefined> {
  const account = await store.selectFrom('users').select('has_pots').where('id', '=', user_id).executeTakeFirst()
  if (!account?.has_pots) return undefined
  return (await wireSubscriptions(store, await readActiveOf(store, user_id), at))
    .filter(({ subscription }) => subscription.windows.length > 0)
    .map(({ subscription: { title, windows } }) => ({ title, windows }))
}
