import type { QuotaChange } from '@turnpike/contract/identity/user-admin'
import { dictionary } from '../../lib/text/text.ts'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import { QuietButton } from '../buttons/quiet-button.tsx'
import { StaleLine } from '../data-table/stale-line.tsx'
import { Money } from '../figures/money.tsx'
import { RelativeTime } from '../figures/relative-time.tsx'
import { useGrowingList } from '../list-page/use-growing-list.ts'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './balance.module.css'
import { ledgerKindsText } from './ledger-kinds.text.ts'

const historyText = dictionary({
  history: ['Balance history', '余额记录'],
  noHistory: ['Nothing yet', '暂无记录'],
  older: ['Show older', '查看更早的记录'],
  toEarnings: ['to their earnings', '计入邀请收益'],
  fromEarnings: ['from their earnings', '从邀请收益中扣除'],
  by: ['by {name}', '操作人 {name}'],
})

/** A change of a balance; `caller` is the member who moved the balance of an organisation. */
type Change = QuotaChange & { caller?: string }

type BalanceHistoryProps = {
  /** The query key of the history. */
  of: readonly (string | number)[]
  load: (range: { p: number; page_size: number }) => Promise<{ items: Change[]; page: number; total: number }>
}

/** The changes of a balance besides requests, a few entries at a time. */
export function BalanceHistory({ of, load }: BalanceHistoryProps) {
  const t = historyText.use()
  const late = useDelayed(150)
  const history = useGrowingList({ queryKey: of, load, idOf: ({ id }) => id, atOnce: 5 })
  if (history.isPending)
    return (
      <div className={`${layoutStyles.framed} ${styles.waiting}`} aria-busy="true">
        {late && <span />}
      </div>
    )
  const changes = history.data ?? []
  return (
    <div>
      {history.isError && <StaleLine error={history.error} onRetry={history.refetch} retrying={history.isFetching} />}
      {changes.length === 0 && !history.isError && <p className={textStyles.quiet}>{t('noHistory')}</p>}
      {changes.length > 0 && (
        <ul className={layoutStyles.framed} aria-label={t('history')}>
          {changes.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <QuietButton
          className={styles.older ?? ''}
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          {t('older')}
        </QuietButton>
      )}
    </div>
  )
}

/** Each change of a balance: its kind, the person who made it, time and amount. */
function ChangeRow({ change }: { change: Change }) {
  const t = historyText.use()
  const kinds = ledgerKindsText.use()
  const { kind, quota, aff_quota, operator, caller, reason, reference, created_at } = change
  const isOfEarnings = quota === 0 && aff_quota !== 0
  const moved = isOfEarnings ? aff_quota : quota
  const person = operator || caller
  return (
    <li className={styles.change}>
      <span>{kinds(kind)}</span>
      <span className={styles.amount}>{moved === 0 ? '—' : <Money quota={moved} of="credit" />}</span>
      <small className={`${textStyles.hint} ${styles.detail}`} title={reference}>
        <RelativeTime seconds={created_at} />
        {person && ` · ${t('by', { name: person })}`}
        {reason && ` · ${reason}`}
      </small>
      {isOfEarnings && (
        <small className={`${textStyles.hint} ${styles.detail}`}>
          {t(aff_quota > 0 ? 'toEarnings' : 'fromEarnings')}
        </small>
      )}
    </li>
  )
}
