import { isTextWithin } from '@turnpike/contract/bounds'
import { type PlanForm, planTerms } from '@turnpike/contract/money/plans/plan'
import { groupNameBounds } from '@turnpike/contract/names'
import { quotaOfDollars } from '@turnpike/contract/quota'
import type { Insertable } from 'kysely'
import { lockAccount } from '../../../domain/identity/user-admin/user-admin.queries.ts'
import { openDuePots } from '../../../domain/money/plans/life.rules.ts'
import { writeTerms } from '../../../domain/money/plans/ordered-plan.ts'
import { openPot } from '../../../domain/money/wallet/pots/pots.queries.ts'
import type { Database } from '../../../store/schema.ts'
import type { Store } from '../../../store/store.ts'
import { assignIds } from '../../assign-ids.ts'
import type { ImportContext } from '../../context.ts'
import { importRows, type Planned } from '../../import-rows.ts'
import { insertImportedSubscription } from '../../imports.queries.ts'
import type { TableNotes, TableReport } from '../../report.ts'
import { countIn, flagIn, type Row, textIn } from '../../row.ts'
import { type FirstPot, firstPotOf } from './first-pot.ts'
import { planOf } from './plan-of.ts'
import { paymentsOf } from './plan-orders.ts'
import { sourceZone } from './source-zone.ts'

type NewSubscription = Omit<Insertable<Database['subscriptions']>, 'id' | 'user_id' | 'plan_id'>
type SubscriptionImport = Planned & {
  owner: string
  sourcePlan: string
  subscription: NewSubscription
  /** Undefined where the subscription is over. */
  pot: FirstPot | undefined
}

export function importSubscriptions(context: ImportContext): Promise<TableReport> {
  const { source, ids, options, now } = context
  return importRows<SubscriptionImport>(context, {
    table: 'user_subscriptions',
    kind: 'subscriptions',
    async plan(rows, notes) {
      const plans = await plansOf(context)
      const paid = paymentsOf(await source.rows('subscription_orders'), options.Price)
      return rows.flatMap((row) => {
        const [sourceId, owner, sourcePlan] = [textIn(row, 'id'), textIn(row, 'user_id'), textIn(row, 'plan_id')]
        const plan = plans.get(sourcePlan)
        if (!ids.users.has(owner)) notes.cannot('the buyer does not come', sourceId)
        else if (!plan || !ids.plans.has(sourcePlan)) notes.cannot('its plan does not come', sourceId)
        else if (countIn(row, 'start_time') > countIn(row, 'end_time'))
          notes.cannot('it ends before it begins', sourceId)
        else {
          const found = planSubscription(context, row, { plan, paid: paid(row, plan.currency), notes })
          return [{ sourceId, row, owner, sourcePlan, ...found }]
        }
        return []
      })
    },
    async write(transaction, subscriptions) {
      const payers = subscriptions.flatMap(({ owner, pot }) => (pot ? [ids.users.get(owner) ?? 0] : []))
      await lockAll(transaction, payers)
      const assigned = await assignIds(transaction, 'subscriptions', subscriptions)
      for (const [index, { owner, sourcePlan, subscription, pot }] of subscriptions.entries()) {
        const user_id = ids.users.get(owner) ?? 0
        const named = { id: assigned[index] ?? 0, user_id, plan_id: ids.plans.get(sourcePlan) ?? 0 }
        const row = await insertImportedSubscription(transaction, { ...subscription, ...named })
        if (!pot) continue
        const { from: starts_at, to: ends_at, ...rest } = pot
        await openPot(transaction, { ...rest, user_id, subscription_id: row.id, starts_at, ends_at }, now)
        await openDuePots(transaction, row, now)
      }
      return assigned
    },
  })
}

/** Pots change under the lock of their account. Locks are taken in the order of ids, as the ledger takes them. */
async function lockAll(transaction: Store, accounts: readonly number[]): Promise<void> {
  const ordered = [...new Set(accounts)].sort((one, other) => one - other)
  for (const id of ordered) await lockAccount(transaction, id)
}

async function plansOf({ source }: ImportContext): Promise<Map<string, PlanForm>> {
  const zone = (await sourceZone(source)) ?? 'UTC'
  const rows = await source.rows('subscription_plans')
  return new Map(
    rows.flatMap((row) => {
      const read = planOf(row, zone)
      return 'plan' in read ? [[textIn(row, 'id'), read.plan] as const] : []
    }),
  )
}

type Found = { plan: PlanForm; paid: string; notes: TableNotes }

/** There a subscription keeps the amount and the groups of its purchase, and follows its plan in all else. */
function planSubscription({ options, now }: ImportContext, row: Row, { plan, paid, notes }: Found) {
  const terms = planTerms.parse({
    ...plan,
    total_amount: countIn(row, 'amount_total'),
    allow_wallet_overflow: flagIn(row, 'allow_wallet_overflow', true),
    upgrade_group: groupIn(row, 'upgrade_group'),
    downgrade_group: groupIn(row, 'downgrade_group'),
  })
  const status = statusOf(row)
  const start = countIn(row, 'start_time')
  const isRunning = status === 'active' && countIn(row, 'end_time') > now
  const created_at = countIn(row, 'created_at') || start
  if (isRunning && plan.stripe_price_id !== '' && paid !== '0')
    notes.remark('if Stripe renews it, cancel that there: a renewal at Stripe does not extend it', textIn(row, 'id'))
  const subscription: NewSubscription = {
    title: plan.title,
    terms: writeTerms(terms),
    status,
    source: 'import',
    paid,
    currency: plan.currency,
    worth: plan.currency === 'USD' ? quotaOfDollars(paid, options.QuotaPerUnit) : 0,
    start_time: start,
    period_start: start,
    end_time: countIn(row, 'end_time'),
    prev_group: groupIn(row, 'prev_user_group'),
    created_at,
    updated_at: countIn(row, 'updated_at') || created_at,
  }
  return { subscription, pot: isRunning ? firstPotOf(terms, row, now) : undefined }
}

/** One that is over and still called active is ended here by the job that ends subscriptions, with its group. */
function statusOf(row: Row): 'active' | 'expired' | 'cancelled' {
  const status = textIn(row, 'status')
  return status === 'active' || status === 'cancelled' ? status : 'expired'
}

function groupIn(row: Row, column: string): string {
  const group = textIn(row, column).trim()
  return isTextWithin(groupNameBounds, group) ? group : ''
}
