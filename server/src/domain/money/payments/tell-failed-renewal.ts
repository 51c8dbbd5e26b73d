import type { Deps } from '../../../deps.ts'
import { tellEnds } from '../plans/due/tell-ends.ts'
import { findByOrder } from '../plans/subscriptions.queries.ts'
import { firstTradeNo } from './renewal-trade-no.ts'

/** Tells the account that the payment of a renewal failed. The payment provider does not wait for that. */
export function tellFailedRenewal(deps: Deps, trade_no: string): void {
  findByOrder(deps.store, firstTradeNo(trade_no))
    .then((subscription) => tellEnds(deps, subscription ? [{ subscription, kind: 'not renewed' }] : []))
    .catch((error: unknown) => deps.log.warn('failed renewal not told', { trade_no, error }))
}
