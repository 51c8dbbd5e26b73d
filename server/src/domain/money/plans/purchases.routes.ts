import type { PaymentMethod } from '@turnpike/contract/money/payment'
import { subscriptionApi } from '@turnpike/contract/money/plans/subscription'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { accountOf } from '../../../http/caller.ts'
import { serve } from '../../../http/serve.ts'
import { actorOf } from '../../system/audit/audit.queries.ts'
import { familyResponse } from '../payments/family-response.ts'
import { providerOf } from '../payments/orders.rules.ts'
import type { ProviderName } from '../payments/payment-provider.ts'
import { paymentProviders } from '../payments/payment-providers.ts'
import { buyFromBalance, orderPlan, quotePlan } from './purchase.rules.ts'
import { switchRenewal } from './purchase-renewal.rules.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'
import { wireSubscriptions } from './wire-subscription.ts'

/** The provider's names of the methods, which clients of this family send where they order plans. */
const familyMethods: ReadonlyMap<unknown, PaymentMethod> = new Map([
  ['alipay', 'zfb'],
  ['wxpay', 'wx'],
])

/** How an account buys plans, and whether what it has bought is renewed. */
export function purchaseRoutes(app: FastifyInstance, deps: Deps) {
  const { store, options, clock } = deps
  const providers = paymentProviders(deps)
  const shown = async (row: SubscriptionRow) => {
    const [subscription] = await wireSubscriptions(store, [row], clock())
    if (!subscription) throw new AppError('subscription_missing')
    return subscription
  }
  /** The provider of a method, which has to be the one of the endpoint. */
  const payingBy = (name: ProviderName, named: unknown) => {
    const method = familyMethods.get(named) ?? named
    const provider = providerOf(providers, method, options.current())
    if (provider.name !== name) throw new AppError('payment_method_unknown')
    return { provider, method: String(method) }
  }

  serve(app, subscriptionApi.quote, ({ caller, query: { plan_id = 0, replaces } }) =>
    quotePlan(deps, providers, caller, { plan_id, replaces }),
  )
  serve(app, subscriptionApi.balancePay, async ({ caller, body }) => shown(await buyFromBalance(deps, caller, body)))
  serve(app, subscriptionApi.epayPay, ({ caller, body, request }) =>
    familyResponse(request, async () => {
      const paying = payingBy('epay', body.payment_method)
      const { url, form, trade_no } = await orderPlan(deps, caller, body, paying)
      return { data: form, url, trade_no }
    }),
  )
  serve(app, subscriptionApi.stripePay, ({ caller, body, request }) =>
    familyResponse(request, async () => {
      const { url, trade_no } = await orderPlan(deps, caller, body, payingBy('stripe', 'stripe'))
      return { data: { pay_link: url }, url, trade_no }
    }),
  )
  for (const [endpoint, renews] of [
    [subscriptionApi.cancel, false],
    [subscriptionApi.resume, true],
  ] as const)
    serve(app, endpoint, async (incoming) => {
      const wanted = { id: incoming.params.id, account: accountOf(incoming.caller), renews }
      await deps.limits.take('payment order', String(incoming.caller.id))
      return shown(await switchRenewal(deps, providers, actorOf(incoming, clock()), wanted))
    })
}
