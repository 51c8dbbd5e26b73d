import type { NoticeChecks, PaymentNotice } from '@turnpike/contract/money/payment'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { findByOrder } from '../plans/subscriptions.queries.ts'
import { isStorable, storable } from '../wallet/ledger/storable-texts.ts'
import { creditOrder } from './credit-order.ts'
import { noteDispute } from './disputes/note-dispute.rules.ts'
import { dropOldUnsigned, findNotice, insertNotice, type NoticeRow, readNotices } from './notices.queries.ts'
import { findRefundByRef } from './order-refunds.queries.ts'
import { findOrder, notePayer, type OrderRow } from './orders.queries.ts'
import { isSameMoney } from './payable.ts'
import type { Claim, MarkedClaim, PaymentProvider } from './payment-provider.ts'
import { noteRefunded, noteRefundFailed } from './refund-order.rules.ts'
import { centsOf } from './refund-worth.ts'
import { renewalTradeNo } from './renewal-trade-no.ts'
import { applyRenewal, noteRenewedBy } from './renewals.rules.ts'

export type NoticeNeeds = Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock' | 'log'>

type Received = { payload: string; address: string }
type Effect = PaymentNotice['effect']
type Verdict = { checks: NoticeChecks; effect: Effect; reason: string }

const unsignedMax = 1000
/** As much as a route accepts, and the line with Stripe's signature. */
const payloadMax = 65 * 1024
const tradeNoMax = 128
const nothingChecked: NoticeChecks = {
  signature: null,
  merchant: null,
  order: null,
  amount: null,
  method: null,
  paid: null,
}

/**
 * Accepts a notification: checks it against the order that it names, and credits the order once. The notification is
 * stored with its verdict. When this returns, a credit is durable.
 */
export async function receiveNotice(
  needs: NoticeNeeds,
  provider: PaymentProvider,
  { payload: sent, address }: Received,
): Promise<PaymentNotice> {
  const { store, options, limits, clock } = needs
  const received = { payload: sent.slice(0, payloadMax), address }
  const settings = options.current()
  const isSetUp = provider.isSetUp(settings)
  const claim = isSetUp ? await provider.read(received.payload, settings) : undefined
  if (claim) return applyClaim(needs, provider, claim, received)
  await limits.take('unsigned payment notice', address)
  const reason = isSetUp ? 'bad_signature' : 'not_set_up'
  const verdict: Verdict = { checks: { ...nothingChecked, signature: false }, effect: 'refused', reason }
  const row = await insertNotice(store, rowOf(provider, received, clock(), undefined, verdict))
  await dropOldUnsigned(store, unsignedMax)
  return wireNotice(row)
}

/** The same for the provider's response to a query. */
export async function applyClaim(
  { store, vault, options, clock, log }: NoticeNeeds,
  provider: PaymentProvider,
  claim: Claim,
  received: Received,
): Promise<PaymentNotice> {
  const at = clock()
  const { payer = '' } = claim
  const payer_mark = payer === '' ? '' : vault.hash(`${provider.name} ${payer.trim().toLowerCase()}`, 'payer')
  const row = await store
    .transaction()
    .execute(async (transaction) => {
      const verdict = await decide(transaction, provider, { ...claim, payer_mark }, at, options.current())
      return insertNotice(transaction, rowOf(provider, received, at, claim, verdict))
    })
    .catch(async (error: unknown) => {
      // A balance that would overflow: nothing was credited, and the notification is stored for review.
      if (!(error instanceof AppError) || error.status !== 200) throw error
      const checks = { ...nothingChecked, signature: true }
      return insertNotice(
        store,
        rowOf(provider, received, at, claim, { checks, effect: 'refused', reason: error.code }),
      )
    })
  log.info('payment notice', {
    provider: provider.name,
    trade_no: row.trade_no,
    effect: row.effect,
    reason: row.reason,
  })
  return wireNotice(row)
}

async function decide(
  transaction: Store,
  provider: PaymentProvider,
  claim: MarkedClaim,
  at: number,
  settings: ReturnType<Deps['options']['current']>,
): Promise<Verdict> {
  // A number with characters that no database stores is not one of ours.
  const order = isStorable(claim.trade_no) ? await findOrder(transaction, claim.trade_no) : undefined
  const checks = checksOf(provider, claim, order)
  const failed = Object.entries(checks).find(([, passed]) => passed === false)?.[0]
  if (failed === 'paid') return { checks, effect: 'ignored', reason: 'not_paid' }
  if (failed) return { checks, effect: 'refused', reason: `wrong_${failed}` }
  if (order && claim.refund)
    return { checks, effect: await applyRefund(transaction, order, claim, at, settings), reason: '' }
  const { renewal, renewed_by, dispute, money, currency, payer_mark } = claim
  if (order && dispute) {
    const told = { ...dispute, money, currency, at }
    return { checks, effect: await noteDispute(transaction, order, told, settings), reason: '' }
  }
  if (order && renewal)
    return { checks, ...(await applyRenewal(transaction, order, { ...claim, renewal }, at, settings)) }
  const credited = await creditOrder(transaction, claim.trade_no, { at, renewed_by, payer_mark }, settings)
  if (credited) return { checks, effect: 'credited', reason: '' }
  if (payer_mark !== '') await notePayer(transaction, claim.trade_no, payer_mark)
  const subscription = renewed_by ? await findByOrder(transaction, claim.trade_no) : undefined
  if (subscription) await noteRenewedBy(transaction, subscription, claim, at)
  return { checks, effect: 'repeated', reason: '' }
}

