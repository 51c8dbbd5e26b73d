import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import { type TaskPlatform, taskDone } from '@turnpike/contract/usage/task'
import type { Deps } from '../../../deps.ts'
import type { Store } from '../../../store/store.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { refundHourOf } from '../../money/pricing/cost/cost-hour.ts'
import { addToCostHour } from '../../money/pricing/cost/cost-hours.queries.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'
import { paidOf, payerOf } from '../../money/wallet/payer.ts'
import { playgroundName } from '../logs/playground-name.ts'
import { loggedQuota } from '../logs/quota-text.ts'
import { hourOfRow } from '../logs/usage-hour.ts'
import { writeLog } from '../logs/write-log.queries.ts'
import type { TaskState } from './task-state.ts'
import { chargedFor, findTokenName, moveTask, type TaskRow } from './tasks.queries.ts'

type EndTaskDeps = Pick<Deps, 'store' | 'clock' | 'options'>

/**
 * Moves a running task to its next state. A failed task gives its whole charge back, in the same transaction: of
 * several processes, the one that moves the task refunds it. False when another process has moved it, or its charge is
 * not in the ledger yet.
 */
export function changeTask({ store, clock, options }: EndTaskDeps, row: TaskRow, state: TaskState): Promise<boolean> {
  const at = clock()
  if (state.status !== 'FAILURE') return moveTask(store, row, state, at)
  return store.transaction().execute(async (transaction) => {
    await lockAccount(transaction, payerOf(row)) // an administrator may be refunding the same call
    const charged = await chargedFor(transaction, row.request_id)
    if (!(await moveTask(transaction, row, { ...state, quota: 0, refunded: charged.amount }, at))) return false
    if (charged.isCharged) await refund(transaction, row, charged, at, options.current())
    return true
  })
}

const events = {
  mj: 'drawing_refunded',
  suno: 'task_refunded',
  video: 'task_refunded',
} as const satisfies Record<TaskPlatform, string>

/** A charge in the log is also taken back there, so that the sums of rows and hours equal those of the ledger. */
async function refund(
  transaction: Store,
  { user_id, account_id, token_id, channel_id, request_id, task_id, platform, model_name, group, cost }: TaskRow,
  { amount, isLogged }: { amount: number; isLogged: boolean },
  at: number,
  display: Parameters<typeof loggedQuota>[1],
): Promise<void> {
  const paid = paidOf({ user_id, account_id })
  const { username = '' } = (await findUser(transaction, user_id)) ?? {}
  const token_name = await tokenName(transaction, { token_id, group, account_id })
  const call = { account_id, token_id, token_name, channel: channel_id, model_name, group, request_id }
  const row = { ...call, ...noUsage, user_id, username, created_at: at, type: logType.system, quota: -amount }
  if (cost !== null)
    await addToCostHour(transaction, refundHourOf({ ...row, user_id: paid.user_id, quota: amount }, cost))
  if (amount === 0) return // an administrator has refunded everything
  const posting = { ...paid, token_id, channel_id, kind: 'refund' as const, reference: request_id, amount, at }
  if (!(await post(transaction, { ...posting, ...(isLogged && { hour: hourOfRow(row, 0) }) })))
    throw new Error(`the task of request ${request_id} was running, and yet its charge has been refunded`)
  const event = events[platform]
  const params = { task: task_id, amount: loggedQuota(amount, display) }
  await writeLog(transaction, {
    user: { id: user_id, username },
    type: logType.system,
    content: logText(event, 'zh', params),
    other: { event, params, ...(cost !== null && { admin_info: { cost: -cost } }) },
    at,
    call: { ...call, quota: isLogged ? -amount : 0 },
  })
}

const noUsage = { prompt_tokens: 0, completion_tokens: 0, use_time: 0 }

/** The name in the row of the charge. */
async function tokenName(
  transaction: Store,
  { token_id, group, account_id }: Pick<TaskRow, 'token_id' | 'group' | 'account_id'>,
): Promise<string> {
  if (token_id === 0) return playgroundName(group, account_id)
  return (await findTokenName(transaction, token_id)) ?? ''
}

export const hasEnded = ({ progress }: Pick<TaskRow, 'progress'>): boolean => progress === taskDone
