import {
  type ListedPlan,
  type Plan,
  type PlanEdit,
  type PlanForm,
  plansMax,
  planTerms,
} from '@turnpike/contract/money/plans/plan'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { writeTerms } from './ordered-plan.ts'
import {
  countByPlan,
  countPlans,
  deletePlan,
  findPlan,
  insertPlan,
  type PlanRow,
  readOfferedPlans,
  readPlans,
  savePlan,
} from './plans.queries.ts'
import { wirePlan } from './wire-plan.ts'

type PlansDeps = Pick<Deps, 'store' | 'options'>

export const offeredPlans = async (store: Store): Promise<{ plan: Plan }[]> =>
  (await readOfferedPlans(store)).map((row) => ({ plan: wirePlan(row) }))

export async function listPlans(store: Store): Promise<ListedPlan[]> {
  const [rows, counts] = await Promise.all([readPlans(store), countByPlan(store)])
  const countOf = new Map(counts.map(({ plan_id, ...count }) => [plan_id, count]))
  return rows.map((row) => {
    const { running = 0, sold = 0 } = countOf.get(row.id) ?? {}
    return { plan: wirePlan(row), running: Number(running), sold: Number(sold) }
  })
}

export async function createPlan({ store, options }: PlansDeps, actor: Actor, form: PlanForm): Promise<Plan> {
  checkGroups(form, options.current().GroupRatio)
  return store.transaction().execute(async (transaction) => {
    if ((await countPlans(transaction)) >= plansMax) throw new AppError('plans_full', { params: { max: plansMax } })
    const row = await insertPlan(transaction, { ...columnsOf(form), created_at: actor.at, updated_at: actor.at })
    await record(transaction, actor, row, 'plan.create', { plan: wirePlan(row) })
    return wirePlan(row)
  })
}

export async function changePlan(
  { store, options }: PlansDeps,
  actor: Actor,
  id: number,
  form: PlanEdit,
): Promise<Plan> {
  checkGroups(form, options.current().GroupRatio)
  return change(store, actor, { id, action: 'plan.update', columns: (before) => columnsOf(completed(form, before)) })
}

const completed = (form: PlanEdit, before: Plan): PlanForm => ({
  ...form,
  windows: form.windows ?? before.windows,
  models: form.models ?? before.models,
  groups: form.groups ?? before.groups,
  time_zone: form.time_zone ?? before.time_zone,
  allow_wallet_overflow: form.allow_wallet_overflow ?? before.allow_wallet_overflow,
  allow_balance_pay: form.allow_balance_pay ?? before.allow_balance_pay,
})

/** Puts a plan on sale, or takes it off. */
export const switchPlan = (store: Store, actor: Actor, id: number, isEnabled: boolean): Promise<Plan> =>
  change(store, actor, {
    id,
    action: isEnabled ? 'plan.enable' : 'plan.disable',
    columns: () => ({ enabled: isEnabled ? 1 : 0 }),
  })

type Change = { id: number; action: string; columns: (before: Plan) => Partial<ReturnType<typeof columnsOf>> }

const change = (store: Store, actor: Actor, { id, action, columns }: Change): Promise<Plan> =>
  store.transaction().execute(async (transaction) => {
    const before = await findPlan(transaction, id)
    const after = before && (await savePlan(transaction, id, { ...columns(wirePlan(before)), updated_at: actor.at }))
    if (!after) throw new AppError('plan_missing')
    await record(transaction, actor, after, action, { changes: differences(wirePlan(before), wirePlan(after)) })
    return wirePlan(after)
  })

/** The subscriptions of a deleted plan run until their end. */
export async function removePlan(store: Store, actor: Actor, id: number): Promise<undefined> {
  await store.transaction().execute(async (transaction) => {
    const plan = await findPlan(transaction, id)
    if (!plan || !(await deletePlan(transaction, id, actor.at))) throw new AppError('plan_missing')
    await record(transaction, actor, plan, 'plan.delete')
  })
}

type Groups = Pick<PlanForm, 'upgrade_group' | 'downgrade_group'>
function checkGroups({ upgrade_group, downgrade_group }: Groups, ratios: Readonly<Record<string, unknown>>): void {
  for (const group of [upgrade_group, downgrade_group])
    if (group !== '' && !Object.hasOwn(ratios, group)) throw new AppError('plan_group_unknown', { params: { group } })
}

const flag = (value: boolean) => (value ? 1 : 0)

const columnsOf = (form: PlanForm) => ({
  title: form.title,
  subtitle: form.subtitle,
  price_amount: String(form.price_amount),
  currency: form.currency,
  terms: writeTerms(planTerms.parse(form)),
  enabled: flag(form.enabled) as PlanRow['enabled'],
  sort_order: form.sort_order,
  max_purchase_per_user: form.max_purchase_per_user,
  allow_balance_pay: flag(form.allow_balance_pay) as PlanRow['allow_balance_pay'],
  stripe_price_id: form.stripe_price_id,
})

/** The members that differ, with old and new values. */
const differences = (before: Plan, after: Plan): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, [before[name as keyof Plan], value]] as const)
      .filter(([name, [old, value]]) => name !== 'updated_at' && JSON.stringify(old) !== JSON.stringify(value)),
  )

async function record(
  transaction: Store,
  actor: Actor,
  { id, title }: PlanRow,
  action: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  const target = `#${id} ${title}`
  await writeAudit(transaction, actor, { action, target, ...(detail && { detail }) })
  const params = { action: action.replace('plan.', ''), target }
  await logAdminAction(transaction, actor, { user: actor, event: 'plans_changed', params })
}
