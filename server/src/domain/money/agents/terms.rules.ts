import { type AgentTerms, usualTerms } from '@turnpike/contract/money/agents/terms'
import type { Store } from '../../../store/store.ts'
import { readTermsAt } from './agents.queries.ts'

/** The terms of an agent at a time: the agent's own, then those of the agent's group, then those of the installation. */
export async function termsAt(
  store: Store,
  { agent_id, group }: { agent_id: number; group: string },
  at: number,
): Promise<AgentTerms> {
  const installation = await readTermsAt(store, { scope: 'installation', subject: '' }, at)
  const ofGroup = await readTermsAt(store, { scope: 'group', subject: group }, at)
  const own = await readTermsAt(store, { scope: 'agent', subject: String(agent_id) }, at)
  return { ...usualTerms, ...installation, ...ofGroup, ...own }
}

/** Whether an agent shares in what is paid at a time. */
export const isInForce = (
  { status, active_from, ended_at }: { status: string; active_from: number; ended_at: number },
  { ends_at }: Pick<AgentTerms, 'ends_at'>,
  at: number,
): boolean =>
  (status === 'active' || status === 'ended') &&
  active_from <= at &&
  (ended_at === 0 || at < ended_at) &&
  (ends_at === 0 || at < ends_at)
