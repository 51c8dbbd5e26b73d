import { useQuery } from '@tanstack/react-query'
import { refundApi } from '@turnpike/contract/money/refund'
import { type LogRow, logType } from '@turnpike/contract/usage/log'
import { Button } from 'antd'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { Money } from '../figures/money.tsx'
import { RelativeTime } from '../figures/relative-time.tsx'
import textStyles from '../style/text.module.css'
import styles from './refund.module.css'
import { refundText } from './refund.text.ts'

const RefundDialog = lazyPart(async () => (await import('./refund-dialog.tsx')).RefundDialog)

/** What was given back of the charge of a log row, and for administrators the button that gives it back. */
export function RefundCall({ row, isAdmin }: { row: LogRow; isAdmin: boolean }) {
  const t = refundText.use()
  const [isOpen, setOpen] = useState(false)
  const isCharged = row.type === logType.consumption && row.quota > 0 && row.request_id !== ''
  const mayRefund = isAdmin && isCharged && row.refunded < row.quota
  if (!isCharged || (row.refunded === 0 && !mayRefund)) return null
  return (
    <section className={styles.refunds} aria-label={t('refunds')}>
      {row.refunded > 0 && <RefundLines row={row} />}
      {mayRefund && (
        <Button icon={<Undo2 />} onClick={() => setOpen(true)}>
          {t('refund')}
        </Button>
      )}
      {isOpen && <RefundDialog row={row} onClose={() => setOpen(false)} />}
    </section>
  )
}

/** One line for each refund: the amount, why, when and by whom. */
function RefundLines({ row: { request_id, refunded } }: { row: LogRow }) {
  const t = refundText.use()
  const { data } = useQuery({
    queryKey: ['log', 'refunds', request_id, refunded],
    queryFn: () => call(refundApi.ofCall, { query: { request_id } }),
  })
  return (
    <ul className={styles.lines} aria-label={t('refunds')}>
      <li className={textStyles.hint}>{t('refunds')}</li>
      {data?.refunds.map(({ id, amount, reason, created_at, operator }) => (
        <li key={id}>
          <span>{reason || t('automatic')}</span>
          <strong>
            <Money quota={-amount} of="spend" />
          </strong>
          <small className={textStyles.hint}>
            <RelativeTime seconds={created_at} />
            {operator && ` · ${t('by', { name: operator })}`}
          </small>
        </li>
      ))}
    </ul>
  )
}
