import type {
  AbuseSign,
  Dividend,
  DividendFilters,
  DividendState,
  WatchedDividend,
} from '@turnpike/contract/money/agents/dividend'
import type { AgentTerms } from '@turnpike/contract/money/agents/terms'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { maskedName } from '../masked-name.ts'
import { countDividends, type DividendRow, readDividends } from './dividends.queries.ts'

type Paging = { p: number; page_size: number }
type Page<Item> = { items: Item[]; total: number; page: number; page_size: number }
type Query = Paging & Partial<DividendFilters>

/** The shares of an agent, who does not learn whose orders they are of. */
export const listDividends = (store: Store, agent_id: number, query: Query, at: number): Promise<Page<Dividend>> =>
  list(store, { ...query, agent_id }, at, ownDividend)

/** The shares of everyone, for administrators. */
export const watchDividends = (store: Store, query: Query, at: number): Promise<Page<WatchedDividend>> =>
  list(store, query, at, watchedDividend)

export async function readDividend(store: Store, id: number, at: number): Promise<WatchedDividend> {
  const [row] = await readDividends(store, { id, at }, { p: 1, page_size: 1 })
  if (!row) throw new AppError('not_found')
  return watchedDividend(row, at)
}

async function list<Item>(
  store: Store,
  { p, page_size, ...filters }: Query,
  at: number,
  wire: (row: DividendRow, at: number) => Item,
): Promise<Page<Item>> {
  const search = { ...filters, at }
  const [rows, total] = await Promise.all([
    readDividends(store, search, { p, page_size }),
    countDividends(store, search),
  ])
  return { items: rows.map((row) => wire(row, at)), total, page: p, page_size }
}

const stateOf = ({ decision, final_at }: DividendRow, at: number): DividendState => {
  if (decision === 'held' || decision === 'refused') return decision
  return final_at > at ? 'waiting' : 'final'
}

const payerOf = ({ kind, username, display_name }: DividendRow): string => (kind === 'org' ? display_name : username)

const common = (row: DividendRow, at: number): Omit<Dividend, 'payer' | 'reference'> => ({
  id: row.id,
  created_at: row.created_at,
  level: row.level,
  cause: row.cause,
  base: row.base,
  share: Number(row.share),
  amount: row.amount,
  reversed: row.reversed,
  state: stateOf(row, at),
  final_at: row.final_at,
})

/** The reference of a spend begins with its day; the others are numbers of the payer. */
const ownDividend = (row: DividendRow, at: number): Dividend => ({
  ...common(row, at),
  payer: maskedName(payerOf(row)),
  reference: row.cause === 'spend' ? (/\d{4}-\d\d-\d\d/.exec(row.reference)?.[0] ?? '') : '',
})

const watchedDividend = (row: DividendRow, at: number): WatchedDividend => ({
  ...common(row, at),
  payer: payerOf(row),
  reference: row.reference,
  agent_id: row.agent_id,
  agent: row.agent,
  payer_id: row.payer_id,
  terms: JSON.parse(row.terms) as AgentTerms, // the terms that applied, written with the share
  signs: row.signs.split(',').filter((sign) => sign !== '') as AbuseSign[], // likewise
  decided_by: row.decided_by,
  reason: row.reason,
})
