import type { Deps } from '../../deps.ts'
import { createEpay } from './epay.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** Every way to take money. A further one is added here. */
export const paymentProviders = ({
  outbound,
}: Pick<Deps, 'outbound'>): readonly [PaymentProvider, ...PaymentProvider[]] => [createEpay(outbound)]
