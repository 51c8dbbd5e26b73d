import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import type { PriceProposal, ProposalSort, ProposalState } from '@turnpike/contract/money/price-sources'
import { type Selectable, sql } from 'kysely'
import { containing } from '../../../../store/like.ts'
import { countRows } from '../../../../store/row-counts.ts'
import type { MoneyTables } from '../../../../store/schema/money.ts'
import type { Store } from '../../../../store/store.ts'

/** A proposal without the prices in force, which the options hold. */
export type ProposalRow = Omit<PriceProposal, 'before' | 'source_name'> & { effect_at: number }

const rowOf = (row: Selectable<MoneyTables['price_proposals']>): ProposalRow => ({
  id: row.id,
  source_id: row.source_id,
  model: row.model,
  listed: row.listed,
  state: row.state as ProposalState, // checked before it was written, like the three below
  reason: row.reason as PriceProposal['reason'],
  amounts: JSON.parse(row.amounts) as PriceAmounts,
  change: row.change_hundredths === null ? null : row.change_hundredths / 100,
  is_served: row.is_served === 1,
  effect: { calls: row.calls, quota: row.quota, would: row.would },
  effect_at: row.effect_at,
  margin: row.margin === '' ? null : (JSON.parse(row.margin) as PriceProposal['margin']),
  created_at: row.created_at,
  decided_at: row.decided_at,
  decided_by: row.decided_by,
})

/** Larger changes are all the same to a reader. */
const changeMax = 1_000_000

const columnsOf = ({ amounts, change, is_served, effect, margin, ...row }: Omit<ProposalRow, 'id'>) => ({
  ...row,
  amounts: JSON.stringify(amounts),
  change_hundredths: change === null ? null : Math.round(Math.max(-changeMax, Math.min(changeMax, change)) * 100),
  is_served: is_served ? (1 as const) : (0 as const),
  ...effect,
  effect: Math.abs(effect.would - effect.quota),
  margin: margin ? JSON.stringify(margin) : '',
})

export async function readProposalsOf(store: Store, sourceId: number): Promise<ProposalRow[]> {
  const rows = await store.selectFrom('price_proposals').selectAll().where('source_id', '=', sourceId).execute()
  return rows.map(rowOf)
}

export async function readProposals(store: Store, ids: readonly number[]): Promise<ProposalRow[]> {
  const rows = await store
    .selectFrom('price_proposals')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map(rowOf)
}

export type ProposalQuery = {
  state: ProposalState
  source_id?: number | undefined
  keyword?: string | undefined
  sort: ProposalSort
  p: number
  page_size: number
}

export async function pageOfProposals(
  store: Store,
  { state, source_id, keyword, sort, p, page_size }: ProposalQuery,
): Promise<{ items: ProposalRow[]; total: number }> {
  const matching = store
    .selectFrom('price_proposals')
    .where('state', '=', state)
    .$if(source_id !== undefined, (query) => query.where('source_id', '=', source_id ?? 0))
    .$if(Boolean(keyword), (query) =>
      query.where(sql<boolean>`LOWER(model) LIKE ${containing((keyword ?? '').toLowerCase())} ESCAPE '\\'`),
    )
  const total = await countRows(matching)
  const sorted = {
    effect: () => matching.orderBy('effect', 'desc'),
    change: () => matching.orderBy(sql`COALESCE(ABS(change_hundredths), 0)`, 'desc'),
    model: () => matching.orderBy('model'),
    newest: () => matching.orderBy('created_at', 'desc'),
  }[sort]()
  const rows = await sorted
    .orderBy('id', 'desc')
    .selectAll()
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()
  return { items: rows.map(rowOf), total: Number(total) }
}

export async function countOpen(store: Store): Promise<Map<number, number>> {
  const rows = await store
    .selectFrom('price_proposals')
    .select('source_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id, count }) => [source_id, Number(count)]))
}

const batchMax = 100

export async function insertProposals(store: Store, rows: readonly Omit<ProposalRow, 'id'>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += batchMax)
    await store
      .insertInto('price_proposals')
      .values(rows.slice(at, at + batchMax).map(columnsOf))
      .execute()
}

/** Prices of the list stay; what was computed from them is new. */
export const refreshProposal = (store: Store, { id, ...row }: ProposalRow) => {
  const { reason, change_hundredths, is_served, calls, quota, would, effect, effect_at, margin } = columnsOf(row)
  const set = { reason, change_hundredths, is_served, calls, quota, would, effect, effect_at, margin }
  return store.updateTable('price_proposals').set(set).where('id', '=', id).where('state', '=', 'open').execute()
}

export async function deleteProposals(store: Store, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += batchMax)
    await store
      .deleteFrom('price_proposals')
      .where('id', 'in', ids.slice(at, at + batchMax))
      .execute()
}

type Decision = { state: ProposalState; at: number; by: string }

export const decideProposals = (store: Store, ids: readonly number[], { state, at, by }: Decision) =>
  store
    .updateTable('price_proposals')
    .set({ state, decided_at: at, decided_by: by })
    .where('id', 'in', [...ids])
    .execute()

/** Accepted prices that were undone wait for a decision again, and are not applied without one. */
export const reopenProposals = (store: Store, models: readonly string[]) =>
  store
    .updateTable('price_proposals')
    .set({ state: 'open', reason: 'decided', decided_at: 0, decided_by: '' })
    .where('state', '=', 'accepted')
    .where('model', 'in', [...models])
    .execute()
