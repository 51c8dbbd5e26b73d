import type { Deps } from '../deps.ts'
import { cancelRenewals } from '../domain/money/payments/cancel-renewals.rules.ts'
import { applyClaim } from '../domain/money/payments/notices.rules.ts'
import { noteChecked, readOrdersToCheck } from '../domain/money/payments/orders.queries.ts'
import type { PaymentProvider } from '../domain/money/payments/payment-provider.ts'
import { retryRefunds } from '../domain/money/payments/refund-order.rules.ts'
import { stopRenewals } from '../domain/money/payments/stop-renewals.rules.ts'
import { releaseLease, takeLease } from '../store/lease.ts'

export const checkOpenOrdersEverySeconds = 60
const leaseSeconds = 300
/** A notification usually comes within seconds. */
const patienceSeconds = 120
const giveUpSeconds = 3 * 86_400
const checkAgainSeconds = 600
const batchMax = 20

/**
 * Queries payment providers about open orders, about refunds, and about what renews the plans that have ended and those of
 * disabled accounts: a notification or a response may have been lost.
 */
export async function checkOpenOrders(
  deps: Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock' | 'log'>,
  providers: readonly PaymentProvider[],
  holder: string,
): Promise<void> {
  const { store, options, clock, log } = deps
  const lease = await takeLease(store, 'check open orders', holder, leaseSeconds, clock())
  if (!lease) return
  const now = clock()
  const age = { createdAfter: now - giveUpSeconds, createdBefore: now - patienceSeconds }
  for (const order of await readOrdersToCheck(store, { ...age, checkedBefore: now - checkAgainSeconds }, batchMax)) {
    const provider = providers.find(({ name }) => name === order.provider)
    await noteChecked(store, order.id, now)
    if (!provider?.isSetUp(options.current())) continue
    const claim = await provider.query(order, options.current()).catch((error: unknown) => {
      log.info('payment provider not reached', { provider: order.provider, trade_no: order.trade_no, error })
      return undefined
    })
    // An unpaid order leaves no notice for each query.
    if (claim?.isPaid) await applyClaim(deps, provider, claim, { payload: '', address: '' })
  }
  await retryRefunds(deps, providers)
  await stopRenewals(deps, providers)
  await cancelRenewals(deps, providers)
  await releaseLease(store, lease)
}
