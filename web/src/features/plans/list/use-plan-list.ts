import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ListedPlan, type PlanForm, planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { useListChange } from '../../../components/list-page/use-page-query.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { plansKey } from '../../../components/subscriptions/use-plans.ts'
import { usePaging } from '../../../lib/address/use-paging.ts'
import { call } from '../../../lib/api/call.ts'
import { changedForm } from '../form/plan-values.ts'
import { planListText } from './plan-list.text.ts'

/** A plan as a row of the list. */
export type PlanRow = ListedPlan & { id: number }

const rowOf = (listed: ListedPlan): PlanRow => ({ ...listed, id: listed.plan.id })
const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })

/** One page of the plans, and how many are on sale: the server returns all of them at once. */
export function usePlanList() {
  const { page, size } = usePaging()
  return useQuery({
    queryKey: [plansKey, 'all'],
    queryFn: () => call(planApi.all),
    select: (all) => ({
      items: all.slice((page - 1) * size, page * size).map(rowOf),
      total: all.length,
      on: all.filter(({ plan }) => plan.enabled).length,
    }),
    placeholderData: keepPreviousData,
  })
}

export async function loadPlan(id: string): Promise<PlanRow | undefined> {
  const found = (await call(planApi.all)).find(({ plan }) => String(plan.id) === id)
  return found && rowOf(found)
}

type Switching = { row: PlanRow; enabled: boolean }

/** What the list changes in a plan without its editor. */
export function usePlanActs() {
  const t = planListText.use()
  const switching = useListChange(plansKey, ({ row, enabled }: Switching) =>
    call(planApi.enable, { params: paramsOf(row), body: { enabled } }),
  )
  const removing = useListChange(plansKey, (row: PlanRow) => call(planApi.remove, { params: paramsOf(row) }), {
    onDone: (_, { plan }) => toast.success(t('removed', { title: plan.title })),
  })
  const resetting = useListChange(
    plansKey,
    (row: PlanRow) => call(subscriptionAdminApi.resetOfPlan, { params: paramsOf(row), body: {} }),
    { onDone: ({ reset_count }) => toast.success(t('resetDone', { count: reset_count })) },
  )
  const ordering = useListChange(plansKey, ({ row, change }: { row: PlanRow; change: Partial<PlanForm> }) =>
    call(planApi.update, { params: paramsOf(row), body: { plan: changedForm(row, change) } }),
  )
  return {
    /** The plan that is being put on sale or taken off. */
    switched: switching.isPending ? switching.variables.row.id : undefined,
    switchTo: (row: PlanRow, enabled: boolean) => switching.mutate({ row, enabled }),
    remove: (row: PlanRow) => removing.mutate(row),
    reset: (row: PlanRow) => resetting.mutate(row),
    order: (row: PlanRow, sort_order: number) => ordering.mutateAsync({ row, change: { sort_order } }),
  }
}
export type PlanActs = ReturnType<typeof usePlanActs> & { edit: (row: PlanRow) => void }
