import { isPostgres } from '../../../../store/is-postgres.ts'
import type { Database } from '../../../../store/schema.ts'
import type { Store } from '../../../../store/store.ts'
import { refundReferencesOf } from '../refund-reference.ts'
import { beyondAmount, beyondReference, countInWindows } from './pot.ts'

type Part = { pot_id: number; amount: number }
/** What a refund gives back to pots, the last one that paid first. The rest goes to the balance. */
export type PotsPart = { amount: number; parts: readonly Part[]; charged_at: number }

const nothing: PotsPart = { amount: 0, parts: [], charged_at: 0 }

/**
 * The part of a refund that goes back to pots: what the balance has not paid of the charge. The user is locked from here
 * on if there is one.
 */
export async function partOfPots(
  transaction: Store,
  { user_id, charge, amount }: { user_id: number; charge: string; amount: number },
): Promise<PotsPart> {
  const charged = await transaction
    .selectFrom('ledger')
    .select(['amount', 'from_pots', 'created_at'])
    .where('kind', '=', 'charge')
    .where('reference', '=', charge)
    .where('from_pots', '>', 0)
    .executeTakeFirst()
  if (!charged) return nothing
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .execute()
  const refunds = await transaction
    .selectFrom('ledger')
    .select(['amount', 'from_pots'])
    .where('kind', 'in', ['refund', 'manual_refund', 'rule_refund'])
    .where('reference', 'in', refundReferencesOf(charge))
    .execute()
  const ofBalance = ({ amount, from_pots }: { amount: number; from_pots: number }) => amount - from_pots
  const balancePaid = ofBalance(charged) - refunds.reduce((sum, refund) => sum + ofBalance(refund), 0)
  let rest = Math.max(0, amount - balancePaid)
  const parts: Part[] = []
  for (const { pot_id, paid } of await paidByPots(transaction, charge)) {
    const back = Math.min(rest, Number(paid))
    if (back <= 0) continue
    parts.push({ pot_id, amount: back })
    rest -= back
  }
  return { amount: parts.reduce((sum, part) => sum + part.amount, 0), parts, charged_at: charged.created_at }
}

/** What each pot has paid of a charge, without what came back; the last one first. */
const paidByPots = (transaction: Store, charge: string) =>
  transaction
    .selectFrom('pot_moves')
    .select(({ fn }) => ['pot_id', fn.sum<number>('amount').as('paid')])
    .where('request_id', '=', charge)
    .groupBy('pot_id')
    .orderBy(({ fn }) => fn.min('id'), 'desc')
    .execute()

type Refund = {
  user_id: number
  kind: Database['pot_moves']['kind']
  reference: string
  charge: string
  at: number
}

export async function returnToPots(
  transaction: Store,
  { parts, charged_at }: PotsPart,
  { user_id, kind, reference, charge, at }: Refund,
): Promise<void> {
  for (const { pot_id, amount } of parts) {
    const pot = await transaction
      .selectFrom('pots')
      .select(['amount', 'quota', 'windows'])
      .where('id', '=', pot_id)
      .executeTakeFirstOrThrow()
    const beyond = beyondAmount(pot, amount)
    await transaction
      .updateTable('pots')
      .set(({ eb }) => ({
        quota: eb('quota', '+', amount - beyond),
        windows: countInWindows(pot.windows, -amount, at, charged_at),
      }))
      .where('id', '=', pot_id)
      .execute()
    await transaction
      .insertInto('pot_moves')
      .values({ pot_id, kind, reference, request_id: charge, amount: -amount, created_at: at })
      .execute()
    if (beyond > 0)
      await transaction
        .insertInto('ledger')
        .values({
          ...{ user_id, kind: 'plan_expiry', amount: beyond, detail: String(pot_id), created_at: at },
          reference: beyondReference(pot_id, { kind, reference }),
        })
        .execute()
  }
}
