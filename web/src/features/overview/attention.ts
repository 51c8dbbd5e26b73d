import type { Overview } from '@turnpike/contract/system/overview'

/** Payouts, applications and shares that wait for a decision. */
const waitingOfAgents = ({ agents }: Overview): number =>
  agents ? agents.applications + agents.withdrawals + agents.held : 0

/** How many things an administrator should look at; changes and prices to come are only told. */
export const attentionCount = (overview: Overview): number =>
  [
    overview.failing,
    overview.low_users,
    overview.low_accounts,
    overview.low_budgets,
    overview.open_orders,
    overview.refused_notices,
  ].reduce((sum, { count }) => sum + count, waitingOfAgents(overview))
