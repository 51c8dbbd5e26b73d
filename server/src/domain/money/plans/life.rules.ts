import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { writeAudit } from '../../system/audit/audit.queries.ts'
import { endOf, periodFrom } from '../wallet/pots/periods.ts'
import { endPot, findLastPot, noteWhetherPots, openPot, type Pot, readOpenPots } from '../wallet/pots/pots.queries.ts'
import { currentPotTerms, openAheadSeconds, potSpanAt } from './allowances.ts'
import { findBuyer, setGroup } from './buyers.queries.ts'
import { type OrderedPlan, readTerms, writeTerms } from './ordered-plan.ts'
import {
  changeSubscription,
  findSubscription,
  insertSubscription,
  readActiveOf,
  type SubscriptionRow,
} from './subscriptions.queries.ts'

/*
 * The steps in the life of a subscription, each in the caller's transaction. They lock the account that has it first, so
 * that pots change under that lock.
 */

export type Sold = Pick<SubscriptionRow, 'user_id' | 'caller_id' | 'source' | 'trade_no' | 'worth'> & {
  plan: OrderedPlan
  /** Decimal text of what was paid, in the currency of the plan. */
  paid: string
  provider_ref?: string
  renews?: boolean
  /** The running subscription that the new one replaces, or 0; and whether its unused part is in `paid`. */
  replaces?: number
  hasCredit?: boolean
}

/** How long a renewal that failed may still succeed. What is left of the pot may be used meanwhile. */
export const graceSeconds = 3 * 86_400
/** A server that was away waits at least so long for the notice of a payment. */
const noticeSeconds = 86_400

export async function openSubscription(transaction: Store, sold: Sold, at: number): Promise<SubscriptionRow> {
  const { user_id, plan, replaces = 0 } = sold
  if (await isGone(transaction, user_id)) throw new AppError('user_missing')
  const replaced = replaces === 0 ? undefined : await findSubscription(transaction, replaces)
  if (replaced?.user_id === user_id && replaced.status === 'active')
    await endSubscription(transaction, replaced, 'cancelled', at)
  const prev_group = await raiseGroup(transaction, user_id, plan.terms.upgrade_group)
  const subscription = await insertSubscription(transaction, { ...rowOf(sold, at), prev_group })
  await openDuePots(transaction, subscription, at)
  return subscription
}

/**
 * Keeps what was paid for and cannot be opened, as a subscription that is over: its order can be refunded, and the payment
 * provider stops renewing it.
 */
export async function keepUnopened(transaction: Store, sold: Sold, at: number): Promise<SubscriptionRow> {
  const { id } = await insertSubscription(transaction, { ...rowOf(sold, at), end_time: at, renews: 0 })
  return changeSubscription(transaction, id, { status: 'cancelled' }, at)
}

/** Locks the account. */
export async function isGone(transaction: Store, user_id: number): Promise<boolean> {
  const account = await lockAccount(transaction, user_id)
  return !account || account.deleted_at !== null
}

const rowOf = (
  { plan, provider_ref = '', renews = false, replaces = 0, hasCredit = false, ...sold }: Sold,
  at: number,
) => ({
  ...sold,
  credit_of: hasCredit ? replaces : 0,
  plan_id: plan.plan_id,
  title: plan.title,
  terms: writeTerms(plan.terms),
  currency: plan.currency,
  start_time: at,
  period_start: at,
  end_time: endOf(at, plan.terms),
  prev_group: '',
  provider_ref,
  renews: renews ? (1 as const) : (0 as const),
  created_at: at,
})

/** Gives the buyer the group of the plan. Returns the group before, or an empty text if nothing changes. */
async function raiseGroup(transaction: Store, user_id: number, wanted: string): Promise<string> {
  if (wanted === '') return ''
  const { group } = await findBuyer(transaction, user_id)
  if (group === wanted) return ''
  await setGroup(transaction, user_id, wanted)
  return group
}

/**
 * Opens the pot of now and those that begin soon. The lock of the account is held. Returns the number of opened pots.
 */
export async function openDuePots(transaction: Store, subscription: SubscriptionRow, at: number): Promise<number> {
  const { id, user_id, end_time } = subscription
  const terms = currentPotTerms(subscription)
  const last = await findLastPot(transaction, id)
  let opened = 0
  let from = Math.max(last?.ends_at ?? subscription.period_start, at)
  while (from < Math.min(end_time, at + openAheadSeconds)) {
    const span = potSpanAt(terms, { from, to: end_time }, from)
    const pot = { user_id, subscription_id: id, amount: terms.amount, windows: terms.windows }
    await openPot(transaction, { ...pot, starts_at: span.from, ends_at: span.to }, at)
    opened += 1
    from = span.to
  }
  return opened
}

type Renewal = { paid: string; worth: number; renews: boolean }

/**
 * A payment for the next period, which begins at the end of the last one, or now if it would be over already. Late,
 * during the grace, the pot of the old period ends now.
 */
export async function renewSubscription(
  transaction: Store,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  { paid, worth, renews }: Renewal,
  at: number,
): Promise<SubscriptionRow> {
  await lockAccount(transaction, user_id)
  const before = await findSubscription(transaction, id)
  if (before?.status !== 'active') throw new AppError('subscription_over')
  if (before.grace_until > 0)
    for (const pot of await readOpenPots(transaction, [id], at)) await endPot(transaction, pot, at, at)
  const terms = readTerms(before.terms)
  const next = periodFrom(before.end_time, before.start_time, terms).end
  const period =
    next > at
      ? { period_start: before.end_time, end_time: next }
      : { period_start: at, end_time: periodFrom(at, before.start_time, terms).end }
  const change = { ...period, grace_until: 0, paid, worth, renews: renews ? (1 as const) : (0 as const) }
  const renewed = await changeSubscription(transaction, id, change, at)
  await openDuePots(transaction, renewed, at)
  return renewed
}

