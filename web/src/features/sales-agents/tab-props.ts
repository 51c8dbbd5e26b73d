import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'

/** What every tab shows: the agent, the terms and the earnings. */
export type TabProps = { self: AgentSelf }
