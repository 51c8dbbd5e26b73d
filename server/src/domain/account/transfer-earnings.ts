import { randomUUID } from 'node:crypto'
import { logType } from '@turnpike/contract/log'
import { logText } from '@turnpike/contract/log-events'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/http-deps.ts'
import { loggedQuota, shownQuota } from '../logs/quota-text.ts'
import { writeLog } from '../logs/write-log.queries.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { readEarnings } from './account.queries.ts'

type Needs = Pick<Deps, 'store' | 'options' | 'clock'>

/** Moves earnings of invitations to the balance, at least a unit at a time. Gives the amount in words. */
export async function transferEarnings({ store, options, clock }: Needs, caller: Caller, quota: number) {
  const minimum = Math.ceil(options.current().QuotaPerUnit)
  const shown = (amount: number) => shownQuota(amount, options.current())
  if (quota < minimum) throw new AppError('transfer_too_low', { params: { minimum: shown(minimum) } })
  const at = clock()
  await store.transaction().execute(async (transaction) => {
    if ((await readEarnings(transaction, caller.id)) < quota) throw new AppError('affiliate_insufficient')
    // The entry is guarded for itself: of two transfers in one moment, both fit or one is refused.
    await post(transaction, { user_id: caller.id, kind: 'transfer', reference: randomUUID(), amount: quota, at })
    const params = { amount: loggedQuota(quota, options.current()) }
    await writeLog(transaction, {
      user: caller,
      type: logType.system,
      content: logText('affiliate_transfer', 'zh', params),
      other: { event: 'affiliate_transfer', params },
      at,
    })
  })
  return shown(quota)
}
