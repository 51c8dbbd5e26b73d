import type { DividendFilters, DividendState } from '@turnpike/contract/money/agents/dividend'
import { type SqlBool, sql } from 'kysely'
import { beginningWith, storable } from '../../../../store/like.ts'
import { countRows } from '../../../../store/row-counts.ts'
import type { Store } from '../../../../store/store.ts'
import { usernameKey } from '../../../identity/users/username.ts'

export type DividendSearch = Partial<DividendFilters> & { id?: number; at: number }

const found = (store: Store, search: DividendSearch) => {
  const { id, agent_id, cause, state, start_timestamp: start, end_timestamp: end, keyword, at } = search
  return store
    .selectFrom('dividends')
    .innerJoin('users as agent', 'agent.id', 'dividends.agent_id')
    .innerJoin('users as payer', 'payer.id', 'dividends.payer_id')
    .$if(id !== undefined, (query) => query.where('dividends.id', '=', id ?? 0))
    .$if(agent_id !== undefined, (query) => query.where('dividends.agent_id', '=', agent_id ?? 0))
    .$if(cause !== undefined, (query) => query.where('dividends.cause', '=', cause ?? 'payment'))
    .$if(start !== undefined, (query) => query.where('dividends.created_at', '>=', start ?? 0))
    .$if(end !== undefined, (query) => query.where('dividends.created_at', '<=', end ?? 0))
    .$if(state !== undefined, (query) => query.where(isIn(state ?? 'held', at)))
    .$if(keyword !== undefined, (query) => query.where(matches(keyword ?? '')))
}

/** The words of `held` are those of its index. */
const isIn = (state: DividendState, at: number) =>
  ({
    held: sql<SqlBool>`dividends.decision = 'held'`,
    refused: sql<SqlBool>`dividends.decision = 'refused'`,
    waiting: sql<SqlBool>`(dividends.decision IN ('', 'released') AND dividends.final_at > ${at})`,
    final: sql<SqlBool>`(dividends.decision IN ('', 'released') AND dividends.final_at <= ${at})`,
  })[state]

const matches = (keyword: string) => {
  const name = beginningWith(usernameKey(keyword))
  return sql<SqlBool>`(dividends.reference = ${storable(keyword)}
    OR agent.username_key LIKE ${name} ESCAPE '\\'
    OR CASE payer.kind WHEN 'org' THEN lower(payer.display_name) LIKE lower(${beginningWith(keyword)}) ESCAPE '\\'
      ELSE payer.username_key LIKE ${name} ESCAPE '\\' END)`
}

type Paging = { p: number; page_size: number }

/** Newest first. */
export const readDividends = (store: Store, search: DividendSearch, { p, page_size }: Paging) =>
  found(store, search)
    .selectAll('dividends')
    .select(['agent.username as agent', 'payer.kind', 'payer.username', 'payer.display_name'])
    .orderBy('dividends.id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()
export type DividendRow = Awaited<ReturnType<typeof readDividends>>[number]

export const countDividends = (store: Store, search: DividendSearch): Promise<number> => countRows(found(store, search))
