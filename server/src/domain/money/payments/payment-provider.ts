import type { PaymentMethod } from '@turnpike/contract/money/payment'
import type { OptionValues } from '@turnpike/contract/options'

/** An order as a provider needs to know it. */
export type ProviderOrder = {
  trade_no: string
  payment_method: string
  amount: number
  money: string
  currency: string
  merchant: string
  provider_ref: string
}

/** Where the buyer goes to pay: a form that is posted to an address, or the address alone. */
export type Checkout = { url: string; form: Record<string, string>; provider_ref?: string }

/** What a notification claims, after its signature was found good. */
export type Claim = {
  trade_no: string
  merchant: string
  /** Decimal text. */
  money: string
  currency: string
  method: string
  isPaid: boolean
}

export type ProviderName = 'epay' | 'stripe'

/** A way to take money. Pages, orders and the inbox of notifications know nothing else of it. */
export type PaymentProvider = {
  name: ProviderName
  methods: readonly PaymentMethod[]
  /** Whether its settings are complete; without them every notification is refused. */
  isSetUp(options: OptionValues): boolean
  /** The merchant that an order is made for. */
  merchant(options: OptionValues): string
  /** The price of a dollar of quota, and its currency. */
  price(options: OptionValues): { price: number; currency: string }
  start(order: ProviderOrder, options: OptionValues, pages: { notify: string; back: string }): Promise<Checkout>
  /** Checks the signature of a notification; undefined when it is not the provider's. */
  read(payload: string, options: OptionValues): Promise<Claim | undefined>
  /** The parameters of a notification, for people to read; never the signature. */
  parameters(payload: string): Record<string, string>
  /** Asks the provider whether an order was paid; undefined when it does not know or does not answer. */
  ask(order: ProviderOrder, options: OptionValues): Promise<Claim | undefined>
  /** A notification as the provider would send it, signed with the settings: for trying them. */
  simulate(order: ProviderOrder, options: OptionValues, now: number): Promise<string>
}
