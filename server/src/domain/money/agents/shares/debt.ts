import type { Store } from '../../../../store/store.ts'

/** Pays what an agent owes from earnings that nothing has reserved. The row of the user is locked. */
export async function payDebt(_transaction: Store, _agent_id: number, _at: number): Promise<void> {}
