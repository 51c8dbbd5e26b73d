import type { RechargeRecord } from '@turnpike/contract/money/payment'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { LogTime } from '../../../components/figures/log-time.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { useAmountWords } from '../../../components/figures/use-amount-words.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useSelf } from '../../../lib/api/self.ts'
import { useStatus } from '../../../lib/api/status.ts'
import styles from '../payments.module.css'
import { useRecords } from '../use-payments.ts'
import { walletText } from '../wallet.text.ts'

const invitations = '/setting'
const dividends = '/agent?tab=dividends'

/** Everything that was credited, or the rewards for invitations alone, which are moved to the balance in the settings. */
export function Records({ view }: { view: 'records' | 'rebates' }) {
  const t = walletText.use()
  const words = useAmountWords()
  const self = useSelf().data
  const isRebates = view === 'rebates'
  const hasAgents = useStatus()?.enable_agents === true
  const links = (
    <span className={layoutStyles.wrappingButtons}>
      <LinkButton to={invitations}>{t('invite')}</LinkButton>
      {hasAgents && <LinkButton to={dividends}>{t('dividends')}</LinkButton>}
    </span>
  )
  return (
    <>
      {isRebates && self && self.aff_history_quota > 0 && (
        <div className={styles.earnings}>
          {t('earnings', { waiting: words(self.aff_quota), all: words(self.aff_history_quota) })}
          {links}
        </div>
      )}
      <DataTable
        query={useRecords({ rebates: isRebates })}
        columns={useRecordColumns()}
        rowKey={({ id }) => id}
        card={(record) => <RecordCard record={record} />}
        empty={
          isRebates ? (
            <EmptyState title={t('noRebates')} text={t('noRebatesText')} action={links} />
          ) : (
            <EmptyState title={t('noRecords')} text={t('noRecordsText')} />
          )
        }
      />
    </>
  )
}

function useRecordColumns(): TableColumns<RechargeRecord> {
  const t = walletText.use()
  return titledColumns(t, {
    time: { width: 136, render: (_, { created_at }) => <LogTime seconds={created_at} /> },
    kind: { width: 320, render: (_, record) => <Kind record={record} /> },
    reference: { ellipsis: true, render: (_, record) => <Reference record={record} /> },
    amount: { width: 136, align: 'right', render: (_, { amount }) => <Money quota={amount} of="credit" /> },
  })
}

/** These change earnings and leave the balance alone. */
const ofEarnings: Partial<Record<RechargeRecord['kind'], 'toEarnings' | 'fromEarnings'>> = {
  invite_reward: 'toEarnings',
  dividend: 'toEarnings',
  dividend_reversal: 'fromEarnings',
  withdrawal: 'fromEarnings',
}

function Kind({ record: { kind } }: { record: RechargeRecord }) {
  const t = walletText.use()
  const detail = ofEarnings[kind]
  return (
    <>
      {t(kind)}
      {detail && <span className={`${textStyles.quietSmall} ${styles.historyDetail}`}>{t(detail)}</span>}
    </>
  )
}

/** The administrator's reason, or the number of the order, code or request. Other kinds have none that means something. */
function Reference({ record: { kind, reference, reason } }: { record: RechargeRecord }) {
  const t = walletText.use()
  if (reason) return <span title={reason}>{reason}</span>
  if (kind === 'redemption') return <span className={textStyles.secondary}>{t('code', { id: reference })}</span>
  if (kind === 'top_up' || kind === 'refund') return <code title={reference}>{reference}</code>
  return '—'
}

/** A record on a small screen. */
function RecordCard({ record }: { record: RechargeRecord }) {
  return (
    <div className={styles.historyCard}>
      <div className={layoutStyles.cardLine}>
        <span>
          <Kind record={record} />
        </span>
        <Money quota={record.amount} of="credit" />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={`${textStyles.quietSmall} ${textStyles.shrinkingEllipsis}`}>
          <LogTime seconds={record.created_at} />
        </span>
        <span className={`${textStyles.quietSmall} ${textStyles.shrinkingEllipsis}`}>
          <Reference record={record} />
        </span>
      </div>
    </div>
  )
}
