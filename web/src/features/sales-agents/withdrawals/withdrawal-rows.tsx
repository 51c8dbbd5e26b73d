import type { Withdrawal, WithdrawalStatus } from '@turnpike/contract/money/agents/withdrawal'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { LogTime } from '../../../components/figures/log-time.tsx'
import { Money, useMoneyText } from '../../../components/figures/money.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import styles from '../agent.module.css'
import { withdrawalsText } from './withdrawals.text.ts'

const kinds: Record<WithdrawalStatus, StatusKind> = {
  asked: 'running',
  approved: 'running',
  paid: 'on',
  refused: 'stopped',
  cancelled: 'off',
}

/** What was refused or cancelled has returned whole. */
const willArrive = ({ status }: Withdrawal) => status !== 'refused' && status !== 'cancelled'

type OnCancel = (withdrawal: Withdrawal) => void

export function useWithdrawalColumns(onCancel: OnCancel): TableColumns<Withdrawal> {
  const t = withdrawalsText.use()
  return titledColumns(
    t,
    {
      time: { width: 136, render: (_, { created_at }) => <LogTime seconds={created_at} /> },
      method: { width: 168, ellipsis: true, render: (_, withdrawal) => <Method withdrawal={withdrawal} /> },
      status: { width: 128, render: (_, withdrawal) => <Status withdrawal={withdrawal} /> },
      note: { ellipsis: true, render: (_, withdrawal) => <Note withdrawal={withdrawal} /> },
      amount: { width: 112, align: 'right', render: (_, { amount }) => <Money quota={amount} /> },
      fee: {
        width: 96,
        align: 'right',
        render: (_, withdrawal) =>
          willArrive(withdrawal) && withdrawal.fee > 0 ? <Money quota={withdrawal.fee} /> : '—',
      },
      arrives: {
        width: 120,
        align: 'right',
        render: (_, withdrawal) =>
          willArrive(withdrawal) ? (
            <strong className={textStyles.medium}>
              <Money quota={withdrawal.amount - withdrawal.fee} />
            </strong>
          ) : (
            '—'
          ),
      },
    },
    actionsColumn<Withdrawal>(t('actions'), 96, (withdrawal) => (
      <CancelButton withdrawal={withdrawal} onCancel={onCancel} />
    )),
  )
}

type Props = { withdrawal: Withdrawal }

/** The name that the method had, in the reader's language. */
function Method({ withdrawal: { method, method_zh } }: Props) {
  const name = language.use() === 'zh' ? method_zh : method
  return <span title={name}>{name}</span>
}

/** The status, with the time of the last step on hover. */
function Status({ withdrawal: { status, decided_at, paid_at } }: Props) {
  const t = withdrawalsText.use()
  const at = paid_at || decided_at
  return (
    <span title={at > 0 ? formatTime(at) : undefined}>
      <StatusTag kind={kinds[status]}>{t(status)}</StatusTag>
    </span>
  )
}

/** What happens next, the number of the payment, or why there is none. */
function Note({ withdrawal: { status, reason, reference } }: Props) {
  const t = withdrawalsText.use()
  if (status === 'paid')
    return (
      <span title={reference}>
        {t('reference', { reference: '' })}
        <code>{reference}</code>
      </span>
    )
  if (status === 'refused') return <span title={reason}>{reason}</span>
  const text = { asked: t('waits'), approved: t('soon'), cancelled: t('returned') }[status]
  return (
    <span className={textStyles.quiet} title={text}>
      {text}
    </span>
  )
}

function CancelButton({ withdrawal, onCancel }: Props & { onCancel: OnCancel }) {
  const t = withdrawalsText.use()
  if (withdrawal.status !== 'asked') return null
  return <QuietButton onClick={() => onCancel(withdrawal)}>{t('cancel')}</QuietButton>
}

/** A withdrawal on a small screen. */
export function WithdrawalCard({ withdrawal, onCancel }: Props & { onCancel: OnCancel }) {
  const t = withdrawalsText.use()
  const words = useMoneyText()
  const { amount, fee, created_at } = withdrawal
  return (
    <div className={layoutStyles.card}>
      <div className={layoutStyles.cardLine}>
        <strong>
          <Money quota={amount} />
        </strong>
        <Status withdrawal={withdrawal} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.shrinkingEllipsis}>
          <Method withdrawal={withdrawal} />
        </span>
        {fee > 0 && willArrive(withdrawal) && (
          <span className={textStyles.oneLine}>{t('receives', { amount: words(amount - fee) })}</span>
        )}
      </div>
      <div className={`${textStyles.secondarySmall} ${styles.cardNote}`}>
        <Note withdrawal={withdrawal} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          <LogTime seconds={created_at} />
        </span>
        <span className={styles.cardActions}>
          <CancelButton withdrawal={withdrawal} onCancel={onCancel} />
        </span>
      </div>
    </div>
  )
}
