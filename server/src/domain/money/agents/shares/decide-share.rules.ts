import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import { findDividend, lockAgents, saveDecision } from './dividends.queries.ts'
import { setReversed } from './set-reversed.rules.ts'

type Decision = { id: number; decision: 'released' | 'refused'; reason: string }

/**
 * Releases a share that is held because of signs of abuse, or refuses it. A refused share is worth nothing from then on,
 * whatever becomes of its payment. Agents do not decide about their own shares.
 */
export async function decideShare(
  { store, options }: Pick<Deps, 'store' | 'options'>,
  actor: Actor,
  { id, decision, reason }: Decision,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    const { agent_id } = (await findDividend(transaction, id)) ?? {}
    if (agent_id === undefined) throw new AppError('not_found')
    if (agent_id === actor.id) throw new AppError('agent_own')
    await lockAgents(transaction, [agent_id])
    const share = await findDividend(transaction, id)
    if (share?.decision !== 'held') throw new AppError('agent_decided')
    await saveDecision(transaction, id, { decision, decided_by: actor.username, reason })
    const { payer_id, amount } = share
    const told = { at: actor.at, options: options.current(), event: 'dividend_refused' } as const
    if (decision === 'refused') await setReversed(transaction, share, amount, told)
    await writeAudit(transaction, actor, {
      action: decision === 'refused' ? 'dividend.refuse' : 'dividend.release',
      target: String(id),
      detail: { agent_id, payer_id, amount, reason },
    })
  })
}