/** The renewal was not paid: what is left of the last pot may be used while it is tried again. */
export async function beginGrace(
  transaction: Store,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  at: number,
): Promise<boolean> {
  await lockAccount(transaction, user_id)
  const before = await findSubscription(transaction, id)
  if (before?.status !== 'active' || before.grace_until > 0) return false
  const grace_until = Math.max(before.end_time + graceSeconds, at + noticeSeconds)
  const last = await findLastPot(transaction, id)
  if (last && last.ends_at >= before.end_time) await prolong(transaction, last, grace_until, at)
  const changed = await changeSubscription(transaction, id, { grace_until }, at)
  await writeStep(transaction, changed, 'grace', at, { grace_until })
  return true
}

/** A pot that was closed meanwhile stays closed. */
const prolong = async (transaction: Store, pot: Pot, ends_at: number, at: number) =>
  pot.ends_at > at || pot.quota > 0 ? endPot(transaction, pot, ends_at, at) : undefined

/** Dates have four digits. */
const latestEnd = Date.UTC(9999, 11, 31) / 1000

/** More time without payment. A pot for the whole time is prolonged; one of a period is opened when it is due. */
export async function extendSubscription(
  transaction: Store,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  by: Pick<PlanTerms, 'duration_unit' | 'duration_value'>,
  at: number,
): Promise<SubscriptionRow> {
  await lockAccount(transaction, user_id)
  const before = await findSubscription(transaction, id)
  if (before?.status !== 'active') throw new AppError('subscription_over')
  const end_time = endOf(Math.max(before.end_time, at), { ...readTerms(before.terms), ...by })
  if (end_time > latestEnd) throw new AppError('invalid_field', { params: { field: 'value' } })
  const terms = currentPotTerms(before)
  const last = await findLastPot(transaction, id)
  if (last && (last.ends_at > at || !terms.period)) {
    const { to } = potSpanAt(terms, { from: before.period_start, to: end_time }, last.starts_at)
    await endPot(transaction, last, Math.max(last.ends_at, to), at)
  }
  const extended = await changeSubscription(transaction, id, { end_time, grace_until: 0 }, at)
  await openDuePots(transaction, extended, at)
  return extended
}

/** Ends a subscription now: its pots close, and its group is taken back. */
export async function endSubscription(
  transaction: Store,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  status: 'expired' | 'cancelled',
  at: number,
): Promise<SubscriptionRow | undefined> {
  await lockAccount(transaction, user_id)
  const before = await findSubscription(transaction, id)
  if (before?.status !== 'active') return before
  for (const pot of await readOpenPots(transaction, [id], at)) await endPot(transaction, pot, at, at)
  const end_time = Math.min(before.end_time, at)
  const ended = await changeSubscription(transaction, id, { status, end_time, renews: 0 }, at)
  await lowerGroup(transaction, ended)
  if (status === 'expired') await writeStep(transaction, ended, 'end', at)
  await noteWhetherPots(transaction, user_id, at)
  return ended
}

/** What time does to a subscription is in the audit log like what people do. */
const writeStep = (
  transaction: Store,
  { id, title, user_id }: SubscriptionRow,
  step: 'grace' | 'end',
  at: number,
  detail?: Record<string, unknown>,
) =>
  writeAudit(
    transaction,
    { id: 0, username: 'plans', address: '', request_id: `subscription ${id}`, at },
    { action: `plan_term.${step}`, target: `#${id} ${title}: ${user_id}`, ...(detail && { detail }) },
  )

/** Ends what a deleted account has. Nothing is paid back. */
export async function endSubscriptionsOf(transaction: Store, user_id: number, at: number): Promise<void> {
  await lockAccount(transaction, user_id)
  for (const subscription of await readActiveOf(transaction, user_id))
    await endSubscription(transaction, subscription, 'cancelled', at)
}

/**
 * Takes the group of an ended subscription back: that of the active subscription that began last, or else the group before
 * all of them. A group that somebody has changed since stays.
 */
async function lowerGroup(transaction: Store, ended: SubscriptionRow): Promise<void> {
  const { upgrade_group, downgrade_group } = readTerms(ended.terms)
  const giving = (await readActiveOf(transaction, ended.user_id))
    .filter((row) => groupGivenBy(row) !== '')
    .sort((one, other) => one.id - other.id)
  const last = giving.at(-1)
  await handDown(
    transaction,
    ended,
    giving.find(({ id }) => id > ended.id),
  )
  const { group } = await findBuyer(transaction, ended.user_id)
  if (upgrade_group === '' ? last !== undefined : group !== upgrade_group) return
  const wanted = last ? groupGivenBy(last) : downgrade_group || ended.prev_group
  if (wanted !== '' && wanted !== group) await setGroup(transaction, ended.user_id, wanted)
}

const groupGivenBy = ({ terms }: SubscriptionRow): string => readTerms(terms).upgrade_group
/** A subscription that changed no group began with the one that it gives. */
const groupBefore = (row: SubscriptionRow): string => row.prev_group || groupGivenBy(row)

/** The subscription that began next inherits the group before, if it began with the group of the ended one. */
async function handDown(transaction: Store, ended: SubscriptionRow, next: SubscriptionRow | undefined): Promise<void> {
  const { upgrade_group, downgrade_group } = readTerms(ended.terms)
  if (!next || upgrade_group === '' || groupBefore(next) !== upgrade_group) return
  const before = downgrade_group || groupBefore(ended)
  const prev_group = before === groupGivenBy(next) ? '' : before
  await changeSubscription(transaction, next.id, { prev_group }, ended.updated_at)
}
