import type { AgentStatus } from '@turnpike/contract/money/agents/agent-api'
import type { OwnTerms, TermScope } from '@turnpike/contract/money/agents/terms'
import { type SqlBool, sql } from 'kysely'
import { beginningWith } from '../../../../store/like.ts'
import { countRows } from '../../../../store/row-counts.ts'
import type { Store } from '../../../../store/store.ts'
import { usernameKey } from '../../../identity/users/username.ts'

export type AgentSearch = { id?: number; keyword?: string | undefined; status?: AgentStatus | undefined }
type Paging = { p: number; page_size: number }

const found = (store: Store, { id, keyword, status }: AgentSearch) =>
  store
    .selectFrom('agents')
    .innerJoin('users', 'users.id', 'agents.user_id')
    .$if(id !== undefined, (query) => query.where('agents.user_id', '=', id ?? 0))
    .$if(status !== undefined, (query) => query.where('agents.status', '=', status ?? 'active'))
    .$if(keyword !== undefined, (query) =>
      query.where(sql<SqlBool>`users.username_key LIKE ${beginningWith(usernameKey(keyword ?? ''))} ESCAPE '\\'`),
    )

const applicationsFirst = sql`CASE agents.status WHEN 'applied' THEN 0 ELSE 1 END`

/** Applications first, then the newest users. */
export const readAgents = (store: Store, search: AgentSearch, { p, page_size }: Paging) =>
  found(store, search)
    .selectAll('agents')
    .select(['users.username', 'users.group', 'users.aff_quota'])
    .orderBy(applicationsFirst)
    .orderBy('agents.user_id', 'desc')
    .limit(page_size)
    .offset((p - 1) * page_size)
    .execute()

export const countAgents = (store: Store, search: AgentSearch): Promise<number> => countRows(found(store, search))

const total = (value: ReturnType<typeof sql<number>>) => sql<number>`CAST(coalesce(sum(${value}), 0) AS BIGINT)`

/** What the shares of these agents are worth, and the part of it that waits for a decision. */
export async function sumByAgent(store: Store, agents: readonly number[]) {
  if (agents.length === 0) return new Map<number, { base: number; shares: number; held: number }>()
  const rows = await store
    .selectFrom('dividends')
    .select('agent_id')
    .select([
      total(sql`base`).as('base'),
      total(sql`amount - reversed`).as('shares'),
      total(sql`CASE decision WHEN 'held' THEN amount - reversed ELSE 0 END`).as('held'),
    ])
    .where('agent_id', 'in', [...agents])
    .groupBy('agent_id')
    .execute()
  return new Map(
    rows.map(({ agent_id, ...sums }) => [
      agent_id,
      { base: Number(sums.base), shares: Number(sums.shares), held: Number(sums.held) },
    ]),
  )
}

/** What was paid out to these agents. */
export async function sumPaid(store: Store, agents: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (agents.length === 0) return new Map()
  const rows = await store
    .selectFrom('withdrawals')
    .select(['agent_id', total(sql`amount`).as('amount')])
    .where('agent_id', 'in', [...agents])
    .where('status', '=', 'paid')
    .groupBy('agent_id')
    .execute()
  return new Map(rows.map(({ agent_id, amount }) => [agent_id, Number(amount)]))
}

/** The terms in force of a scope, by group or agent; of these subjects, or of all. */
export async function readTermsOf(
  store: Store,
  scope: TermScope,
  at: number,
  subjects?: readonly string[],
): Promise<ReadonlyMap<string, OwnTerms>> {
  if (subjects?.length === 0) return new Map()
  const newest = store
    .selectFrom('agent_terms')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('scope', '=', scope)
    .where('applies_from', '<=', at)
    .$if(subjects !== undefined, (query) => query.where('subject', 'in', [...(subjects ?? [])]))
    .groupBy('subject')
  const rows = await store
    .selectFrom('agent_terms')
    .select(['subject', 'terms'])
    .where('id', 'in', newest)
    .orderBy('subject')
    .execute()
  return new Map(rows.map(({ subject, terms }) => [subject, JSON.parse(terms) as OwnTerms])) // written by `insertTerms`
}

/** The last changes of terms, newest first. */
export const readHistory = (store: Store, limit: number) =>
  store.selectFrom('agent_terms').selectAll().orderBy('id', 'desc').limit(limit).execute()

export async function readUsernames(store: Store, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await store
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** What waits for an administrator. The words are those of the indexes. */
export async function countWaitingOfAgents(store: Store) {
  const [applications, withdrawals, held] = await Promise.all([
    countRows(store.selectFrom('agents').where('status', '=', 'applied')),
    countRows(store.selectFrom('withdrawals').where('status', 'in', ['asked', 'approved'])),
    countRows(store.selectFrom('dividends').where(sql<SqlBool>`decision = 'held'`)),
  ])
  return { applications, withdrawals, held }
}
