import type { Deps } from '../../../deps.ts'
import { createEpay } from './epay.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { createStripe } from './stripe.ts'

/** Every payment provider. A further one is added here. */
export const paymentProviders = ({
  outbound,
  config,
}: Pick<Deps, 'outbound' | 'config'>): readonly [PaymentProvider, ...PaymentProvider[]] => [
  createEpay(outbound),
  createStripe(outbound, config.STRIPE_API_BASE),
]
