import { randomUUID } from 'node:crypto'
import type { Store } from '../../../../store/store.ts'
import { findAgent, setDebt } from '../agents.queries.ts'
import { readUnreserved } from './dividends.queries.ts'
import { postNew } from './post-new.ts'

/**
 * Pays what an agent owes for shares that were taken back, from earnings that no payout has reserved. The row of the
 * agent's user is locked.
 */
export async function payDebt(transaction: Store, agent_id: number, at: number): Promise<void> {
  const { debt = 0 } = (await findAgent(transaction, agent_id)) ?? {}
  if (debt === 0) return
  const amount = Math.min(debt, await readUnreserved(transaction, agent_id))
  if (amount === 0) return
  const reference = `debt ${agent_id} ${randomUUID()}`
  await postNew(transaction, { user_id: agent_id, kind: 'dividend_reversal', reference, amount, at, detail: 'debt' })
  await setDebt(transaction, agent_id, debt - amount)
}

/** Adds to what an agent owes. The row of the agent's user is locked. */
export async function addDebt(transaction: Store, agent_id: number, amount: number): Promise<void> {
  const agent = await findAgent(transaction, agent_id)
  if (!agent) throw new Error(`user ${agent_id} has shares and is no agent`)
  await setDebt(transaction, agent_id, agent.debt + amount)
}
