import type { PlanQuote } from '@turnpike/contract/money/plans/subscription'
import type { OptionValues } from '@turnpike/contract/options'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { accountOf, billedTo, type Caller } from '../../../http/caller.ts'
import type { Store } from '../../../store/store.ts'
import { lockSeat } from '../../identity/tokens/token-seat.rules.ts'
import { findAccount } from '../../identity/users/users.queries.ts'
import { loggedQuota } from '../../usage/logs/quota-text.ts'
import { logForBuyer } from '../payments/buyer-log.ts'
import { startPayment } from '../payments/orders.rules.ts'
import { moneyText } from '../payments/payable.ts'
import type { Checkout, PaymentProvider } from '../payments/payment-provider.ts'
import { post } from '../wallet/ledger/ledger-post.ts'
import { openSubscription } from './life.rules.ts'
import { creditFor, isBoughtUp, type OrderedPrice } from './open-ordered.rules.ts'
import { type OrderedPlan, writeOrderedPlan } from './ordered-plan.ts'
import { type Amount, amountText, centsIn, millionthsOf, worthOfAmount } from './plan-price.ts'
import { findPlanForSale, type PlanForSale } from './plan-sales.queries.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

type Needs = Pick<Deps, 'store' | 'options' | 'limits' | 'clock' | 'log'>
type Wanted = { plan_id: number; replaces?: number | undefined; updated_at?: number | undefined }

/** A plan that the account may buy now. The amounts are millionths of its currency. */
type Sale = { plan: PlanForSale; replaces: number; price: bigint; credit: bigint; due: bigint }

async function saleFor(store: Store, user_id: number, wanted: Wanted, at: number): Promise<Sale> {
  const { plan_id, replaces = 0, updated_at } = wanted
  const plan = await findPlanForSale(store, plan_id)
  if (!plan) throw new AppError('plan_missing')
  if (!plan.enabled) throw new AppError('plan_disabled')
  if (updated_at !== undefined && updated_at !== plan.updated_at) throw new AppError('plan_changed')
  if (await isBoughtUp(store, user_id, plan_id)) throw new AppError('plan_bought_up')
  const { currency } = plan
  const price = millionthsOf(plan.price)
  const credit = replaces === 0 ? 0n : await creditFor(store, { user_id, replaces, currency }, at)
  if (credit === undefined) throw new AppError('plan_upgrade_impossible')
  if (credit >= price) return { plan, replaces, price, credit: price, due: 0n }
  return { plan, replaces, price, credit, due: price - credit }
}

const dueOf = ({ plan, due }: Sale): Amount => ({ millionths: due, currency: plan.currency })

/** A balance is in dollars of quota. What costs nothing has no currency. */
const isPayableFromBalance = ({ plan, due }: Sale): boolean =>
  plan.allow_balance_pay && (plan.currency === 'USD' || due === 0n)

const quotaDue = (sale: Sale, { QuotaPerUnit }: OptionValues): number =>
  sale.due === 0n ? 0 : worthOfAmount(dueOf(sale), QuotaPerUnit)

/** The price of a plan for the caller, by each way to pay. */
export async function quotePlan(
  { store, options, clock }: Needs,
  providers: readonly PaymentProvider[],
  caller: Caller,
  wanted: Wanted,
): Promise<PlanQuote> {
  const settings = options.current()
  const account = accountOf(caller)
  const sale = await saleFor(store, account, wanted, clock())
  const { quota = 0, held = 0 } = (await findAccount(store, account)) ?? {}
  const balance = { quota: quotaDue(sale, settings), available: Math.max(0, quota - held) }
  return {
    price: amountText(sale.price),
    credit: amountText(sale.credit),
    currency: sale.plan.currency,
    due: amountText(sale.due),
    ...(isPayableFromBalance(sale) && { balance }),
    methods: providers
      .filter((provider) => provider.isSetUp(settings))
      .flatMap((provider) => {
        const payment = paymentBy(provider, sale, settings)
        if (!payment) return []
        const { cents, currency, recurring } = payment
        const shown = { money: moneyText(cents), currency, renews: recurring !== undefined }
        return provider.methods.map((method) => ({ method, ...shown }))
      }),
  }
}

type Payment = { cents: bigint; currency: string; worth: number; recurring: string | undefined }

/**
 * What is left to pay at a provider; undefined where it cannot be paid there. A provider that renews charges the price of
 * the plan, in the currency of the plan.
 */
