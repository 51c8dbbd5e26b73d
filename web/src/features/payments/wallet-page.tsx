import { ReceiptText } from 'lucide-react'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { useText } from '../../lib/text/text.ts'
import { BalanceCard } from './balance/balance-card.tsx'
import { BuyCard } from './buy/buy-card.tsx'
import { WalletHistory } from './history/wallet-history.tsx'
import { RedeemCard } from './redeem/redeem-card.tsx'
import { walletText } from './wallet.text.ts'
import styles from './wallet-page.module.css'

/** The user's balance, how to add to it, and what was added. */
export function WalletPage() {
  const t = useText(walletText)
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
