import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'
import type { OptionValues } from '@turnpike/contract/options'
import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { lockPerson } from '../../identity/user-admin/user-admin.queries.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { type AgentRow, findAgent, saveAgent } from './agents.queries.ts'
import { availableOf } from './earnings.rules.ts'
import { sumEarnings } from './lists/entries.queries.ts'
import { countInvited } from './lists/invited.queries.ts'
import { tellAdministrators } from './tell-agents.ts'
import { termsAt } from './terms.rules.ts'

/** What every user sees: also those who are no agents, and agents after the feature was switched off. */
export async function selfOf(
  { store, options }: Pick<Deps, 'store' | 'options'>,
  id: number,
  at: number,
): Promise<AgentSelf> {
  const user = await findUser(store, id)
  if (!user) throw new AppError('session_expired')
  const [agent, terms, available, sums, counts] = await Promise.all([
    findAgent(store, id),
    termsAt(store, { agent_id: id, group: user.group }, at),
    availableOf(store, user, at),
    sumEarnings(store, id),
    countInvited(store, [id]),
  ])
  return {
    status: agent?.status ?? 'none',
    may_apply: refusalOf(agent, options.current()) === undefined,
    reason: agent?.reason ?? '',
    terms,
    earnings: { ...available, debt: agent?.debt ?? 0, ...sums },
    ...(counts.get(id) ?? { invited: 0, paying: 0 }),
  }
}

/** Why a user may not apply. An agent whom an administrator ended is taken up again by an administrator only. */
function refusalOf(agent: AgentRow | undefined, { AgentsEnabled, AgentApplication }: OptionValues) {
  if (!AgentsEnabled) return 'agents_disabled'
  if (agent && agent.status !== 'refused') return 'agent_already'
  return AgentApplication === 'closed' ? 'agent_application_closed' : undefined
}

/** Makes the caller an agent, or lets an administrator decide. Who was refused before always waits for a decision. */
export async function apply(deps: Deps, { id }: Caller, actor: Actor, note: string): Promise<AgentSelf> {
  const { store, options } = deps
  const waits = await store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (!person || person.deleted_at !== null) throw new AppError('session_expired')
    const agent = await findAgent(transaction, id)
    const refusal = refusalOf(agent, options.current())
    if (refusal) throw new AppError(refusal)
    const isReviewed = agent !== undefined || options.current().AgentApplication === 'review'
    await saveAgent(transaction, id, {
      ...(isReviewed ? { status: 'applied' } : { status: 'active', active_from: actor.at }),
      ...{ note, reason: '', decided_by: '', applied_at: actor.at, updated_at: actor.at },
    })
    const status = isReviewed ? 'applied' : 'active'
    await writeAudit(transaction, actor, {
      action: 'agent.apply',
      target: `${id} ${person.username}`,
      detail: { status },
    })
    await logStep(transaction, person, isReviewed ? 'agent_applied' : 'agent_joined', actor.at)
    return isReviewed
  })
  if (waits) tellAdministrators(deps, applicationOf(actor.username))
  return selfOf(deps, id, actor.at)
}

const logStep = (
  transaction: Store,
  user: { id: number; username: string },
  event: 'agent_applied' | 'agent_joined',
  at: number,
) =>
  writeLog(transaction, {
    user,
    type: logType.system,
    content: logText(event, 'zh'),
    other: { event, params: {} },
    at,
  })

const applicationOf = (username: string) => ({
  subject: { en: 'an application to become a sales agent', zh: '新的代理申请' },
  text: {
    en: `${username} has applied to become a sales agent.`,
    zh: `用户 ${username} 申请成为代理，请审核。`,
  },
})
