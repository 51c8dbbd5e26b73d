import type { Deps } from '../../../deps.ts'
import { tellEnds } from '../plans/due/tell-ends.ts'
import { findByOrder } from '../plans/subscriptions.queries.ts'
import { findFirstNotice } from './notices.queries.ts'
import { firstTradeNo } from './renewal-trade-no.ts'

/**
 * Tells the account that the payment of a renewal failed, once for each payment, which the provider tries several times.
 * The payment provider does not wait for that.
 */
export function tellFailedRenewal(deps: Deps, notice: { id: number; trade_no: string }): void {
  tell(deps, notice).catch((error: unknown) => deps.log.warn('failed renewal not told', { ...notice, error }))
}

async function tell(deps: Deps, { id, trade_no }: { id: number; trade_no: string }): Promise<void> {
  if ((await findFirstNotice(deps.store, trade_no, 'renewal_failed')) !== id) return
  const subscription = await findByOrder(deps.store, firstTradeNo(trade_no))
  if (subscription) await tellEnds(deps, [{ subscription, kind: 'not renewed' }])
}
