import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'
import { post } from './ledger-post.ts'

export type OpeningBalance = {
  user_id: number
  /** Identifies the row on the other server. Each row is imported once. */
  reference: string
  /** May be negative. */
  quota: number
  aff_quota: number
  /** Figures without entries. */
  used_quota: number
  request_count: number
  aff_count: number
  aff_history_quota: number
  at: number
}

/**
 * Posts the balance of a user who is imported from another server, in the caller's transaction. The amount that was
 * spent there is a figure without entries.
 */
export async function postOpening(transaction: Store, opening: OpeningBalance): Promise<void> {
  const { user_id, reference, quota, aff_quota, used_quota, request_count, at } = opening
  const common = { user_id, reference, at, detail: 'import' }
  if (quota > 0) await post(transaction, { ...common, kind: 'adjustment_credit', amount: quota })
  if (quota < 0) await postDebt(transaction, { ...common, amount: -quota })
  if (aff_quota > 0) await post(transaction, { ...common, kind: 'invite_reward', amount: aff_quota })
  // The entry of kind invite_reward has counted one invitation and its amount.
  const counted = aff_quota > 0 ? 1 : 0
  await transaction
    .updateTable('users')
    .set(({ eb }) => ({
      used_quota: eb('used_quota', '+', used_quota),
      request_count: eb('request_count', '+', request_count),
      aff_count: eb('aff_count', '+', opening.aff_count - counted),
      aff_history_quota: eb('aff_history_quota', '+', opening.aff_history_quota - aff_quota),
    }))
    .where('id', '=', user_id)
    .execute()
  // A debt is posted as a charge, which counts as spent.
  await addOpeningFigure(transaction, 'user', user_id, used_quota + Math.min(quota, 0))
}

/** Only a charge with an overdraft takes a balance below zero. */
async function postDebt(
  transaction: Store,
  { at, amount, ...entry }: { user_id: number; reference: string; at: number; detail: string; amount: number },
): Promise<void> {
  await transaction
    .insertInto('ledger')
    .values({ ...entry, kind: 'charge', amount, overdraft: amount, created_at: at })
    .execute()
  await transaction
    .updateTable('users')
    .set(({ eb }) => ({ quota: eb('quota', '-', amount) }))
    .where('id', '=', entry.user_id)
    .execute()
}

/** Adds to a figure of the time before the import, for which the ledger has no entries. */
export async function addOpeningFigure(
  transaction: Store,
  subject: Database['opening_figures']['subject'],
  id: number,
  amount: number,
): Promise<void> {
  if (amount === 0) return
  await transaction
    .insertInto('opening_figures')
    .values({ subject, id, amount })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'id'])
        .doUpdateSet(({ eb, ref }) => ({ amount: eb(ref('opening_figures.amount'), '+', amount) })),
    )
    .execute()
}
