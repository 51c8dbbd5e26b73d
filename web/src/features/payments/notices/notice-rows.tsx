import type { PaymentNotice } from '@turnpike/contract/money/payment'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { LogTime } from '../../../components/figures/log-time.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import paymentStyles from '../payments.module.css'
import { NoticeChecksList } from './notice-checks.tsx'
import { NoticeEffect, useProviderName, useReasonWords } from './notice-words.tsx'
import styles from './notices.module.css'
import { noticesText } from './notices.text.ts'
import { canReplay } from './use-notices.ts'

type Handlers = { open: (notice: PaymentNotice) => void; replay: (notice: PaymentNotice) => void }

export function useNoticeColumns(handlers: Handlers): TableColumns<PaymentNotice> {
  const t = noticesText.use()
  const nameOf = useProviderName()
  const reasonWords = useReasonWords()
  return titledColumns(
    t,
    {
      time: { width: 136, render: (_, { received_at }) => <LogTime seconds={received_at} /> },
      provider: { width: 80, render: (_, { provider }) => nameOf(provider) },
      order: {
        ellipsis: true,
        render: (_, { trade_no }) => (trade_no ? <code title={trade_no}>{trade_no}</code> : '—'),
      },
      checks: { width: 448, render: (_, notice) => <NoticeChecksList notice={notice} /> },
      effect: {
        width: 104,
        render: (_, { effect, reason }) => (
          <span title={reasonWords(reason)}>
            <NoticeEffect effect={effect} />
          </span>
        ),
      },
    },
    actionsColumn<PaymentNotice>(t('actions'), 144, (notice) => <NoticeActions notice={notice} handlers={handlers} />),
  )
}

function NoticeActions({ notice, handlers }: { notice: PaymentNotice; handlers: Handlers }) {
  const t = noticesText.use()
  return (
    <span className={layoutStyles.rowActions}>
      {canReplay(notice) && <QuietButton onClick={() => handlers.replay(notice)}>{t('replay')}</QuietButton>}
      <QuietButton onClick={() => handlers.open(notice)}>{t('details')}</QuietButton>
    </span>
  )
}

/** A notification on a small screen. */
export function NoticeCard({ notice, handlers }: { notice: PaymentNotice; handlers: Handlers }) {
  const reasonWords = useReasonWords()
  const nameOf = useProviderName()
  return (
    <div className={layoutStyles.card}>
      <div className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{nameOf(notice.provider)}</strong>
        <NoticeEffect effect={notice.effect} />
      </div>
      {notice.trade_no && <code className={textStyles.quietEllipsis}>{notice.trade_no}</code>}
      <NoticeChecksList notice={notice} />
      {notice.reason && <span className={styles.reason}>{reasonWords(notice.reason)}</span>}
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          <LogTime seconds={notice.received_at} />
        </span>
        <span className={paymentStyles.orderCardActions}>
          <NoticeActions notice={notice} handlers={handlers} />
        </span>
      </div>
    </div>
  )
}
