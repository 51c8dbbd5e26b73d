import { PageTabs } from '../../components/page/page-tabs.tsx'
import { dictionary } from '../../lib/text/text.ts'
import styles from './plans.module.css'

const tabsText = dictionary({
  tabs: ['Plans and subscriptions', '套餐与订阅'],
  plans: ['Plans', '套餐'],
  subscriptions: ['Subscriptions', '订阅'],
})

const names = ['plans', 'subscriptions'] as const

/** The two pages about plans: what is sold, and who has it. */
export function PlanTabs({ current }: { current: (typeof names)[number] }) {
  const t = tabsText.use()
  return (
    <div className={styles.tabs}>
      <PageTabs
        label={t('tabs')}
        tabs={names.map((name) => ({ query: `/${name}`, text: t(name), isCurrent: name === current }))}
      />
    </div>
  )
}
