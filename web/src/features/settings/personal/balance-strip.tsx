import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useDelayed } from '../../../lib/timing/use-delayed.ts'
import { accountText } from './account.text.ts'
import styles from './personal.module.css'

/** The cells are drawn at once; their figures follow when the user is loaded. */
export function BalanceStrip({ user }: { user: User | undefined }) {
  const t = accountText.use()
  const quota = (amount: number) => t('quota', { amount: formatCount(amount) })
  return (
    <dl className={`${layoutStyles.framed} ${styles.strip}`} aria-label={t('facts')}>
      <Cell name={t('balance')} below={user && quota(user.quota)}>
        {user && <Money quota={user.quota} />}
      </Cell>
      <Cell name={t('used')} below={user && quota(user.used_quota)}>
        {user && <Money quota={user.used_quota} />}
      </Cell>
      <Cell name={t('requests')} below={<Link to="/log">{t('openLog')}</Link>}>
        {user && formatCount(user.request_count)}
      </Cell>
    </dl>
  )
}

function Cell({ name, below, children }: { name: string; below?: ReactNode; children: ReactNode }) {
  const late = useDelayed(150)
  return (
    <div className={styles.cell}>
      <dt className={styles.cellName}>{name}</dt>
      <dd className={styles.figure}>{children ?? (late && <span className={styles.bar} />)}</dd>
      <dd className={styles.below}>{below}</dd>
    </div>
  )
}
