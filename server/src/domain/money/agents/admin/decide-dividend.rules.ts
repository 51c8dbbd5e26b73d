import type { WatchedDividend } from '@turnpike/contract/money/agents/dividend'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { type Administrator, isAbove } from '../../../identity/user-admin/authority.ts'
import { findUser } from '../../../identity/users/users.queries.ts'
import { readDividend } from '../lists/dividends.rules.ts'
import { decideShare } from '../shares/decide-share.rules.ts'

type Decision = Parameters<typeof decideShare>[2]

/** Decides about a held share of somebody of a lower role. Nobody decides about an own one. */
export async function decideDividend(
  deps: Deps,
  { caller, actor }: Administrator,
  decision: Decision,
): Promise<WatchedDividend> {
  const { store } = deps
  const { agent_id } = await readDividend(store, decision.id, actor.at)
  if (agent_id === caller.id) throw new AppError('agent_own')
  const agent = await findUser(store, agent_id)
  if (!agent || !isAbove(caller, agent)) throw new AppError('user_update_forbidden')
  await decideShare(deps, actor, decision)
  return readDividend(store, decision.id, actor.at)
}
