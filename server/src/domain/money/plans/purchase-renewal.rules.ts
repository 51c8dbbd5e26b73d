import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import type { PaymentProvider } from '../payments/payment-provider.ts'
import { renewalsOf } from '../payments/stop-renewals.rules.ts'
import { changeSubscription, findSubscription, type SubscriptionRow } from './subscriptions.queries.ts'

type Needs = Pick<Deps, 'store' | 'options' | 'log'>

/** Switches the renewal of a subscription on or off: first at the provider, which charges, and then here. */
export async function switchRenewal(
  deps: Needs,
  providers: readonly PaymentProvider[],
  actor: Actor,
  { id, account, renews }: { id: number; account: number; renews: boolean },
): Promise<SubscriptionRow> {
  const { store, options, log } = deps
  const before = await findSubscription(store, id)
  if (before?.user_id !== account) throw new AppError('subscription_missing')
  if (before.status !== 'active') throw new AppError('subscription_over')
  const { provider_ref, trade_no } = before
  if (provider_ref === '') throw new AppError('subscription_not_renewed')
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
    const action = renews ? 'subscription.resume' : 'subscription.cancel'
    await writeAudit(transaction, actor, { action, target: String(id), detail: { user_id: account, provider_ref } })
    return changeSubscription(transaction, id, { renews: renews ? 1 : 0 }, actor.at)
  })
}
