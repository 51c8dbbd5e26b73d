import { useQuery } from '@tanstack/react-query'
import { agentApi } from '@turnpike/contract/money/agents/agent-api'
import { call } from '../../lib/api/call.ts'

/** The first member of the keys of every query about the user as an agent. */
export const agentKey = 'agent'

/** The user as an agent, with the terms and earnings; those who are none have the terms and the rewards of invitations. */
export const useAgentSelf = ({ enabled = true } = {}) =>
  useQuery({ queryKey: [agentKey, 'self'], queryFn: () => call(agentApi.self), enabled })
