import type { Deps } from '../../../deps.ts'
import { hasAudit, writeAudit } from '../../system/audit/audit.queries.ts'
import { switchRenewal } from '../plans/purchase-renewal.rules.ts'
import { changeSubscription, readRenewedOfDisabled, type SubscriptionRow } from '../plans/subscriptions.queries.ts'
import type { PaymentProvider } from './payment-provider.ts'

type Needs = Pick<Deps, 'store' | 'options' | 'clock' | 'log'>

const againAfterSeconds = 60
const batchMax = 20
/** How often the audit log says that the provider has not confirmed. */
const saidAgainSeconds = 86_400

/**
 * Accounts that are disabled are not charged again: what renews their plans ends with the period that is paid. It stays
 * so when they are enabled. A job tries again while the provider does not respond.
 */
export async function cancelRenewals(deps: Needs, providers: readonly PaymentProvider[]): Promise<void> {
  for (const row of await readRenewedOfDisabled(deps.store, deps.clock() - againAfterSeconds, batchMax))
    await cancelRenewal(deps, providers, row)
}

async function cancelRenewal(
  deps: Needs,
  providers: readonly PaymentProvider[],
  { id, user_id, provider_ref }: SubscriptionRow,
): Promise<void> {
  const { store, clock, log } = deps
  const at = clock()
  const actor = { id: 0, username: 'plans', address: '', request_id: `subscription ${id}`, at }
  try {
    const wanted = { id, account: user_id, renews: false, reason: 'account disabled' }
    await switchRenewal(deps, providers, actor, wanted)
  } catch (error) {
    log.warn('renewal of a disabled account not cancelled', { subscription: id, user_id, provider_ref, error })
    await changeSubscription(store, id, {}, at)
    const said = { action: 'subscription.cancel_failed', target: String(id) }
    if (await hasAudit(store, { ...said, since: at - saidAgainSeconds })) return
    await writeAudit(store, actor, { ...said, detail: { user_id, provider_ref, reason: 'account disabled' } })
  }
}
