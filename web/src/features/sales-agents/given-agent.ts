import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'
import { usualTerms } from '@turnpike/contract/money/agents/terms'

const dollar = 500_000

/** For tests: an agent with something in every state. */
export const givenAgent: AgentSelf = {
  status: 'active',
  may_apply: false,
  reason: '',
  terms: usualTerms,
  earnings: {
    total: 50 * dollar,
    available: 20 * dollar,
    waiting: 15 * dollar,
    held: 5 * dollar,
    reserved: 10 * dollar,
    debt: 0,
    shares: 90 * dollar,
    rewards: 2 * dollar,
    moved: 30 * dollar,
    withdrawn: 12 * dollar,
  },
  invited: 4,
  paying: 3,
}

const nothing = Object.fromEntries(Object.keys(givenAgent.earnings).map((name) => [name, 0])) as AgentSelf['earnings']

/** For tests: a user who is no agent. */
export const givenOther: AgentSelf = { ...givenAgent, status: 'none', earnings: nothing, invited: 0, paying: 0 }