function paymentBy(provider: PaymentProvider, sale: Sale, settings: OptionValues): Payment | undefined {
  const { plan, replaces } = sale
  const rate = provider.price(settings)
  const recurring = provider.renewals && replaces === 0 && plan.stripe_price_id ? plan.stripe_price_id : undefined
  const currency = recurring ? plan.currency : rate.currency
  const cents = centsIn(dueOf(sale), recurring ? { ...rate, currency } : rate)
  const worth = worthOfAmount(dueOf(sale), settings.QuotaPerUnit, rate)
  return cents === undefined || cents < 1n ? undefined : { cents, currency, worth, recurring }
}

/** Buys a plan from the balance. */
export async function buyFromBalance(
  { store, options, limits, clock }: Needs,
  caller: Caller,
  wanted: Wanted,
): Promise<SubscriptionRow> {
  await limits.take('payment order', String(caller.id))
  const at = clock()
  const buyer = billedTo(caller)
  const settings = options.current()
  return store.transaction().execute(async (transaction) => {
    await lockSeat(transaction, caller, 'pay')
    const sale = await saleFor(transaction, buyer.user_id, wanted, at)
    if (!isPayableFromBalance(sale)) throw new AppError('plan_balance_forbidden')
    const { plan, replaces, price, credit } = sale
    const amount = quotaDue(sale, settings)
    // The credit was paid with the plan that is replaced.
    const paid = { paid: amountText(price), worth: amount, source: 'balance' as const, trade_no: '' }
    const sold = { ...buyer, plan: orderedOf(plan), ...paid, replaces, hasCredit: credit > 0n }
    const subscription = await openSubscription(transaction, sold, at)
    const reference = `plan ${subscription.id}`
    if (amount > 0) await post(transaction, { ...buyer, kind: 'plan_purchase', reference, amount, at })
    const params = { plan: plan.title, amount: loggedQuota(amount, settings) }
    await logForBuyer(transaction, buyer, at, 'plan_bought_from_balance', params)
    return subscription
  })
}

const orderedOf = ({ plan_id, title, price, currency, terms }: PlanForSale): OrderedPlan => ({
  plan_id,
  title,
  price,
  currency,
  terms,
})

/** Orders a plan, to be paid at a provider. */
export async function orderPlan(
  deps: Needs,
  caller: Caller,
  wanted: Wanted,
  { provider, method }: { provider: PaymentProvider; method: string },
): Promise<Checkout & { trade_no: string }> {
  const settings = deps.options.current()
  const sale = await saleFor(deps.store, accountOf(caller), wanted, deps.clock())
  const payment = paymentBy(provider, sale, settings)
  if (!payment) throw new AppError('plan_not_payable')
  const { cents, currency, worth, recurring } = payment
  const { plan, replaces } = sale
  await deps.limits.check('payment order', String(caller.id)) // before anything is asked of the provider
  if (recurring) await checkRecurring(deps, provider, recurring, plan)
  const price: OrderedPrice & Record<string, unknown> = {
    due: amountText(sale.due),
    credit: amountText(sale.credit),
    renews: recurring !== undefined,
    price: provider.price(settings).price,
    quota_per_unit: settings.QuotaPerUnit,
  }
  const ordered = {
    payment_method: method,
    amount: 0,
    money: moneyText(cents),
    currency,
    quota: worth,
    price_snapshot: JSON.stringify(price),
    plan_id: plan.plan_id,
    terms: writeOrderedPlan(orderedOf(plan)),
    subscription_id: replaces,
  }
  return startPayment(deps, caller, provider, ordered, { title: plan.title, recurring_price: recurring })
}

/** The provider charges its own price at each renewal, which must be that of the plan. */
async function checkRecurring(
  { options, log }: Needs,
  provider: PaymentProvider,
  id: string,
  { plan_id, price, currency, terms }: PlanForSale,
): Promise<void> {
  const cents = millionthsOf(price)
  const expected = { ...terms, cents: cents / 10_000n, currency }
  const isSame = await provider.renewals?.isPrice(id, expected, options.current()).catch((error: unknown) => {
    log.warn('recurring price not read', { provider: provider.name, plan_id, error })
    throw new AppError('payment_unreachable')
  })
  if (!isSame || cents % 10_000n !== 0n) throw new AppError('plan_price_differs')
}
