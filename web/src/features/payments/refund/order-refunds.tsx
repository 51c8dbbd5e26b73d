import { type OrderRefund, orderRefundStatus } from '@turnpike/contract/money/payment'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { formatPaid } from '../../../lib/format/format-paid.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import styles from '../order/order.module.css'
import { orderText } from '../order/order.text.ts'

/** The refunds of an order: the amount, why, and what the balance did not cover. */
export function OrderRefunds({ refunds, currency }: { refunds: readonly OrderRefund[]; currency: string }) {
  const t = orderText.use()
  const words = useAmountWords()
  return (
    <section>
      <h3 className={styles.heading}>{t('refunds')}</h3>
      <ul className={styles.refunds}>
        {refunds.map(({ id, money, status, reason, operator, created_at, quota, missing }) => (
          <li key={id}>
            <span className={styles.refundHead}>
              <strong>{formatPaid(money, currency)}</strong>
              {status === orderRefundStatus.pending && <StatusTag kind="attention">{t('refundPending')}</StatusTag>}
              {status === orderRefundStatus.failed && <StatusTag kind="off">{t('refundFailed')}</StatusTag>}
              <time dateTime={new Date(created_at * 1000).toISOString()}>{formatTime(created_at)}</time>
            </span>
            <small>
              {[reason || t('refundedOutside'), operator && t('by', { name: operator })].filter(Boolean).join(' · ')}
            </small>
            {/* A plan is refunded without the balance. */}
            {quota + missing > 0 && (
              <small>
                {t('taken', { amount: words(quota) })}
                {missing > 0 && ` · ${t('missing', { amount: words(missing) })}`}
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
