import type { Store } from '../../../store/store.ts'
import { readReserved } from './agents.queries.ts'

export type Available = { total: number; available: number; waiting: number; held: number; reserved: number }

/**
 * What a user may move to the balance or withdraw: earnings without shares that are not final, without those that an
 * administrator must look at, and without what other withdrawals have reserved. The row of the user is locked where the
 * result decides.
 */
export async function availableOf(
  store: Store,
  { id, aff_quota }: { id: number; aff_quota: number },
  at: number,
): Promise<Available> {
  const { waiting, held, reserved } = await readReserved(store, id, at)
  return { total: aff_quota, available: Math.max(0, aff_quota - waiting - held - reserved), waiting, held, reserved }
}
