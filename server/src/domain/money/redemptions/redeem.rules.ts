import { logType } from '@turnpike/contract/usage/log'
import { logText } from '@turnpike/contract/usage/log-events'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { billedTo, type Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { lockSeat } from '../../identity/tokens/token-seat.rules.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import { writeLog } from '../../usage/logs/write-log.queries.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { claimRedemption, findRedemptionByKey } from './redemptions.queries.ts'

type RedeemDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock'>

/**
 * Redeems a code for quota, once, for the caller or for the organisation. An attempt is counted before the code is
 * checked, so that a burst cannot outrun the limit, and uncounted when the code was right. Returns the quota added.
 */
export async function redeem({ store, vault, options, limits, clock }: RedeemDeps, caller: Caller, code: string) {
  await limits.take('wrong redemption code', String(caller.id))
  const keyHash = vault.hash(code, 'redemption code')
  const at = clock()
  const buyer = billedTo(caller)
  const added = await store.transaction().execute(async (transaction) => {
    if (caller.org) await lockSeat(transaction, caller, 'pay')
    const claimed = await claimRedemption(transaction, keyHash, { ...buyer, at })
    if (!claimed) throw await refusalOf(transaction, keyHash)
    const { id, quota } = claimed
    const reference = String(id)
    const isNew = await post(transaction, { ...buyer, kind: 'redemption', reference, amount: quota, at })
    if (!isNew) throw new Error(`code ${id} was unused, and yet it has been credited`)
    const params = { amount: loggedQuota(quota, options.current()), code: id }
    await writeLog(transaction, {
      user: caller,
      account_id: caller.org?.id ?? 0,
      type: logType.topUp,
      content: logText('code_redeemed', 'zh', params),
      other: { event: 'code_redeemed', params },
      at,
    })
    return quota
  })
  await limits.giveBack('wrong redemption code', String(caller.id))
  return added
}

/** A used code and a disabled one give the same refusal. */
async function refusalOf(transaction: Store, keyHash: string): Promise<AppError> {
  const known = await findRedemptionByKey(transaction, keyHash)
  return new AppError(known ? 'code_used' : 'code_invalid')
}
