import { type PlanForm, planTerms } from '@turnpike/contract/money/plans/plan'
import { writeTerms } from '../../../domain/money/plans/ordered-plan.ts'
import { insertPlan } from '../../../domain/money/plans/plans.queries.ts'
import { assignIds } from '../../assign-ids.ts'
import type { ImportContext } from '../../context.ts'
import { importRows, type Planned } from '../../import-rows.ts'
import type { TableNotes, TableReport } from '../../report.ts'
import { countIn, type Row, textIn } from '../../row.ts'
import { planOf } from './plan-of.ts'
import { sourceZone } from './source-zone.ts'

type PlanImport = Planned & { plan: PlanForm }

export function importPlans(context: ImportContext): Promise<TableReport> {
  const { source, now } = context
  return importRows<PlanImport>(context, {
    table: 'subscription_plans',
    kind: 'plans',
    async plan(rows, notes) {
      const zone = await sourceZone(source)
      return rows.flatMap((row) => {
        const sourceId = textIn(row, 'id')
        const read = planOf(row, zone ?? 'UTC')
        const who = `${sourceId} ${'plan' in read ? read.plan.title : ''}`.trim()
        if ('problem' in read) {
          notes.cannot(read.problem, who)
          return []
        }
        if (read.isShortened) notes.changed('the title or subtitle is too long or has control characters', who)
        remarkOn(context, row, read.plan, notes, { who, zone })
        return [{ sourceId, row, plan: read.plan }]
      })
    },
    async write(transaction, plans) {
      const assigned = await assignIds(transaction, 'plans', plans)
      for (const [index, { plan, row }] of plans.entries())
        await insertPlan(transaction, { ...rowOf(plan), ...timesOf(row, now), id: assigned[index] ?? 0 })
      return assigned
    },
  })
}

function remarkOn(
  { options }: ImportContext,
  row: Row,
  plan: PlanForm,
  notes: TableNotes,
  { who, zone }: { who: string; zone: string | undefined },
): void {
  for (const group of [plan.upgrade_group, plan.downgrade_group])
    if (group !== '' && !Object.hasOwn(options.GroupRatio, group))
      notes.remark('the group has no ratio: until it has one, its calls are refused', `${who}: ${group}`)
  if (textIn(row, 'creem_product_id') !== '' || textIn(row, 'waffo_pancake_product_id') !== '')
    notes.remark('it cannot be paid through Creem or Waffo Pancake here', who)
  if (plan.currency === 'USD' && plan.price_amount > 0 && options.Price !== 1)
    notes.remark(`Epay took the number of its price there; here it takes ${options.Price} times as much for USD`, who)
  if (plan.quota_reset_period === 'daily' && zone === undefined)
    notes.remark('its days begin at midnight UTC: choose the time zone of the plan', who)
  if (plan.currency !== 'USD' && plan.allow_balance_pay) notes.remark('a balance pays only prices in USD here', who)
}

const rowOf = (plan: PlanForm) => ({
  title: plan.title,
  subtitle: plan.subtitle,
  price_amount: String(plan.price_amount),
  currency: plan.currency,
  terms: writeTerms(planTerms.parse(plan)),
  enabled: flag(plan.enabled),
  sort_order: plan.sort_order,
  max_purchase_per_user: plan.max_purchase_per_user,
  allow_balance_pay: flag(plan.allow_balance_pay),
  stripe_price_id: plan.stripe_price_id,
})

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

function timesOf(row: Row, now: number) {
  const created_at = countIn(row, 'created_at') || now
  return { created_at, updated_at: countIn(row, 'updated_at') || created_at, deleted_at: null }
}
