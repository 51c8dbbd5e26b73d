import { dollars } from '@turnpike/contract/quota'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import { findAccount } from '../../../identity/users/users.queries.ts'
import { type Actor, writeAudit } from '../../../system/audit/audit.queries.ts'
import { csvCell } from '../../../usage/logs/csv-cell.ts'
import { type AccountField, openAccount } from './payout-account.ts'
import { namesOf } from './wire-withdrawal.ts'
import { findWithdrawal, type PayableRow, readPayable, type WithdrawalSearch } from './withdrawals.queries.ts'

type AccountDeps = Pick<Deps, 'store' | 'vault' | 'options'>

/** Where to pay a withdrawal. The look is in the audit log before the account is shown. */
export async function readAccount({ store, vault }: AccountDeps, actor: Actor, id: number): Promise<AccountField[]> {
  const row = await findWithdrawal(store, id)
  if (!row) throw new AppError('not_found')
  const { username = '' } = (await findAccount(store, row.agent_id)) ?? {}
  const fields = openAccount(vault, row)
  await writeAudit(store, actor, { action: 'agent.read_account', target: `#${id} ${username}` })
  return fields
}

/** As many requests are in one file. The oldest are paid first, and then the next file has the others. */
const exportMax = 5000

/** The approved requests as CSV, with a column for each field that one of their accounts has. */
export async function exportPayable(
  { store, vault, options }: AccountDeps,
  actor: Actor,
  { agent_id, keyword }: WithdrawalSearch,
): Promise<string> {
  const payable = (await readPayable(store, { agent_id, keyword }, exportMax)).map((row) => ({
    row,
    fields: openAccount(vault, row),
  }))
  await writeAudit(store, actor, {
    action: 'agent.export_accounts',
    detail: { withdrawals: payable.map(({ row }) => row.id) },
  })
  const labels = [...new Set(payable.flatMap(({ fields }) => fields.map(({ label }) => label)))]
  const { QuotaPerUnit } = options.current()
  const lines = payable.map(({ row, fields }) => [
    ...Object.values(columns).map((cell) => cell(row, QuotaPerUnit)),
    ...labels.map((label) => fields.find((field) => field.label === label)?.value ?? ''),
  ])
  // Excel reads a file as UTF-8 only with this mark.
  return `\ufeff${[[...Object.keys(columns), ...labels], ...lines].map(lineOf).join('')}`
}

const lineOf = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`

const timeOf = (at: number): string => new Date(at * 1000).toISOString()

const columns: Record<string, (row: PayableRow, quotaPerUnit: number) => string | number> = {
  id: ({ id }) => id,
  asked_time: ({ created_at }) => timeOf(created_at),
  approved_time: ({ decided_at }) => timeOf(decided_at),
  agent_id: ({ agent_id }) => agent_id,
  username: ({ agent }) => agent,
  amount_quota: ({ amount }) => amount,
  fee_quota: ({ fee }) => fee,
  payout_usd: ({ amount, fee }, quotaPerUnit) => dollars(amount - fee, quotaPerUnit),
  method: ({ method }) => namesOf(method).method,
}
