import type { ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import { usualTerms } from '@turnpike/contract/money/agents/terms'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { countInvited } from '../lists/invited.queries.ts'
import { type AgentSearch, countAgents, readAgents, readTermsOf, sumByAgent, sumPaid } from './agent-admin.queries.ts'

type Paging = { p: number; page_size: number }
type AgentPage = { items: ListedAgent[]; total: number; page: number; page_size: number }

export async function listAgents(
  store: Store,
  { p, page_size, ...search }: AgentSearch & Paging,
  at: number,
): Promise<AgentPage> {
  const [rows, total] = await Promise.all([readAgents(store, search, { p, page_size }), countAgents(store, search)])
  return { items: await wireAgents(store, rows, at), total, page: p, page_size }
}

export async function readListed(store: Store, id: number, at: number): Promise<ListedAgent> {
  const [agent] = await wireAgents(store, await readAgents(store, { id }, { p: 1, page_size: 1 }), at)
  if (!agent) throw new AppError('agent_missing')
  return agent
}

type Row = Awaited<ReturnType<typeof readAgents>>[number]

async function wireAgents(store: Store, rows: readonly Row[], at: number): Promise<ListedAgent[]> {
  const ids = rows.map(({ user_id }) => user_id)
  const groups = [...new Set(rows.map(({ group }) => group))]
  const [installation, ofGroups, own, invited, brought, paid] = await Promise.all([
    readTermsOf(store, 'installation', at),
    readTermsOf(store, 'group', at, groups),
    readTermsOf(store, 'agent', at, ids.map(String)),
    countInvited(store, ids),
    sumByAgent(store, ids),
    sumPaid(store, ids),
  ])
  return rows.map(({ user_id: id, username, group, ...row }) => {
    const own_terms = own.get(String(id)) ?? {}
    return {
      ...{ id, username, group, own_terms },
      ...{ status: row.status, note: row.note, reason: row.reason },
      ...{ applied_at: row.applied_at, active_from: row.active_from, ended_at: row.ended_at },
      terms: { ...usualTerms, ...installation.get(''), ...ofGroups.get(group), ...own_terms },
      ...(invited.get(id) ?? { invited: 0, paying: 0 }),
      ...(brought.get(id) ?? { base: 0, shares: 0, held: 0 }),
      earnings: row.aff_quota,
      withdrawn: paid.get(id) ?? 0,
      debt: row.debt,
    }
  })
}
