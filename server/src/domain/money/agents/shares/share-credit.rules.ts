import type { Deps } from '../../../../deps.ts'
import { type CreditRow, creditKindOf } from './credits.queries.ts'
import { lockAgents } from './dividends.queries.ts'
import { makeShare, sharesAt } from './make-shares.rules.ts'
import { readSharers } from './sharers.queries.ts'

/** Makes the shares of a credit without a payment, where the terms name its kind. Returns how many are held. */
export function shareCredit(
  { store, options, clock }: Pick<Deps, 'store' | 'options' | 'clock'>,
  { user_id: payer_id, caller_id, kind, reference, amount: base, created_at: at }: CreditRow,
): Promise<number> {
  const shared = {
    cause: 'credit' as const,
    reference: `${kind} ${reference}`,
    base,
    at,
    from: at,
    payer_id,
    caller_id,
  }
  return store.transaction().execute(async (transaction) => {
    const sharers = await readSharers(transaction, payer_id)
    const agents = await lockAgents(
      transaction,
      sharers.map(({ agent_id }) => agent_id),
    )
    let held = 0
    for (const share of await sharesAt(transaction, sharers, agents, at)) {
      const { basis, counts } = share.terms
      if (basis !== 'payments' || !counts.includes(creditKindOf[kind])) continue
      const made = await makeShare(transaction, share, shared, { now: clock(), options: options.current() })
      if (made === 'held') held++
    }
    return held
  })
}
