import type { PaymentMethod } from '@turnpike/contract/money/payment'
import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import type { OptionValues } from '@turnpike/contract/options'

/** The order data that a provider needs. */
export type ProviderOrder = {
  trade_no: string
  payment_method: string
  amount: number
  money: string
  currency: string
  merchant: string
  provider_ref: string
}

/** The buyer's way to pay: a form that is posted to an address, or the address alone. */
export type Checkout = { url: string; form: Record<string, string>; provider_ref?: string }

/** The claim of a notification with a valid signature. */
export type Claim = {
  trade_no: string
  merchant: string
  /** Decimal text: the payment, or everything that was refunded of it so far. */
  money: string
  currency: string
  method: string
  isPaid: boolean
  /** Absent in notifications about a payment. `failed` names a refund that was accepted and did not reach the buyer. */
  refund?: 'made' | { failed: string }
  /** What a notification says of a dispute of the payment: its number at the provider, and its state. `money` is disputed. */
  dispute?: { ref: string; status: DisputeStatus }
  /** Who has paid, as the provider names the person; empty or absent where it does not. */
  payer?: string
  /** The provider's number of the subscription that the payment begins or renews. */
  renewed_by?: string
  /** What happened to that subscription after its first payment. `payment` is the provider's number of a period's payment. */
  renewal?: { state: 'paid' | 'failed' | 'other'; payment: string } | { state: 'ended' }
}

/** An appeal opens a dispute again; every other open state is from before its end. */
export type DisputeStatus = 'open' | 'appealed' | 'won' | 'lost'

/** A claim with a keyed hash of its payer. */
export type MarkedClaim = Claim & { payer_mark: string }

/** What is bought, as the provider shows it; for a plan that is renewed, the provider's recurring price. */
export type Bought = { title: string; recurring_price?: string | undefined }

/** The price of a plan, and what a recurring price must be like. `cents` are hundredths of the currency. */
export type RecurringPrice = { cents: bigint; currency: string } & Pick<
  PlanTerms,
  'duration_unit' | 'duration_value' | 'custom_seconds'
>

/** The subscriptions of a provider that renews plans. */
export type Renewals = {
  /** Whether one of its recurring prices is that of a plan. */
  isPrice(id: string, expected: RecurringPrice, options: OptionValues): Promise<boolean>
  /** Renews at the end of the period, or no more. Returns false for a subscription that has ended at the provider. */
  setRenewing(ref: string, renews: boolean, options: OptionValues): Promise<boolean>
  /** Ends a subscription at once, so that nothing more is charged. One that has ended already stays so. */
  stop(ref: string, options: OptionValues): Promise<void>
}

/** A refund to make: `before` is what the earlier refunds of the order paid back. The key makes it once. */
export type RefundToMake = { cents: number; before: number; key: string }
export type RefundOutcome = { state: 'done'; ref: string } | { state: 'refused'; reason: string }

export type ProviderName = 'epay' | 'stripe'

/** A payment method. Pages, orders and the inbox of notifications use nothing else of it. */
export type PaymentProvider = {
  name: ProviderName
  methods: readonly PaymentMethod[]
  /** Whether its settings are complete; without them every notification is refused. */
  isSetUp(options: OptionValues): boolean
  /** The merchant that an order is made for. */
  merchant(options: OptionValues): string
  /** The price of a dollar of quota, and its currency. */
  price(options: OptionValues): { price: number; currency: string }
  start(
    order: ProviderOrder,
    options: OptionValues,
    beside: { notify: string; back: string; bought: Bought },
  ): Promise<Checkout>
  /** Checks the signature of a notification; undefined when it is not the provider's. */
  read(payload: string, options: OptionValues): Promise<Claim | undefined>
  /** The parameters of a notification, for people to read; never the signature. */
  parameters(payload: string): Record<string, string>
  /** Queries whether an order was paid; undefined when the provider does not know or does not respond. */
  query(order: ProviderOrder, options: OptionValues): Promise<Claim | undefined>
  /**
   * Pays back a part of an order, once, however often it is called. It throws when the provider does not respond. Absent
   * where people refund at the provider by hand, and the console only records it.
   */
  refund?(order: ProviderOrder, refund: RefundToMake, options: OptionValues): Promise<RefundOutcome>
  /** Absent where every payment is made by hand. */
  renewals?: Renewals
  /** A notification as the provider would send it, signed with the current settings, to test them. */
  simulate(order: ProviderOrder, options: OptionValues, now: number): Promise<string>
}
