import { useSearchParams } from 'react-router'
import { PageTabs } from '../../../components/page/page-tabs.tsx'
import { useStatus } from '../../../lib/api/status.ts'
import { useText } from '../../../lib/text/text.ts'
import { walletText } from '../wallet.text.ts'
import { OwnOrders } from './own-orders.tsx'
import { Records } from './records.tsx'
import styles from './wallet-history.module.css'

const views = ['orders', 'records', 'rebates'] as const

/** What was added to the balance, or is about to be. `?view=` says which list. */
export function WalletHistory() {
  const t = useText(walletText)
  const [params] = useSearchParams()
  // Where nothing can be bought, there are no orders to look at.
  const first = useStatus()?.enable_online_topup === false ? 'records' : 'orders'
  const view = views.find((name) => name === params.get('view')) ?? first
  return (
    <section className={styles.history} aria-label={t('history')}>
      <PageTabs
        label={t('history')}
        tabs={views.map((name) => ({ query: `?view=${name}`, text: t(name), isCurrent: name === view }))}
      />
      <div className={styles.list}>{view === 'orders' ? <OwnOrders /> : <Records key={view} view={view} />}</div>
    </section>
  )
}
