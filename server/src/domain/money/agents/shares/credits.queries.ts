import type { CreditKind } from '@turnpike/contract/money/agents/terms'
import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'

/** Kinds of entries that credit a balance without a payment, as terms name them. */
export const creditKindOf = {
  grant: 'gifts',
  redemption: 'codes',
  adjustment_credit: 'changes',
} as const satisfies Record<string, CreditKind>
export type CreditEntryKind = keyof typeof creditKindOf

/**
 * The condition of the indexes of credits, without balances that came from another server and without what a failed refund
 * has returned. Parameters in it would keep SQLite from using the indexes.
 */
const isCredit = sql<boolean>`(ledger.kind = 'grant' OR ledger.kind = 'redemption' OR ledger.kind = 'adjustment_credit')
  AND ledger.detail <> 'import'
  AND NOT (ledger.kind = 'adjustment_credit' AND ledger.reference LIKE 'order refund %')`

export type CreditRow = {
  id: number
  user_id: number
  caller_id: number
  kind: CreditEntryKind
  reference: string
  amount: number
  created_at: number
}

/** The credits of invited accounts in a range of the ledger, if an agent is among the inviters. */
export async function readCredits(
  store: Store,
  { after, upTo }: { after: number; upTo: number },
  limit: number,
): Promise<CreditRow[]> {
  const rows = await store
    .selectFrom('ledger')
    .innerJoin('users as payer', 'payer.id', 'ledger.user_id')
    .innerJoin('users as inviter', 'inviter.id', 'payer.inviter_id')
    .select(['ledger.id', 'ledger.user_id', 'ledger.caller_id', 'ledger.kind', 'ledger.reference', 'ledger.amount'])
    .select('ledger.created_at')
    .where(isCredit)
    .where('ledger.id', '>', after)
    .where('ledger.id', '<=', upTo)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('agents')
          .select('agents.user_id')
          .where(({ or, eb, ref }) =>
            or([eb('agents.user_id', '=', ref('inviter.id')), eb('agents.user_id', '=', ref('inviter.inviter_id'))]),
          ),
      ),
    )
    .orderBy('ledger.id')
    .limit(limit)
    .execute()
  return rows as CreditRow[] // the condition leaves these kinds only
}

/** What credits of some kinds have brought an account that brought the agent of a level no share when they were posted. */
export async function sumCredits(
  store: Store,
  { payer_id, level }: { payer_id: number; level: 1 | 2 },
  kinds: readonly CreditEntryKind[],
): Promise<number> {
  if (kinds.length === 0) return 0
  const row = await store
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number | null>('ledger.amount').as('amount'))
    .where(isCredit)
    .where('ledger.user_id', '=', payer_id)
    .where('ledger.kind', 'in', [...kinds])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dividends')
            .select('dividends.id')
            .where('dividends.cause', '=', 'credit')
            .where('dividends.reference', '=', sql<string>`ledger.kind || ' ' || ledger.reference`)
            .where('dividends.level', '=', level),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(row?.amount ?? 0)
}
