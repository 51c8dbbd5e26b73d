import type { Store } from '../../../store/store.ts'
import { refundReferencesOf } from '../wallet/refund-reference.ts'

export const findCharge = (store: Store, reference: string) =>
  store
    .selectFrom('ledger')
    .select(['user_id', 'caller_id', 'amount', 'token_id', 'channel_id', 'is_logged'])
    .where('kind', '=', 'charge')
    .where('reference', '=', reference)
    .executeTakeFirst()

/** What was given back of a charge, oldest first: by a correction, or by administrators. */
export const readRefunds = (store: Store, charge: string) =>
  store
    .selectFrom('ledger')
    .select(['id', 'kind', 'amount', 'detail', 'created_at'])
    .where(({ eb, or, and }) =>
      or([
        and([eb('kind', '=', 'refund'), eb('reference', '=', charge)]),
        and([eb('kind', '=', 'manual_refund'), eb('reference', 'in', refundReferencesOf(charge))]),
      ]),
    )
    .orderBy('id')
    .execute()

/** The refunded amounts of some charges; those without a refund are absent. */
export async function sumRefunds(store: Store, charges: readonly string[]): Promise<Map<string, number>> {
  if (charges.length === 0) return new Map()
  const first = await store
    .selectFrom('ledger')
    .select(['kind', 'reference', 'amount'])
    .where('kind', 'in', ['refund', 'manual_refund'])
    .where('reference', 'in', [...charges])
    .execute()
  const sums = new Map<string, number>()
  const add = (charge: string, amount: number) => sums.set(charge, (sums.get(charge) ?? 0) + amount)
  for (const { reference, amount } of first) add(reference, amount)
  const parts = new Map(
    first
      .filter(({ kind }) => kind === 'manual_refund')
      .flatMap(({ reference }) =>
        refundReferencesOf(reference)
          .slice(1)
          .map((part) => [part, reference]),
      ),
  )
  if (parts.size === 0) return sums
  const further = await store
    .selectFrom('ledger')
    .select(['reference', 'amount'])
    .where('kind', '=', 'manual_refund')
    .where('reference', 'in', [...parts.keys()])
    .execute()
  for (const { reference, amount } of further) add(parts.get(reference) ?? reference, amount)
  return sums
}

export const hasHold = async (store: Store, request_id: string): Promise<boolean> =>
  (await store.selectFrom('holds').select('request_id').where('request_id', '=', request_id).executeTakeFirst()) !==
  undefined