/** A refund of an order that is still open proves that it was paid, so it is credited first. */
async function applyRefund(
  transaction: Store,
  order: OrderRow,
  { money, refund, renewed_by }: Claim,
  at: number,
  settings: ReturnType<Deps['options']['current']>,
): Promise<Effect> {
  const { trade_no } = order
  await creditOrder(transaction, trade_no, { at, renewed_by }, settings)
  // The payment of a plan that could not be opened went to the balance: its order is one of quota now.
  const credited = (await findOrder(transaction, trade_no)) ?? order
  if (refund === 'made' || !refund) return noteRefunded(transaction, credited, { total: centsOf(money) }, at, settings)
  const known = await findRefundByRef(transaction, trade_no, refund.failed)
  return known ? noteRefundFailed(transaction, credited, known, at, settings) : 'ignored'
}

/** The terms that a notification must match. */
type OrderTerms = Pick<OrderRow, 'provider' | 'merchant' | 'money' | 'currency' | 'payment_method'>

/** In the order of a manual review; checks that were not reached stay null. */
function checksOf(provider: PaymentProvider, claim: Claim, order: OrderTerms | undefined): NoticeChecks {
  if (!order || order.provider !== provider.name) return { ...nothingChecked, signature: true, order: false }
  const isUnpaid = claim.renewal?.state === 'failed' || claim.renewal?.state === 'ended'
  return {
    signature: true,
    order: true,
    merchant: claim.merchant === order.merchant && order.merchant !== '',
    amount: isUnpaid || claim.dispute ? null : isAmountOf(claim, order),
    method: claim.method === order.payment_method,
    paid: isUnpaid ? null : claim.isPaid,
  }
}

const isAmountOf = ({ refund, money, currency }: Claim, order: OrderTerms): boolean =>
  currency === order.currency && (refund ? centsOf(money) <= centsOf(order.money) : isSameMoney(money, order.money))

/** A renewal has an order of its own, so that a refused one is open until that order exists. */
const orderNumberOf = ({ trade_no, renewal }: Claim): string =>
  trade_no !== '' && renewal && 'payment' in renewal ? renewalTradeNo(trade_no, renewal.payment) : trade_no

const rowOf = (
  provider: PaymentProvider,
  { payload, address }: Received,
  at: number,
  claim: Claim | undefined,
  { checks, effect, reason }: Verdict,
): Omit<NoticeRow, 'id'> => {
  const parameters = provider.parameters(payload)
  const trade_no = claim ? orderNumberOf(claim) : (parameters.out_trade_no ?? '')
  return {
    received_at: at,
    provider: provider.name,
    address,
    trade_no: storable(trade_no).slice(0, tradeNoMax),
    is_signed: claim ? 1 : 0,
    payload: storable(payload),
    parameters: storable(JSON.stringify(parameters)),
    checks: JSON.stringify(checks),
    effect,
    reason,
  }
}

const wireNotice = ({ payload: _, is_signed: __, parameters, checks, effect, ...row }: NoticeRow): PaymentNotice => ({
  ...row,
  parameters: JSON.parse(parameters) as Record<string, string>,
  checks: JSON.parse(checks) as NoticeChecks,
  effect: effect as Effect,
})

export async function listNotices(
  { store }: NoticeNeeds,
  { p, page_size, keyword }: { p: number; page_size: number; keyword?: string | undefined },
) {
  const { rows, total } = await readNotices(store, keyword, { limit: page_size, offset: (p - 1) * page_size })
  return { items: rows.map(wireNotice), total, page: p, page_size }
}

/**
 * Handles a stored notification as if it had just arrived: its signature is checked again, with the current settings.
 */
export async function replayNotice(
  needs: NoticeNeeds,
  providers: readonly PaymentProvider[],
  id: number,
  address: string,
): Promise<PaymentNotice> {
  const notice = await findNotice(needs.store, id)
  const provider = providers.find(({ name }) => name === notice?.provider)
  if (!notice || !provider) throw new AppError('not_found')
  return receiveNotice(needs, provider, { payload: notice.payload, address })
}

/** A notification made with our own settings and checked like a real one, for an order that does not exist. */
export async function testNotice(
  { store, options, clock }: NoticeNeeds,
  provider: PaymentProvider,
  address: string,
): Promise<PaymentNotice> {
  const settings = options.current()
  if (!provider.isSetUp(settings)) throw new AppError('payment_not_configured')
  const at = clock()
  const { currency } = provider.price(settings)
  const merchant = provider.merchant(settings)
  const [method = 'zfb'] = provider.methods
  const terms = { payment_method: method, amount: 1, money: '1.00', currency, merchant, provider_ref: '' }
  const order = { trade_no: `TEST${at}`, ...terms }
  const payload = await provider.simulate(order, settings, at)
  const claim = await provider.read(payload, settings)
  const checks = claim
    ? checksOf(provider, claim, { ...order, provider: provider.name })
    : { ...nothingChecked, signature: false }
  const isGood = Object.values(checks).every(Boolean)
  const verdict: Verdict = { checks, effect: 'tested', reason: isGood ? '' : 'test_failed' }
  return wireNotice(await insertNotice(store, rowOf(provider, { payload, address }, at, claim, verdict)))
}
