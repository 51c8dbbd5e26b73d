import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { lockAccount } from '../../identity/user-admin/user-admin.queries.ts'
import { endOf } from '../wallet/pots/periods.ts'
import { endPot, findLastPot, noteWhetherPots, openPot, type Pot, readOpenPots } from '../wallet/pots/pots.queries.ts'
import { openAheadSeconds, potSpanAt, potTermsOf } from './allowances.ts'
import { type OrderedPlan, readTerms, writeTerms } from './ordered-plan.ts'
import {
  changeSubscription,
  findSubscription,
  insertSubscription,
  readSubscriptionsOf,
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
  /** The running subscription that the new one replaces, or 0. */
  replaces?: number
}

/** How long a renewal that failed may still succeed. What is left of the pot may be used meanwhile. */
export const graceSeconds = 3 * 86_400

export async function openSubscription(transaction: Store, sold: Sold, at: number): Promise<SubscriptionRow> {
  const { user_id, plan, replaces = 0, provider_ref = '', renews = false } = sold
  const account = await lockAccount(transaction, user_id)
  if (!account || account.deleted_at !== null) throw new AppError('user_missing')
  const replaced = replaces === 0 ? undefined : await findSubscription(transaction, replaces)
  if (replaced?.user_id === user_id && replaced.status === 'active')
    await endSubscription(transaction, replaced, 'cancelled', at)
  const { terms } = plan
  const subscription = await insertSubscription(transaction, {
    user_id,
    caller_id: sold.caller_id,
    plan_id: plan.plan_id,
    title: plan.title,
    terms: writeTerms(terms),
    source: sold.source,
    paid: sold.paid,
    currency: plan.currency,
    worth: sold.worth,
    trade_no: sold.trade_no,
    start_time: at,
    period_start: at,
    end_time: endOf(at, terms),
    prev_group: await raiseGroup(transaction, user_id, terms.upgrade_group),
    provider_ref,
    renews: renews ? 1 : 0,
    created_at: at,
  })
  await openDuePots(transaction, subscription, at)
  return subscription
}

/** Gives the buyer the group of the plan. Returns the group before, or an empty text if nothing changes. */
async function raiseGroup(transaction: Store, user_id: number, wanted: string): Promise<string> {
  if (wanted === '') return ''
  const { group } = await groupOf(transaction, user_id)
  if (group === wanted) return ''
  await setGroup(transaction, user_id, wanted)
  return group
}

const groupOf = (transaction: Store, id: number) =>
  transaction.selectFrom('users').select('group').where('id', '=', id).executeTakeFirstOrThrow()
const setGroup = (transaction: Store, id: number, group: string) =>
  transaction.updateTable('users').set({ group }).where('id', '=', id).execute()

/**
 * Opens the pot of now and those that begin soon. The lock of the account is held. Returns the number of opened pots.
 */
export async function openDuePots(transaction: Store, subscription: SubscriptionRow, at: number): Promise<number> {
  const { id, user_id, start_time, end_time } = subscription
  const terms = potTermsOf(readTerms(subscription.terms), start_time)
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
 * A payment for the next period, which begins at the end of the last one. Late, during the grace, the pot of the old
 * period ends now.
 */
export async function renewSubscription(
  transaction: Store,
  { id, user_id }: SubscriptionRow,
  { paid, worth, renews }: Renewal,
  at: number,
): Promise<SubscriptionRow> {
  await lockAccount(transaction, user_id)
  const before = await findSubscription(transaction, id)
  if (before?.status !== 'active') throw new AppError('subscription_over')
  if (before.grace_until > 0)
    for (const pot of await readOpenPots(transaction, [id], at)) await endPot(transaction, pot, at, at)
  const { end_time, terms } = before
  const period = { period_start: end_time, end_time: endOf(end_time, readTerms(terms)), grace_until: 0 }
  const change = { ...period, paid, worth, renews: renews ? (1 as const) : (0 as const) }
  const renewed = await changeSubscription(transaction, id, change, at)
  await openDuePots(transaction, renewed, at)
  return renewed
}

/** The renewal was not paid: what is left of the last pot may be used while it is tried again. */
export async function beginGrace(transaction: Store, { id, user_id }: SubscriptionRow, at: number): Promise<void> {
  await lockAccount(transaction, user_id)
  const before = await findSubscription(transaction, id)
  if (before?.status !== 'active' || before.grace_until > 0) return
  const grace_until = before.end_time + graceSeconds
  const last = await findLastPot(transaction, id)
  if (last && last.ends_at >= before.end_time) await prolong(transaction, last, grace_until, at)
  await changeSubscription(transaction, id, { grace_until }, at)
}

/** A pot that was closed meanwhile stays closed. */
const prolong = async (transaction: Store, pot: Pot, ends_at: number, at: number) =>
  pot.ends_at > at || pot.quota > 0 ? endPot(transaction, pot, ends_at, at) : undefined

/** More time without payment. A pot for the whole time is prolonged; one of a period is opened when it is due. */
export async function extendSubscription(
  transaction: Store,
  { id, user_id }: SubscriptionRow,
  end_time: number,
  at: number,
): Promise<SubscriptionRow> {
  await lockAccount(transaction, user_id)
  const before = await findSubscription(transaction, id)
  if (before?.status !== 'active') throw new AppError('subscription_over')
  const last = await findLastPot(transaction, id)
  const span = { from: before.period_start, to: end_time }
  const terms = potTermsOf(readTerms(before.terms), before.start_time)
  if (last && last.ends_at > at)
    await endPot(transaction, last, Math.max(last.ends_at, potSpanAt(terms, span, last.starts_at).to), at)
  const extended = await changeSubscription(transaction, id, { end_time, grace_until: 0 }, at)
  await openDuePots(transaction, extended, at)
  return extended
}

/** Ends a subscription now: its pots close, and its group is taken back. */
export async function endSubscription(
  transaction: Store,
  { id, user_id }: SubscriptionRow,
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
  await noteWhetherPots(transaction, user_id, at)
  return ended
}

/** Another running subscription that gives a group keeps its group. A group that somebody has changed since stays. */
async function lowerGroup(transaction: Store, { id, user_id, terms, prev_group }: SubscriptionRow): Promise<void> {
  const { upgrade_group, downgrade_group } = readTerms(terms)
  const others = (await readSubscriptionsOf(transaction, user_id))
    .filter((other) => other.id !== id && other.status === 'active')
    .map((other) => readTerms(other.terms).upgrade_group)
    .filter((group) => group !== '')
  const { group } = await groupOf(transaction, user_id)
  if (upgrade_group !== '' && group !== upgrade_group) return
  if (others.includes(group)) return
  const wanted = others[0] ?? (downgrade_group || (upgrade_group === '' ? '' : prev_group))
  if (wanted !== '' && wanted !== group) await setGroup(transaction, user_id, wanted)
}
