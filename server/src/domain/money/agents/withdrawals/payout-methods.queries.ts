import type { PayoutMethod } from '@turnpike/contract/money/agents/withdrawal'
import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'

type MethodRow = Selectable<Database['payout_methods']>

const wire = ({ id, name, name_zh, enabled, fields }: MethodRow): PayoutMethod => ({
  id,
  name,
  name_zh,
  enabled: enabled === 1,
  fields: JSON.parse(fields) as PayoutMethod['fields'], // written by `saveMethod`
})

export async function readMethods(store: Store): Promise<PayoutMethod[]> {
  const rows = await store.selectFrom('payout_methods').selectAll().orderBy('sort_order').orderBy('id').execute()
  return rows.map(wire)
}

export async function findEnabledMethod(store: Store, id: number): Promise<PayoutMethod | undefined> {
  const row = await store
    .selectFrom('payout_methods')
    .selectAll()
    .where('id', '=', id)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  return row && wire(row)
}

/** A method with the id 0 is new. */
export async function saveMethod(
  transaction: Store,
  { id, ...method }: PayoutMethod,
  sort_order: number,
): Promise<void> {
  const columns = {
    ...{ name: method.name, name_zh: method.name_zh, fields: JSON.stringify(method.fields), sort_order },
    enabled: method.enabled ? (1 as const) : (0 as const),
  }
  if (id === 0) await transaction.insertInto('payout_methods').values(columns).execute()
  else await transaction.updateTable('payout_methods').set(columns).where('id', '=', id).execute()
}

export const deleteMethods = (transaction: Store, ids: readonly number[]) =>
  transaction
    .deleteFrom('payout_methods')
    .where('id', 'in', [...ids])
    .execute()
