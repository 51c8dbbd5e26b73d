import type { Deps } from '../../../deps.ts'
import { changeSubscription, findSubscription, readToStop } from '../plans/subscriptions.queries.ts'
import { findOrder } from './orders.queries.ts'
import type { PaymentProvider, Renewals } from './payment-provider.ts'

type Needs = Pick<Deps, 'store' | 'options' | 'clock' | 'log'>

/** The provider that renews what was ordered; undefined where the current settings are those of another merchant. */
export async function renewalsOf(
  { store, options }: Pick<Needs, 'store' | 'options'>,
  providers: readonly PaymentProvider[],
  trade_no: string,
): Promise<Renewals | undefined> {
  const settings = options.current()
  const order = await findOrder(store, trade_no)
  const provider = providers.find(({ name }) => name === order?.provider)
  if (!provider?.isSetUp(settings) || provider.merchant(settings) !== order?.merchant) return undefined
  return provider.renewals
}

/**
 * Ends what renews a subscription at the provider, if the subscription itself has ended. A job tries again while the provider
 * does not respond.
 */
export async function stopRenewal(
  deps: Needs,
  providers: readonly PaymentProvider[],
  subscriptionId: number,
): Promise<void> {
  const { store, options, clock, log } = deps
  const subscription = await findSubscription(store, subscriptionId)
  if (!subscription || subscription.status === 'active' || subscription.provider_ref === '') return
  const { id, provider_ref, trade_no } = subscription
  try {
    const renewals = await renewalsOf(deps, providers, trade_no)
    await renewals?.stop(provider_ref, options.current())
    await changeSubscription(store, id, renewals ? { provider_ref: '' } : {}, clock())
  } catch (error) {
    log.warn('renewal not stopped', { subscription: id, provider_ref, error })
    await changeSubscription(store, id, {}, clock())
  }
}

const againAfterSeconds = 60
const batchMax = 20

/** Subscriptions that have ended here must not be charged any more, whatever ended them. */
export async function stopRenewals(deps: Needs, providers: readonly PaymentProvider[]): Promise<void> {
  for (const { id } of await readToStop(deps.store, deps.clock() - againAfterSeconds, batchMax))
    await stopRenewal(deps, providers, id)
}
