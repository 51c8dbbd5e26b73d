import { userStatus } from '@turnpike/contract/identity/user'
import type { AgentStatus, ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { type Administrator, isAbove } from '../../../identity/user-admin/authority.ts'
import { lockPerson } from '../../../identity/user-admin/user-admin.queries.ts'
import type { UserRow } from '../../../identity/users/users.queries.ts'
import { logAdminAction, writeAudit } from '../../../system/audit/audit.queries.ts'
import { type AgentChange, type AgentRow, findAgent, saveAgent } from '../agents.queries.ts'
import { type News, tellAgent } from '../tell-agents.ts'
import { readListed } from './list-agents.rules.ts'

/** What an administrator does, and to whom. An agent that is taken up again shares in payments from then on. */
type Act = {
  name: 'appoint' | 'approve' | 'refuse' | 'end'
  id: number
  reason?: string
  change(agent: AgentRow | undefined, person: UserRow): Omit<AgentChange, 'decided_by' | 'updated_at'>
}

/** Makes a user an agent, whatever they were before. */
export const appoint = (deps: Deps, administrator: Administrator, id: number): Promise<ListedAgent> =>
  act(deps, administrator, {
    name: 'appoint',
    id,
    change(agent, person) {
      if (agent?.status === 'active') throw new AppError('agent_already')
      return takenUp(person, administrator)
    },
  })

export const approve = (deps: Deps, administrator: Administrator, id: number): Promise<ListedAgent> =>
  act(deps, administrator, {
    name: 'approve',
    id,
    change(agent, person) {
      checkStatus(agent, ['applied', 'ended'])
      return takenUp(person, administrator)
    },
  })

export const refuse = (deps: Deps, administrator: Administrator, id: number, reason: string): Promise<ListedAgent> =>
  act(deps, administrator, {
    name: 'refuse',
    id,
    reason,
    change(agent) {
      checkStatus(agent, ['applied'])
      return { status: 'refused', reason }
    },
  })

/** Payments from then on bring no share. What was earned stays. */
export const end = (deps: Deps, administrator: Administrator, id: number, reason: string): Promise<ListedAgent> =>
  act(deps, administrator, {
    name: 'end',
    id,
    reason,
    change(agent) {
      checkStatus(agent, ['active'])
      return { status: 'ended', reason, ended_at: administrator.actor.at }
    },
  })

function checkStatus(agent: AgentRow | undefined, among: readonly AgentStatus[]): void {
  if (!agent) throw new AppError('agent_missing')
  if (!among.includes(agent.status)) throw new AppError('agent_decided')
}

function takenUp({ status, deleted_at }: UserRow, { actor }: Administrator) {
  if (deleted_at !== null || status !== userStatus.enabled) throw new AppError('agent_account_closed')
  return { status: 'active', reason: '', active_from: actor.at, ended_at: 0 } as const
}

async function act(
  deps: Deps,
  { caller, actor }: Administrator,
  { name, id, reason, change }: Act,
): Promise<ListedAgent> {
  const { store } = deps
  await store.transaction().execute(async (transaction) => {
    const person = await lockPerson(transaction, id)
    if (!person) throw new AppError('user_missing')
    if (!isAbove(caller, person)) throw new AppError('user_update_forbidden')
    const before = await findAgent(transaction, id)
    const by = { decided_by: actor.username, updated_at: actor.at }
    const after = await saveAgent(transaction, id, { ...change(before, person), ...by })
    const detail = { before: before?.status ?? 'none', after: after.status, ...(reason && { reason }) }
    await record(transaction, { caller, actor }, person, name, detail)
  })
  tellAgent(deps, id, newsOf(name, reason))
  return readListed(store, id, actor.at)
}

async function record(
  transaction: Store,
  { actor }: Administrator,
  person: UserRow,
  name: Act['name'],
  detail: Record<string, unknown>,
): Promise<void> {
  await writeAudit(transaction, actor, { action: `agent.${name}`, target: `${person.id} ${person.username}`, detail })
  const params = { action: name, target: person.username }
  await logAdminAction(transaction, actor, { user: person, event: 'agent_changed', params })
}

function newsOf(name: Act['name'], reason = ''): News {
  if (name === 'appoint' || name === 'approve')
    return {
      subject: { en: 'you are a sales agent', zh: '你已成为代理' },
      text: {
        en: 'You are a sales agent now. You share in what those pay whom you invite.',
        zh: '你已成为代理，可从受邀用户的消费中获得分成。',
      },
    }
  if (name === 'refuse')
    return {
      subject: { en: 'your application was refused', zh: '代理申请未通过' },
      text: {
        en: `Your application to become a sales agent was refused: ${reason}`,
        zh: `你的代理申请未通过，原因：${reason}`,
      },
    }
  return {
    subject: { en: 'you are no sales agent any more', zh: '代理资格已终止' },
    text: {
      en: `You are no longer a sales agent: ${reason}. What you have earned stays yours.`,
      zh: `你的代理资格已终止，原因：${reason}。已获得的收益不受影响。`,
    },
  }
}
