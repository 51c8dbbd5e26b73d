import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'
import type { Span } from '../../wallet/pots/periods.ts'

const sum = (value: ReturnType<typeof sql<number>>) => sql<number>`CAST(coalesce(sum(${value}), 0) AS BIGINT)`
/** Hundredths of a price, which always has two digits after the point. */
const cents = sql<number>`CAST(replace(top_ups.money, '.', '') AS BIGINT)`
const refundedCents = sql<number>`(SELECT coalesce(sum(order_refunds.cents), 0) FROM order_refunds
  WHERE order_refunds.trade_no = top_ups.trade_no AND order_refunds.status <> 'failed')`
/** The order that paid for a subscription first; the others renew it. */
const isFirst = sql<boolean>`EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.trade_no = top_ups.trade_no)`

/** Paid orders of plans by plan and currency, less what was paid back of them. */
export const sumPlanOrders = (store: Store, { from, to }: Span) =>
  store
    .selectFrom('top_ups')
    .select(['plan_id', 'currency'])
    .select([
      sum(sql`${cents} - ${refundedCents}`).as('cents'),
      sum(sql`CASE WHEN ${isFirst} THEN 1 ELSE 0 END`).as('sold'),
      sum(sql`CASE WHEN ${isFirst} THEN 0 ELSE 1 END`).as('renewed'),
    ])
    .where('plan_id', '<>', 0)
    .where('status', '=', 'success')
    .where('complete_time', '>=', from)
    .where('complete_time', '<', to)
    .groupBy(['plan_id', 'currency'])
    .orderBy('currency')
    .execute()

const purchasePrefix = 'plan '

/** Purchases from balances by plan. The reference of an entry is `plan` and the id of the subscription. */
export const sumBalancePurchases = (store: Store, { from, to }: Span) =>
  store
    .selectFrom('ledger')
    .innerJoin('subscriptions', (join) =>
      join.on(
        'subscriptions.id',
        '=',
        sql<number>`CASE ledger.kind WHEN 'plan_purchase'
          THEN CAST(substr(ledger.reference, ${purchasePrefix.length + 1}) AS BIGINT) END`,
      ),
    )
    .select('subscriptions.plan_id')
    .select(({ fn }) => fn.countAll<number>().as('sold'))
    .select(sum(sql`ledger.amount`).as('quota'))
    .where('ledger.kind', '=', 'plan_purchase')
    .where('ledger.created_at', '>=', from)
    .where('ledger.created_at', '<', to)
    .groupBy('subscriptions.plan_id')
    .execute()

/** What was granted to pots by plan. The detail of an entry is the id of the subscription. */
export const sumGrants = (store: Store, { from, to }: Span) =>
  store
    .selectFrom('ledger')
    .innerJoin('subscriptions', (join) =>
      join.on(
        'subscriptions.id',
        '=',
        sql<number>`CASE ledger.kind WHEN 'plan_grant' THEN CAST(ledger.detail AS BIGINT) END`,
      ),
    )
    .select('subscriptions.plan_id')
    .select(sum(sql`ledger.amount`).as('granted'))
    .where('ledger.kind', '=', 'plan_grant')
    .where('ledger.created_at', '>=', from)
    .where('ledger.created_at', '<', to)
    .groupBy('subscriptions.plan_id')
    .execute()

/** Calls that began before the end of a pot are settled at most so much later; refunds after that are not counted. */
const settledWithin = 86_400

/** What requests took from pots, less what came back to them, by plan. Moves have an index by pot. */
export const sumUse = (store: Store, { from, to }: Span) =>
  store
    .selectFrom('pots')
    .innerJoin('pot_moves', 'pot_moves.pot_id', 'pots.id')
    .innerJoin('subscriptions', 'subscriptions.id', 'pots.subscription_id')
    .select('subscriptions.plan_id')
    .select(sum(sql`pot_moves.amount`).as('used'))
    .where('pots.starts_at', '<', to)
    .where('pots.ends_at', '>', from - settledWithin)
    .where('pot_moves.created_at', '>=', from)
    .where('pot_moves.created_at', '<', to)
    .groupBy('subscriptions.plan_id')
    .execute()
