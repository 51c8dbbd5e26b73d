import type { BillingPreference } from '@turnpike/contract/money/plans/billing'
import type { Store } from '../../../store/store.ts'

/** What plans read and change of the account that has them. */
export const findBuyer = (store: Store, id: number) =>
  store.selectFrom('users').select(['group', 'billing_preference']).where('id', '=', id).executeTakeFirstOrThrow()

export const setGroup = (transaction: Store, id: number, group: string) =>
  transaction.updateTable('users').set({ group }).where('id', '=', id).execute()

export const setPreference = (transaction: Store, id: number, billing_preference: BillingPreference) =>
  transaction.updateTable('users').set({ billing_preference }).where('id', '=', id).execute()
