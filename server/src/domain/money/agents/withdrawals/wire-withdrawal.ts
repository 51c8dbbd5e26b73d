import type { WatchedWithdrawal, Withdrawal } from '@turnpike/contract/money/agents/withdrawal'
import type { ShownRow, WithdrawalRow } from './withdrawals.queries.ts'

type Names = { name: string; name_zh: string }

/** The names of a method as its withdrawals store them: a line each. */
export const storedNames = ({ name, name_zh }: Names): string => `${name}\n${name_zh}`

export function namesOf(stored: string): { method: string; method_zh: string } {
  const [method = '', method_zh = method] = stored.split('\n')
  return { method, method_zh }
}

export const wireWithdrawal = (row: Omit<WithdrawalRow, 'account_cipher'>): Withdrawal => ({
  id: row.id,
  created_at: row.created_at,
  amount: row.amount,
  fee: row.fee,
  ...namesOf(row.method),
  status: row.status,
  reason: row.reason,
  reference: row.reference,
  decided_at: row.decided_at,
  paid_at: row.paid_at,
})

/** With the names of the administrators, for administrators. */
export const watchedWithdrawal = (row: ShownRow): WatchedWithdrawal => ({
  ...wireWithdrawal(row),
  agent_id: row.agent_id,
  agent: row.agent,
  debt: Number(row.debt),
  decided_by: row.decided_by,
  paid_by: row.paid_by,
})
