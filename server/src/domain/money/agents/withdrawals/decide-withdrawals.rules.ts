import { userStatus } from '@turnpike/contract/identity/user'
import type { WatchedWithdrawal } from '@turnpike/contract/money/agents/withdrawal'
import type { Deps } from '../../../../deps.ts'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import { type Administrator, isAbove } from '../../../identity/user-admin/authority.ts'
import { lockPerson } from '../../../identity/user-admin/user-admin.queries.ts'
import type { UserRow } from '../../../identity/users/users.queries.ts'
import { logAdminAction, writeAudit } from '../../../system/audit/audit.queries.ts'
import { loggedQuota } from '../../../usage/logs/quota-text.ts'
import { post } from '../../wallet/ledger/ledger-post.ts'
import { payDebt } from '../shares/debt.ts'
import { tellAgent } from '../tell-agents.ts'
import { newsOf } from './tell-withdrawal.ts'
import { watchedWithdrawal } from './wire-withdrawal.ts'
import {
  countWithdrawals,
  findWithdrawal,
  moveWithdrawal,
  readWithdrawals,
  type WithdrawalRow,
  type WithdrawalSearch,
} from './withdrawals.queries.ts'

type Paging = { p: number; page_size: number }
type WatchedPage = { items: WatchedWithdrawal[]; total: number; page: number; page_size: number }

export async function watchWithdrawals(
  store: Store,
  { p, page_size, ...search }: WithdrawalSearch & Paging,
): Promise<WatchedPage> {
  const [rows, total] = await Promise.all([
    readWithdrawals(store, search, { p, page_size }),
    countWithdrawals(store, search),
  ])
  return { items: rows.map(watchedWithdrawal), total, page: p, page_size }
}

export const approveWithdrawal = (deps: Deps, administrator: Administrator, id: number): Promise<WatchedWithdrawal> =>
  onWithdrawal(deps, administrator, id, {
    act: 'approve',
    event: 'withdrawal_approved',
    move: (transaction) => {
      const { at, username } = administrator.actor
      const step = { status: 'approved', decided_at: at, decided_by: username } as const
      return moveWithdrawal(transaction, id, ['asked'], step)
    },
  })

/** What the request has reserved is free again, and pays a debt first. */
export const refuseWithdrawal = (
  deps: Deps,
  administrator: Administrator,
  id: number,
  reason: string,
): Promise<WatchedWithdrawal> =>
  onWithdrawal(deps, administrator, id, {
    act: 'refuse',
    event: 'withdrawal_refused',
    reason,
    async move(transaction, person) {
      const { at, username } = administrator.actor
      const row = await moveWithdrawal(transaction, id, ['asked', 'approved'], {
        ...{ status: 'refused', reason, decided_at: at, decided_by: username },
        ...erasedIfCancelled(person),
      })
      if (row) await payDebt(transaction, person.id, at)
      return row
    },
  })

/** Records that an approved request was paid, and takes its amount from the earnings. */
export const payWithdrawal = (
  deps: Deps,
  administrator: Administrator,
  id: number,
  reference: string,
): Promise<WatchedWithdrawal> =>
  onWithdrawal(deps, administrator, id, {
    act: 'pay',
    event: 'withdrawal_paid',
    async move(transaction, person) {
      const { at, username } = administrator.actor
      const step = { status: 'paid', reference, paid_at: at, paid_by: username } as const
      const row = await moveWithdrawal(transaction, id, ['approved'], step)
      if (!row) return undefined
      if (person.deleted_at !== null || person.status !== userStatus.enabled) throw new AppError('agent_account_closed')
      const entry = {
        user_id: row.agent_id,
        kind: 'withdrawal',
        reference: String(id),
        amount: row.amount,
        at,
      } as const
      return (await post(transaction, entry)) ? row : undefined
    },
  })

/** A cancelled user's account is not kept longer than it is needed. */
const erasedIfCancelled = ({ deleted_at }: UserRow) => (deleted_at === null ? {} : { account_cipher: '' })

type Step = {
  act: 'approve' | 'refuse' | 'pay'
  event: 'withdrawal_approved' | 'withdrawal_refused' | 'withdrawal_paid'
  reason?: string
  /** Undefined where another administrator was faster. */
  move(transaction: Store, person: UserRow): Promise<WithdrawalRow | undefined>
}

/** Takes a step under the lock of the agent's row. Nobody decides about payouts to themselves. */
async function onWithdrawal(
  deps: Deps,
  { caller, actor }: Administrator,
  id: number,
  { act, event, reason, move }: Step,
): Promise<WatchedWithdrawal> {
  const { store, options } = deps
  const settings = options.current()
  const shown = await store.transaction().execute(async (transaction) => {
    const found = await findWithdrawal(transaction, id)
    if (!found) throw new AppError('not_found')
    if (found.agent_id === caller.id) throw new AppError('agent_own')
    const person = await lockPerson(transaction, found.agent_id)
    if (!person || !isAbove(caller, person)) throw new AppError('user_update_forbidden')
    const row = await move(transaction, person)
    if (!row) throw new AppError('agent_decided')
    const { amount, fee, reference } = row
    await writeAudit(transaction, actor, {
      action: `agent.${act}_withdrawal`,
      target: `#${id} ${person.username}`,
      detail: { amount, fee, ...(reference && { reference }), ...(reason && { reason }) },
    })
    const params = { amount: loggedQuota(amount, settings), ...(reason && { reason }) }
    await logAdminAction(transaction, actor, { user: person, event, params })
    const [watched] = await readWithdrawals(transaction, { id }, { p: 1, page_size: 1 })
    if (!watched) throw new AppError('not_found')
    return watched
  })
  tellAgent(deps, shown.agent_id, newsOf(event, { amount: shown.amount, ...(reason && { reason }) }, settings))
  return watchedWithdrawal(shown)
}
