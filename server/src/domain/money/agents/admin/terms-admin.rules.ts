import type { DataOf } from '@turnpike/contract/endpoint'
import type { agentAdminApi, TermsRow } from '@turnpike/contract/money/agents/agent-api'
import { type AgentTerms, type OwnTerms, type TermScope, usualTerms } from '@turnpike/contract/money/agents/terms'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { findUser } from '../../../identity/users/users.queries.ts'
import { type Actor, logAdminAction, writeAudit } from '../../../system/audit/audit.queries.ts'
import { findAgent, insertTerms, readTermsAt } from '../agents.queries.ts'
import { readHistory, readTermsOf, readUsernames } from './agent-admin.queries.ts'

const historyMax = 200

/** The terms in force of the installation and of groups, and the last changes of all terms. */
export async function listTerms(store: Store, at: number): Promise<DataOf<typeof agentAdminApi.terms>> {
  const [installation, groups, rows] = await Promise.all([
    readTermsAt(store, { scope: 'installation', subject: '' }, at),
    readTermsOf(store, 'group', at),
    readHistory(store, historyMax),
  ])
  const ids = rows.filter(({ scope }) => scope === 'agent').map(({ subject }) => Number(subject))
  const names = await readUsernames(store, [...new Set(ids)])
  return {
    installation: { ...usualTerms, ...installation },
    groups: [...groups]
      .filter(([, terms]) => Object.keys(terms).length > 0)
      .map(([group, terms]) => ({ group, terms })),
    history: rows.map(({ id, scope, subject, terms, applies_from, actor }): TermsRow => {
      const subject_id = scope === 'agent' ? Number(subject) : 0
      return {
        ...{ id, scope, subject_id, actor, from: applies_from },
        subject: scope === 'agent' ? (names.get(subject_id) ?? '') : subject,
        terms: JSON.parse(terms) as OwnTerms, // written by `insertTerms`
      }
    }),
  }
}

type Change = { scope: TermScope; group: string; agent_id: number; terms: OwnTerms }
type Subject = { scope: TermScope; subject: string }

/** Terms hold from now on. Members that are absent are inherited. */
export const setTerms = (deps: Pick<Deps, 'store' | 'options'>, actor: Actor, change: Change): Promise<undefined> =>
  deps.store.transaction().execute(async (transaction) => {
    const { subject, name, inherited, user = actor } = await subjectOf(deps, transaction, change, actor.at)
    const before = await readTermsAt(transaction, subject, actor.at)
    const terms = withoutPastEnd(change.terms, before, actor.at)
    const { share, second_share } = { ...inherited, ...terms }
    if (share + second_share > 100) throw new AppError('agent_shares_beyond')
    await insertTerms(transaction, { ...subject, terms, at: actor.at, actor: actor.username })
    const target = `${change.scope} ${name}`.trim()
    await writeAudit(transaction, actor, { action: 'agent.set_terms', target, detail: { before, after: terms } })
    const params = { action: 'set_terms', target: name }
    await logAdminAction(transaction, actor, { user, event: 'agent_changed', params })
    return undefined
  })

type Found = { subject: Subject; name: string; inherited: AgentTerms; user?: { id: number; username: string } }

/** The subject of terms, how the audit log names it, what it inherits, and the agent who reads of the change. */
async function subjectOf(
  { options }: Pick<Deps, 'options'>,
  transaction: Store,
  { scope, group, agent_id }: Change,
  at: number,
): Promise<Found> {
  if (scope === 'installation') return { subject: { scope, subject: '' }, name: '', inherited: usualTerms }
  const installation = {
    ...usualTerms,
    ...(await readTermsAt(transaction, { scope: 'installation', subject: '' }, at)),
  }
  if (scope === 'group') {
    if (!Object.hasOwn(options.current().GroupRatio, group)) throw new AppError('group_unknown', { params: { group } })
    return { subject: { scope, subject: group }, name: group, inherited: installation }
  }
  const person = await findUser(transaction, agent_id)
  if (!person || !(await findAgent(transaction, agent_id))) throw new AppError('agent_missing')
  const ofGroup = await readTermsAt(transaction, { scope: 'group', subject: person.group }, at)
  return {
    subject: { scope, subject: String(agent_id) },
    name: `${agent_id} ${person.username}`,
    inherited: { ...installation, ...ofGroup },
    user: person,
  }
}

/** Terms change nothing that was: an end in the past is one now, unless it was stored before. */
function withoutPastEnd(terms: OwnTerms, before: OwnTerms, at: number): OwnTerms {
  const { ends_at = 0 } = terms
  if (ends_at === 0 || ends_at >= at || ends_at === before.ends_at) return terms
  return { ...terms, ends_at: at }
}
