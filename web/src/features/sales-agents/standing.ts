import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'

/**
 * Whether the user has what agents have. One who applies again, or was refused then, keeps what was earned before, with
 * its records.
 */
export const isOrWasAgent = ({ status, earnings }: Pick<AgentSelf, 'status' | 'earnings'>): boolean =>
  status === 'active' || status === 'ended' || earnings.shares > 0
