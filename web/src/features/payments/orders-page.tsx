import { useSearchParams } from 'react-router'
import { Page } from '../../components/page/page.tsx'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { manageText } from './manage/manage.text.ts'
import styles from './payments.module.css'

const AllOrders = lazyPart(async () => (await import('./manage/all-orders.tsx')).AllOrders)
const Notices = lazyPart(async () => (await import('./notices/notices.tsx')).Notices)

const tabs = ['orders', 'callbacks'] as const

/** For administrators: the orders of all users, and the notifications that payment providers sent. */
export function OrdersPage() {
  const t = manageText.use()
  const [params] = useSearchParams()
  const tab = tabs.find((name) => name === params.get('tab')) ?? 'orders'
  return (
    <Page title={t('title')}>
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={tabs.map((name) => ({ query: `?tab=${name}`, text: t(name), isCurrent: name === tab }))}
        />
      </div>
      {tab === 'orders' ? <AllOrders /> : <Notices />}
    </Page>
  )
}
