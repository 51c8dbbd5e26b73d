import { ReceiptText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import { useStatus } from '../../lib/api/status.ts'
import { BalanceCard } from './balance/balance-card.tsx'
import { BuyCard } from './buy/buy-card.tsx'
import { OwnOrders } from './history/own-orders.tsx'
import { Records } from './history/records.tsx'
import styles from './payments.module.css'
import { RedeemCard } from './redeem/redeem-card.tsx'
import { walletText } from './wallet.text.ts'

/** The user's balance, how to add to it, and what was added. */
export function WalletPage() {
  const t = walletText.use()
  return (
    <Page
      title={t('title')}
      actions={
        <LinkButton to="/log" icon={<ReceiptText />}>
          {t('log')}
        </LinkButton>
      }
    >
      <div className={styles.cards}>
        <BalanceCard />
        <RedeemCard />
        <BuyCard />
      </div>
      <WalletHistory />
    </Page>
  )
}

const views = ['orders', 'records', 'rebates'] as const

/** What was added to the balance, or is about to be. `?view=` says which list. */
function WalletHistory() {
  const t = walletText.use()
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
      <div className={styles.historyList}>{view === 'orders' ? <OwnOrders /> : <Records key={view} view={view} />}</div>
    </section>
  )
}
