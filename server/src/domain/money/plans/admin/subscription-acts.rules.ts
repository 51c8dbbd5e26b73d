import type { DataOf } from '@turnpike/contract/endpoint'
import type { PlanTerms } from '@turnpike/contract/money/plans/plan'
import type { Subscription, subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import type { LogEvent } from '@turnpike/contract/usage/log-events'
import { AppError } from '../../../../http/app-error.ts'
import type { Store } from '../../../../store/store.ts'
import type { Administrator } from '../../../identity/user-admin/authority.ts'
import { writeAudit } from '../../../system/audit/audit.queries.ts'
import { isRunning, readWindows } from '../../wallet/pots/pot.ts'
import { type Pot, readOpenPots, resetWindow } from '../../wallet/pots/pots.queries.ts'
import { endSubscription, extendSubscription, openSubscription } from '../life.rules.ts'
import { findPlan } from '../plans.queries.ts'
import { findSubscription, readActiveOf, readActiveOfPlan, type SubscriptionRow } from '../subscriptions.queries.ts'
import { orderedPlanOf } from '../wire-plan.ts'
import { wireSubscriptions } from '../wire-subscription.ts'
import { type Holder, lockHolder, logForHolder } from './holder.rules.ts'

type Wired = { subscription: Subscription }
type Gift = { user_id: number; plan_id: number }

/** Gives a plan to a user or an organisation, also one that is not on sale. Limits of purchases do not bind gifts. */
export const givePlan = (store: Store, administrator: Administrator, { user_id, plan_id }: Gift): Promise<Wired> =>
  store.transaction().execute(async (transaction) => {
    const { at } = administrator.actor
    const holder = await lockHolder(transaction, administrator, user_id)
    const plan = await findPlan(transaction, plan_id)
    if (!plan) throw new AppError('plan_missing')
    const given = { user_id, caller_id: 0, source: 'admin', trade_no: '', paid: '0', worth: 0 } as const
    const row = await openSubscription(transaction, { ...given, plan: orderedPlanOf(plan) }, at)
    await record(transaction, administrator, { row, holder, act: 'give', event: 'plan_given' })
    return wired(transaction, row, at)
  })

/** Makes one window unused again: the pot is 0, and its windows follow. */
export const resetOneWindow = (
  store: Store,
  administrator: Administrator,
  id: number,
  { window, reason }: { window: number; reason: string },
): Promise<Wired> =>
  onSubscription(store, administrator, id, async (transaction, { row, holder }) => {
    const { at } = administrator.actor
    const pot = await openPotOf(transaction, row, at)
    if (!pot || window > readWindows(pot.windows).length)
      throw new AppError('invalid_field', { params: { field: 'window' } })
    await resetWindow(transaction, pot, window, at)
    const act = { act: 'reset_window', event: 'plan_reset_because', reason } as const
    await record(transaction, administrator, { row, holder, ...act, detail: { window } })
    return row
  })

type Extension = { unit: Exclude<PlanTerms['duration_unit'], 'custom'>; value: number; reason: string }

export const extendFreely = (
  store: Store,
  administrator: Administrator,
  id: number,
  { unit, value, reason }: Extension,
): Promise<Wired> =>
  onSubscription(store, administrator, id, async (transaction, { row, holder }) => {
    const by = { duration_unit: unit, duration_value: value }
    const extended = await extendSubscription(transaction, row, by, administrator.actor.at)
    const detail = { end_time: [row.end_time, extended.end_time] }
    await record(transaction, administrator, { row, holder, act: 'extend', event: 'plan_extended', reason, detail })
    return extended
  })

/** Nothing is paid back. */
export const invalidate = (
  store: Store,
  administrator: Administrator,
  id: number,
  reason: string | undefined,
): Promise<Wired> =>
  onSubscription(store, administrator, id, async (transaction, { row, holder }) => {
    const ended = await endSubscription(transaction, row, 'cancelled', administrator.actor.at)
    const event = reason ? 'plan_invalidated_because' : 'plan_invalidated'
    await record(transaction, administrator, { row, holder, act: 'invalidate', event, reason })
    return ended ?? row
  })

type Outcome = DataOf<typeof subscriptionAdminApi.resetOfPlan>
type Reset = { plan_id: number; advance_reset_time: boolean }
/** Whether windows of hours end when they would have ended without the reset. */
type Times = { keepsTimes: boolean }

/** Makes the subscriptions that a user or an organisation has of a plan unused again. */
export const resetOfUser = (
  store: Store,
  administrator: Administrator,
  user_id: number,
  { plan_id, advance_reset_time }: Reset,
): Promise<Outcome> =>
  store.transaction().execute(async (transaction) => {
    const holder = await lockHolder(transaction, administrator, user_id)
    const rows = await readActiveOf(transaction, user_id, plan_id)
    let reset = 0
    const how = { keepsTimes: !advance_reset_time }
    for (const row of rows) if (await resetAll(transaction, administrator, { row, holder }, how)) reset += 1
    const users = reset > 0 ? 1 : 0
    return { plan_id, matched_count: rows.length, reset_count: reset, user_count: users, advance_reset_time }
  })

const batchMax = 200

/** The same for everyone. Accounts on which the administrator may not act are left out. */
export async function resetOfPlan(
  store: Store,
  administrator: Administrator,
  { plan_id, advance_reset_time }: Reset,
): Promise<Outcome> {
  let matched = 0
  let reset = 0
  const users = new Set<number>()
  const how = { keepsTimes: !advance_reset_time }
  for (let after = 0; ; ) {
    const rows = await readActiveOfPlan(store, plan_id, { after, limit: batchMax })
    for (const { id, user_id } of rows) {
      const isReset = await store
        .transaction()
        .execute((transaction) => resetIfAllowed(transaction, administrator, { id, user_id }, how))
      if (!isReset) continue
      reset += 1
      users.add(user_id)
    }
    matched += rows.length
    after = rows.at(-1)?.id ?? 0
    if (rows.length < batchMax)
      return { plan_id, matched_count: matched, reset_count: reset, user_count: users.size, advance_reset_time }
  }
}

async function resetIfAllowed(
  transaction: Store,
  administrator: Administrator,
  { id, user_id }: Pick<SubscriptionRow, 'id' | 'user_id'>,
  how: Times,
): Promise<boolean> {
  const holder = await lockHolder(transaction, administrator, user_id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!holder) return false
  const row = await findSubscription(transaction, id)
  return row?.status === 'active' && resetAll(transaction, administrator, { row, holder }, how)
}

async function resetAll(
  transaction: Store,
  administrator: Administrator,
  { row, holder }: Target,
  { keepsTimes }: Times,
): Promise<boolean> {
  const { at } = administrator.actor
  let pot = await openPotOf(transaction, row, at)
  if (!pot) return false
  for (let index = 0; pot && index <= readWindows(pot.windows).length; index++) {
    await resetWindow(transaction, pot, index, at, { keepsTimes })
    pot = await openPotOf(transaction, row, at) // as the reset has left it
  }
  const kept = keepsTimes ? { detail: { advance_reset_time: false } } : {}
  await record(transaction, administrator, { row, holder, act: 'reset', event: 'plan_reset', ...kept })
  return true
}

const openPotOf = async (transaction: Store, { id }: SubscriptionRow, at: number): Promise<Pot | undefined> =>
  (await readOpenPots(transaction, [id], at)).find((pot) => isRunning(pot, at))

type Target = { row: SubscriptionRow; holder: Holder }

/** Does something to an active subscription under the lock of its account. */
const onSubscription = (
  store: Store,
  administrator: Administrator,
  id: number,
  work: (transaction: Store, target: Target) => Promise<SubscriptionRow>,
): Promise<Wired> =>
  store.transaction().execute(async (transaction) => {
    const found = await findSubscription(transaction, id)
    if (!found) throw new AppError('subscription_missing')
    const holder = await lockHolder(transaction, administrator, found.user_id)
    const row = await findSubscription(transaction, id)
    if (row?.status !== 'active') throw new AppError('subscription_over')
    return wired(transaction, await work(transaction, { row, holder }), administrator.actor.at)
  })

async function wired(transaction: Store, row: SubscriptionRow, at: number): Promise<Wired> {
  const [shown] = await wireSubscriptions(transaction, [row], at)
  if (!shown) throw new AppError('subscription_missing')
  return shown
}

type Act = Target & { act: string; event: LogEvent; reason?: string | undefined; detail?: Record<string, unknown> }

async function record(
  transaction: Store,
  administrator: Administrator,
  { row, holder, act, event, reason, detail }: Act,
): Promise<void> {
  await writeAudit(transaction, administrator.actor, {
    action: `subscription.${act}`,
    target: `#${row.id} ${row.title}: ${holder.name}`,
    ...((detail || reason) && { detail: { ...detail, ...(reason && { reason }) } }),
  })
  const params = { plan: row.title, ...(reason && { reason }) }
  await logForHolder(transaction, administrator, holder, { event, params })
}
