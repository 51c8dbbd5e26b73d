import { Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import { useSelf } from '../../../lib/api/self.ts'
import { useText } from '../../../lib/text/text.ts'
import { pages } from '../../routes.tsx'
import { layoutText } from '../layout.text.ts'
import { sideItems } from '../side/side-items.ts'
import styles from './top-bar.module.css'

/** The remaining balance, linked to the wallet; a dash while the amount loads. */
export function BalanceChip() {
  const t = useText(layoutText)
  const { data, error } = useSelf()
  const content = (
    <>
      <Wallet role="img" aria-label={t('balance')} />
      {data ? <Money quota={data.quota} /> : <span title={error?.message}>—</span>}
    </>
  )
  if (!pages.has(sideItems.wallet.path)) return <span className={styles.chip}>{content}</span>
  return (
    <Link to={sideItems.wallet.path} className={styles.chip} title={t('openWallet')}>
      {content}
    </Link>
  )
}
