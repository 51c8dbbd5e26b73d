import type { OrderTotals } from '@turnpike/contract/money/payment'
import { formatCount } from '@turnpike/contract/quota'
import { Money } from '../../../components/figures/money.tsx'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import styles from './manage.module.css'
import { manageText } from './manage.text.ts'

/** The sums of all orders of the filter, on every page of the list. */
export function OrderSums({ totals: { orders, credited, quota, currencies } }: { totals: OrderTotals }) {
  const t = manageText.use()
  return (
    <div className={styles.totals}>
      <span>{t('totals')}</span>
      <span className={styles.sums}>
        <span>{t('totalOrders', { orders: formatCount(orders), credited: formatCount(credited) })}</span>
        {currencies.map(({ currency, paid, refunded }) => (
          <span key={currency}>
            {t('totalPaid', { paid: formatPaid(paid, currency) })}
            {refunded !== '0.00' && ` · ${t('totalRefunded', { refunded: formatPaid(refunded, currency) })}`}
          </span>
        ))}
        <strong>
          <Money quota={quota} of="credit" />
        </strong>
      </span>
    </div>
  )
}
