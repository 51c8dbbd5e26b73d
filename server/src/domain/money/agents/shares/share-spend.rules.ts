import type { AgentTerms } from '@turnpike/contract/money/agents/terms'
import type { Deps } from '../../../../deps.ts'
import type { Store } from '../../../../store/store.ts'
import { findAgent } from '../agents.queries.ts'
import { countedSince, firstCount, type Present } from './count-spend.ts'
import { type CreditEntryKind, creditKindOf, sumCredits } from './credits.queries.ts'
import { lockAgents, readSpendDividends } from './dividends.queries.ts'
import { makeShare, sharesAt } from './make-shares.rules.ts'
import { setReversed } from './set-reversed.rules.ts'
import { readSharers, type Sharer } from './sharers.queries.ts'
import { findCounted, findSpender, saveCounted, sumPaid } from './spend.queries.ts'
import { standingBase, takenBack } from './worth.ts'

const daySeconds = 86_400
/** The day of a time, in UTC, as a number; and as text. */
export const dayOf = (at: number): number => Math.floor(at / daySeconds)
export const dayText = (day: number): string => new Date(day * daySeconds * 1000).toISOString().slice(0, 10)

type SpendDeps = Pick<Deps, 'store' | 'options' | 'clock'>

/**
 * Counts what an account has spent until the end of a day, for the agent of a level, once. By the terms at the beginning of the day it
 * brings a share or not. It is counted in any case, so that no later terms find it. Returns how many shares are held.
 */
export function shareSpend(
  deps: SpendDeps,
  { agent_id, level }: Sharer,
  payer_id: number,
  day: number,
): Promise<number> {
  const { store, options, clock } = deps
  const settings = options.current()
  return store.transaction().execute(async (transaction) => {
    const sharers = await readSharers(transaction, payer_id)
    const agents = await lockAgents(
      transaction,
      sharers.map((sharer) => sharer.agent_id),
    )
    const [payer, agent] = [await findSpender(transaction, payer_id), await findAgent(transaction, agent_id)]
    const last = await findCounted(transaction, payer_id, level)
    if (!payer || !agent || (last && last.day >= dayText(day))) return 0
    const at = day * daySeconds
    const inForce = settings.AgentsEnabled ? await sharesAt(transaction, sharers, agents, at) : []
    const share = inForce.find((each) => each.level === level)
    const isSpend = share?.terms.basis === 'spend'
    const present = await presentOf(transaction, { payer, level, terms: isSpend ? share.terms : undefined })
    const counted = last ?? firstCount(present, payer.created_at >= agent.active_from)
    const base = countedSince(counted, present)
    const { used_quota, paid } = present
    await saveCounted(transaction, {
      ...{ payer_id, level, used_quota, paid, shared: counted.shared + base, day: dayText(day) },
    })
    const now = clock()
    if (base < 0) await takeBackSpend(transaction, { payer_id, level }, -base, { at: now, options: settings })
    if (base <= 0 || !isSpend) return 0
    const reference = `${dayText(day)} ${payer_id}`
    const shared = { cause: 'spend' as const, reference, base, at, from: at + daySeconds, payer_id, caller_id: 0 }
    return (await makeShare(transaction, share, shared, { now, options: settings })) === 'held' ? 1 : 0
  })
}

type About = { payer: { id: number; used_quota: number }; level: 1 | 2; terms: AgentTerms | undefined }

async function presentOf(transaction: Store, { payer, level, terms }: About): Promise<Present> {
  const kinds = (Object.keys(creditKindOf) as CreditEntryKind[]).filter((kind) =>
    terms?.counts.includes(creditKindOf[kind]),
  )
  const paid = await sumPaid(transaction, payer.id, level)
  const credits = await sumCredits(transaction, { payer_id: payer.id, level }, kinds)
  return { used_quota: payer.used_quota, paid, credits }
}

/** Takes back the shares of so much spend, newest first. */
async function takeBackSpend(
  transaction: Store,
  about: { payer_id: number; level: 1 | 2 },
  spend: number,
  told: Parameters<typeof setReversed>[3],
): Promise<void> {
  let left = spend
  for (const share of await readSpendDividends(transaction, about)) {
    const standing = standingBase(share)
    const part = Math.min(left, standing)
    const back = share.base - standing + part
    await setReversed(transaction, share, takenBack(share.amount, { all: share.base, back }), told)
    left -= part
    if (left === 0) return
  }
}
