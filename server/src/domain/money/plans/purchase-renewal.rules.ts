import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Lease, releaseLease, renewLease, takeLease } from '../../../store/lease.ts'
import type { Store } from '../../../store/store.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { renewalsOf } from '../payments/stop-renewals.rules.ts'
import { changeSubscription, findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

type Needs = Pick<Deps, 'store' | 'options' | 'clock' | 'log'>
type Wanted = { id: number; account: number; renews: boolean; reason?: string }

/** Longer than the two responses of the provider may take. */
const leaseSeconds = 300

/**
 * Switches the renewal of a subscription on or off: first at the provider, which charges, and then here. One at a time:
 * switches that cross could leave the provider doing what the row does not say.
 */
export async function switchRenewal(
  deps: Needs,
  providers: readonly PaymentProvider[],
  actor: Actor,
  wanted: Wanted,
): Promise<SubscriptionRow> {
  const { store, clock } = deps
  await findSwitchable(store, wanted)
  const lease = await takeLease(store, `renewal ${wanted.id}`, actor.request_id, leaseSeconds, clock())
  if (!lease) throw new AppError('subscription_busy')
  try {
    return await switchAlone(deps, providers, actor, wanted, lease)
  } finally {
    await releaseLease(store, lease)
  }
}

async function findSwitchable(store: Store, { id, account }: Wanted): Promise<SubscriptionRow> {
  const row = await findSubscription(store, id)
  if (row?.user_id !== account) throw new AppError('subscription_missing')
  if (row.status !== 'active') throw new AppError('subscription_over')
  if (row.provider_ref === '') throw new AppError('subscription_not_renewed')
  return row
}

async function switchAlone(
  deps: Needs,
  providers: readonly PaymentProvider[],
  actor: Actor,
  wanted: Wanted,
  lease: Lease,
): Promise<SubscriptionRow> {
  const { store, options, clock, log } = deps
  const { id, account, renews, reason } = wanted
  const before = await findSwitchable(store, wanted)
  const { provider_ref, trade_no } = before
  if (before.renews === (renews ? 1 : 0)) return before
  const renewals = await renewalsOf(deps, providers, trade_no)
  if (!renewals) throw new AppError('payment_not_configured')
  const isRunning = await renewals.setRenewing(provider_ref, renews, options.current()).catch((error: unknown) => {
    log.warn('renewal not switched', { subscription: id, provider_ref, error })
    throw new AppError('payment_unreachable')
  })
  if (renews && !isRunning) throw new AppError('subscription_not_renewed')
  return store.transaction().execute(async (transaction) => {
    await lockAccount(transaction, account)
    const current = await findSubscription(transaction, id)
    if (current?.status !== 'active') throw new AppError('subscription_over')
    if (!(await renewLease(transaction, lease, leaseSeconds, clock()))) throw new AppError('subscription_busy')
    const action = renews ? 'subscription.resume' : 'subscription.cancel'
    const detail = { user_id: account, provider_ref, ...(reason && { reason }) }
    await writeAudit(transaction, actor, { action, target: String(id), detail })
    return changeSubscription(transaction, id, { renews: renews ? 1 : 0 }, actor.at)
  })
}
