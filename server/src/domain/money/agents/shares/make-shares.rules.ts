import { userStatus } from '@turnpike/contract/identity/user'
import type { AgentTerms } from '@turnpike/contract/money/agents/terms'
import type { OptionValues } from '@turnpike/contract/options'
import type { Store } from '../../../../store/store.ts'
import { findAgent } from '../agents.queries.ts'
import { isInForce, termsAt } from '../terms.rules.ts'
import { payDebt } from './debt.ts'
import { type DividendRow, insertDividend, type lockAgents } from './dividends.queries.ts'
import { postNew } from './post-new.ts'
import { detailOf, logForAgent, referenceOf } from './set-reversed.rules.ts'
import type { Sharer } from './sharers.queries.ts'
import { type Paying, signsOf } from './signs.rules.ts'
import { secondPercent, shareOf } from './worth.ts'

/** What brings shares, and the time that decides about them. */
export type Shared = Paying & {
  cause: DividendRow['cause']
  reference: string
  base: number
  /** Whose terms apply: those of this time. */
  at: number
  /** The waiting time begins here. */
  from: number
}

/** An agent who shares in something, with the terms of its time. */
export type Share = Sharer & { terms: AgentTerms; percent: number }

const day = 86_400

/**
 * The agents among the inviters of an account whose terms were in force at a time, with their percent. The first level
 * comes first: the second gets at most what it leaves. An account that is disabled or cancelled gets nothing.
 */
export async function sharesAt(
  transaction: Store,
  sharers: readonly Sharer[],
  users: Awaited<ReturnType<typeof lockAgents>>,
  at: number,
): Promise<Share[]> {
  const shares: Share[] = []
  for (const { agent_id, level } of sharers) {
    const user = users.find(({ id }) => id === agent_id)
    const agent = await findAgent(transaction, agent_id)
    if (!user || !agent || user.status !== userStatus.enabled || user.deleted_at !== null) continue
    const terms = await termsAt(transaction, { agent_id, group: user.group }, at)
    if (!isInForce(agent, terms, at)) continue
    const first = shares[0]?.percent ?? 0
    shares.push({
      agent_id,
      level,
      terms,
      percent: level === 1 ? terms.share : secondPercent(first, terms.second_share),
    })
  }
  return shares
}

/** Makes and posts the share of an agent, once. Returns whether it is held. The rows of the agents are locked. */
export async function makeShare(
  transaction: Store,
  { agent_id, level, terms, percent }: Share,
  { cause, reference, base, from, payer_id, caller_id }: Shared,
  { now, options }: { now: number; options: OptionValues },
): Promise<'held' | 'made' | 'none'> {
  const amount = shareOf(base, percent)
  if (amount === 0) return 'none'
  const signs = await signsOf(transaction, agent_id, { payer_id, caller_id }, now)
  const share = await insertDividend(transaction, {
    ...{ agent_id, payer_id, level, cause, reference, base, share: String(percent), terms: JSON.stringify(terms) },
    ...{ amount, final_at: from + terms.waiting_days * day, created_at: now },
    ...{ signs: signs.join(','), decision: signs.length === 0 ? '' : 'held' },
  })
  if (!share) return 'none'
  const entry = { user_id: agent_id, kind: 'dividend' as const, reference: referenceOf(share), detail: detailOf(share) }
  await postNew(transaction, { ...entry, amount, at: now })
  await payDebt(transaction, agent_id, now)
  await logForAgent(transaction, agent_id, { event: 'dividend', amount, at: now, options })
  return share.decision === 'held' ? 'held' : 'made'
}
