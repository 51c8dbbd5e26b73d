import type { AgentStatus } from '@turnpike/contract/money/agents/agent-api'
import type { OwnTerms, TermScope } from '@turnpike/contract/money/agents/terms'
import type { Selectable } from 'kysely'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'

export type AgentRow = Selectable<Database['agents']>

export const findAgent = (store: Store, user_id: number): Promise<AgentRow | undefined> =>
  store.selectFrom('agents').selectAll().where('user_id', '=', user_id).executeTakeFirst()

export type AgentChange = Partial<Omit<AgentRow, 'user_id'>> & { status: AgentStatus; updated_at: number }

/** Changes an agent, or makes the row of one. The row of the user is locked. */
export const saveAgent = (transaction: Store, user_id: number, change: AgentChange): Promise<AgentRow> =>
  transaction
    .insertInto('agents')
    .values({ user_id, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow()

export const setDebt = (transaction: Store, user_id: number, debt: number) =>
  transaction.updateTable('agents').set({ debt }).where('user_id', '=', user_id).execute()

/** The last terms of a scope that apply at a time. */
export async function readTermsAt(
  store: Store,
  { scope, subject }: { scope: TermScope; subject: string },
  at: number,
): Promise<OwnTerms> {
  const row = await store
    .selectFrom('agent_terms')
    .select('terms')
    .where('scope', '=', scope)
    .where('subject', '=', subject)
    .where('applies_from', '<=', at)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? (JSON.parse(row.terms) as OwnTerms) : {} // written by `insertTerms`
}

export const insertTerms = (
  transaction: Store,
  {
    scope,
    subject,
    terms,
    at,
    actor,
  }: { scope: TermScope; subject: string; terms: OwnTerms; at: number; actor: string },
) =>
  transaction
    .insertInto('agent_terms')
    .values({ scope, subject, terms: JSON.stringify(terms), applies_from: at, actor })
    .execute()

/** The sums of an agent's shares that are not final yet, and of the payouts that are not paid yet. */
export async function readReserved(
  store: Store,
  agent_id: number,
  at: number,
): Promise<{ waiting: number; held: number; reserved: number }> {
  const shares = await store
    .selectFrom('dividends')
    .select(({ fn, eb }) => [fn.sum<number | null>(eb('amount', '-', eb.ref('reversed'))).as('amount'), 'decision'])
    .where('agent_id', '=', agent_id)
    .where(({ eb, or }) => or([eb('final_at', '>', at), eb('decision', '=', 'held')]))
    .groupBy('decision')
    .execute()
  const { amount } = await store
    .selectFrom('withdrawals')
    .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
    .where('agent_id', '=', agent_id)
    .where('status', 'in', ['asked', 'approved'])
    .executeTakeFirstOrThrow()
  const sumOf = (isHeld: boolean) =>
    shares.filter(({ decision }) => (decision === 'held') === isHeld).reduce((sum, row) => sum + Number(row.amount), 0)
  return { waiting: sumOf(false), held: sumOf(true), reserved: Number(amount ?? 0) }
}
