import { ReceiptText } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { PageTabs } from '../../components/page/page-tabs.tsx'
import textStyles from '../../components/style/text.module.css'
import { useSeat } from '../../lib/api/organisations.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { BalanceCard } from './balance/balance-card.tsx'
import { BuyCard } from './buy/buy-card.tsx'
import { OwnOrders } from './history/own-orders.tsx'
import { Records } from './history/records.tsx'
import styles from './payments.module.css'
import { OwnPlans } from './plans/own-plans.tsx'
import { useArePlansKnown } from './plans/use-plans.ts'
import { RedeemCard } from './redeem/redeem-card.tsx'
import { walletText } from './wallet.text.ts'

/** The balance of the user or of the organisation, how to add to it, and what was added. */
export function WalletPage() {
  const t = walletText.use()
  const seat = useSeat()
  const small = useSmallScreen()
  const mayPay = !seat || seat.may('pay')
  const arePlansKnown = useArePlansKnown()
  return (
    <Page
      title={t('title')}
      facts={seat && !small && t('ofOrganisation', { name: seat.name })}
      actions={
        <LinkButton to="/log" icon={<ReceiptText />}>
          {t('log')}
        </LinkButton>
      }
    >
      <div className={styles.cards}>
        <BalanceCard />
        {mayPay && <RedeemCard />}
        {mayPay && <BuyCard />}
      </div>
      {arePlansKnown ? (
        <>
          <OwnPlans />
          {mayPay ? <WalletHistory /> : <NoPayment />}
        </>
      ) : (
        // What follows the plans would move when they arrive.
        <div className={styles.reserved} aria-busy="true" />
      )}
    </Page>
  )
}

/** Those who only watch an organisation see its balance; its statement tells what came in. */
function NoPayment() {
  const t = walletText.use()
  return (
    <p className={`${textStyles.hint} ${styles.history}`}>
      {t('noPayment')} <Link to="/org/statement">{t('toStatement')}</Link>
    </p>
  )
}

const views = ['orders', 'records', 'rebates'] as const

/** What was added to the balance, or is about to be. `?view=` says which list. */
function WalletHistory() {
  const t = walletText.use()
  const [params] = useSearchParams()
  // Where nothing can be bought, there are no orders to look at.
  const first = useStatus()?.enable_online_topup === false ? 'records' : 'orders'
  // Invitations of new users are rewarded to people.
  const isForOrg = useSeat() !== undefined
  const shown = views.filter((name) => !isForOrg || name !== 'rebates')
  const view = shown.find((name) => name === params.get('view')) ?? first
  return (
    <section className={styles.history} aria-label={t('history')}>
      <PageTabs
        label={t('history')}
        tabs={shown.map((name) => ({ query: `?view=${name}`, text: t(name), isCurrent: name === view }))}
      />
      <div className={styles.historyList}>{view === 'orders' ? <OwnOrders /> : <Records key={view} view={view} />}</div>
    </section>
  )
}
