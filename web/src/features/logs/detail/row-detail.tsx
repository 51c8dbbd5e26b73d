import { type LogDetail, type LogRow, logType } from '@turnpike/contract/usage/log'
import { TriangleAlert } from 'lucide-react'
import { RefundCall } from '../../../components/refund/refund-call.tsx'
import textStyles from '../../../components/style/text.module.css'
import { language } from '../../../lib/browser/preferences.ts'
import { formatMilliseconds } from '../../../lib/format/format-time.ts'
import { isCall } from '../list/log-cells.tsx'
import { eventText, failureOf } from '../list/log-event.ts'
import { CallFacts } from './call-facts.tsx'
import { CallRoute } from './call-route.tsx'
import { detailText } from './detail.text.ts'
import { ReceiptCard } from './receipt-card.tsx'
import { RowActions } from './row-actions.tsx'
import styles from './row-detail.module.css'
import { timeParts } from './time-parts.ts'

type RowDetailProps = { row: LogRow; isAdmin: boolean; inCard?: boolean }

/** What a row opens to: the arithmetic of its charge, the rule that applied, the channels tried, times and ids. */
export function RowDetail({ row, isAdmin, inCard = false }: RowDetailProps) {
  const { detail } = row
  return (
    <div className={inCard ? `${styles.detail} ${styles.inCard}` : styles.detail}>
      <div className={styles.main}>
        {detail ? <ReceiptCard row={row} detail={detail} /> : <WrittenContent row={row} />}
        <Rules row={row} />
        <RefundCall row={row} isAdmin={isAdmin} />
      </div>
      <div className={styles.side}>
        {isAdmin && <CallRoute row={row} />}
        <CallFacts row={row} isAdmin={isAdmin} />
        {detail?.timing && <TimingBar timing={detail.timing} />}
      </div>
      {isCall(row) && <RowActions row={row} isAdmin={isAdmin} />}
    </div>
  )
}

const ends = ['client_gone', 'failed', 'timeout', 'out_of_quota', 'over_limit', 'stopped'] as const

/** The rules that changed what was charged: how a stream ended, and whose count it is. */
function Rules({ row: { detail } }: { row: LogRow }) {
  const t = detailText.use()
  if (!detail) return null
  const end = ends.find((each) => each === detail.end)
  const rules = [
    end && [t(end), end !== 'client_gone' && detail.end_error].filter(Boolean).join(' '),
    detail.is_counted && t('counted'),
  ].filter((rule) => typeof rule === 'string')
  return rules.map((rule) => (
    <p key={rule} className={styles.rule}>
      <TriangleAlert aria-hidden />
      <span>{rule}</span>
    </p>
  ))
}

/** Failed calls, rows that are no calls, and calls of older versions say in words what there is to say. */
function WrittenContent({ row }: { row: LogRow }) {
  const t = detailText.use()
  const spoken = language.use()
  if (row.type === logType.failure) {
    const { reason } = failureOf(row)
    return (
      <section>
        <h2 className={styles.heading}>{t('reason')}</h2>
        <p className={`${styles.written} ${textStyles.problem}`}>{reason}</p>
      </section>
    )
  }
  return (
    <section>
      {row.type === logType.consumption && (
        <h2 className={styles.heading}>
          {t('charged')}
          <small>{t('older')}</small>
        </h2>
      )}
      <p className={styles.written}>{row.type === logType.consumption ? row.content : eventText(row, spoken)}</p>
    </section>
  )
}

/** A bar of the call's time: until it was sent, until the response, until the first token, until the end. */
function TimingBar({ timing }: { timing: NonNullable<LogDetail['timing']> }) {
  const t = detailText.use()
  const parts = timeParts(timing)
  return (
    <figure aria-label={t('bar')}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, ms }) => (
          <span key={name} className={styles[name]} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {parts.map(({ name, ms }) => (
          <li key={name}>
            <i className={styles[name]} aria-hidden="true" />
            {t(name)} <b>{formatMilliseconds(ms)}</b>
          </li>
        ))}
      </ul>
    </figure>
  )
}
