import { HelpLink } from '../../../components/help/help-link.tsx'
import { ListPage } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { plansKey } from '../../../components/subscriptions/use-plans.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { PlanTabs } from '../plan-tabs.tsx'
import styles from '../plans.module.css'
import { planListText } from './plan-list.text.ts'
import { PlanRowCard, usePlanColumns } from './plan-rows.tsx'
import { loadPlan, type PlanRow, usePlanActs, usePlanList } from './use-plan-list.ts'

const PlanDrawer = lazyPart(async () => (await import('../form/plan-drawer.tsx')).PlanDrawer)

/** For administrators: every plan, on sale or not. */
export function PlansPage() {
  const t = planListText.use()
  const small = useSmallScreen()
  const plans = usePlanList()
  const list = useListPage({ name: plansKey, query: plans, keyOf: ({ id }: PlanRow) => id, load: loadPlan })
  const acts = { ...usePlanActs(), edit: list.open }
  const { data } = plans
  return (
    <ListPage
      list={list}
      words={t}
      facts={data && data.total > 0 && t('facts', { total: data.total, on: data.on })}
      create={t('create')}
      firstActions={<HelpLink to="payment#plans" about={t('title')} />}
      // The bar of a small screen has the button already.
      {...(small && { emptyAction: null })}
      filters={<PlanTabs current="plans" />}
      tall
      columns={usePlanColumns(acts)}
      rowClassName={({ plan }) => (plan.enabled ? undefined : styles.off)}
      card={(row) => <PlanRowCard row={row} acts={acts} />}
      newDrawer={<PlanDrawer onClosed={list.close} />}
      drawer={({ id, plan }) => <PlanDrawer key={id} plan={plan} onClosed={list.close} />}
    />
  )
}
