import { agentAdminApi, type ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import { useListChange, usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { call } from '../../../lib/api/call.ts'
import { agentsKey, paramsOf } from '../agents-key.ts'

export const agentFilterNames = ['keyword', 'status'] as const
/** In the address; an empty text is absent. */
export type AgentFilters = Record<(typeof agentFilterNames)[number], string>

/** One page of the agents that match; applications first. */
export const useAgents = ({ keyword, status }: AgentFilters) =>
  usePageQuery([agentsKey, 'list', keyword, status], (range) =>
    call(agentAdminApi.list, { query: { ...range, keyword: keyword.trim(), status } }),
  )

export const loadAgent = (id: string): Promise<ListedAgent> => call(agentAdminApi.get, { params: { id } })

/** What an administrator does with an agent. */
export type AgentAct =
  | { kind: 'appoint'; id: number }
  | { kind: 'approve'; id: number }
  | { kind: 'refuse' | 'end'; id: number; reason: string }

function send(act: AgentAct): Promise<ListedAgent> {
  const params = paramsOf(act)
  if (act.kind === 'appoint') return call(agentAdminApi.appoint, { body: { user_id: act.id } })
  if (act.kind === 'approve') return call(agentAdminApi.approve, { params })
  return call(agentAdminApi[act.kind], { params, body: { reason: act.reason } })
}

export const useAgentAct = (onDone: (agent: ListedAgent) => void) => useListChange(agentsKey, send, { onDone })
