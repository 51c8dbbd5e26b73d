import { useSearchParams } from 'react-router'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { PlanList } from './list/plan-list.tsx'
import { planListText } from './list/plan-list.text.ts'
import styles from './plans.module.css'

const SubscriptionList = lazyPart(
  async () => (await import('./subscriptions/subscription-list.tsx')).SubscriptionList,
)

const names = ['plans', 'subscriptions'] as const

/** For administrators: the plans that are sold, and the subscriptions of everyone. */
export function PlansPage() {
  const t = planListText.use()
  const [params] = useSearchParams()
  const current = names.find((name) => name === params.get('tab')) ?? 'plans'
  const tabs = (
    <div className={styles.tabs}>
      <PageTabs
        label={t('tabs')}
        tabs={names.map((name) => ({ query: `?tab=${name}`, text: t(name), isCurrent: name === current }))}
      />
    </div>
  )
  return current === 'plans' ? <PlanList tabs={tabs} /> : <SubscriptionList tabs={tabs} />
}
