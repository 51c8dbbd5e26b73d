import { useInfiniteQuery } from '@tanstack/react-query'
import { type QuotaChange, userAdminApi } from '@turnpike/contract/identity/user-admin'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { StaleLine } from '../../../components/data-table/stale-line.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { call } from '../../../lib/api/call.ts'
import { useDelayed } from '../../../lib/timing/use-delayed.ts'
import styles from './user-form.module.css'
import { userFormText } from './user-form.text.ts'

const atOnce = 5

/** The changes of a user's balance besides calls, a few entries at a time. */
const useQuotaHistory = (userId: number) =>
  useInfiniteQuery({
    queryKey: ['users', 'ledger', userId],
    queryFn: ({ pageParam }) =>
      call(userAdminApi.ledger, { params: { id: String(userId) }, query: { p: pageParam, page_size: atOnce } }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * atOnce < total ? page + 1 : undefined),
  })

/** Each change of a balance: its kind, administrator, time and amount. */
export function QuotaHistory({ userId }: { userId: number }) {
  const t = userFormText.use()
  const late = useDelayed(150)
  const history = useQuotaHistory(userId)
  if (history.isPending)
    return (
      <div className={`${layoutStyles.framed} ${styles.waiting}`} aria-busy="true">
        {late && <span />}
      </div>
    )
  // An entry can be on two pages, when a newer one was added between the two requests.
  const changes = new Map(history.data?.pages.flatMap(({ items }) => items).map((change) => [change.id, change]))
  return (
    <div>
      {history.isError && <StaleLine error={history.error} onRetry={history.refetch} retrying={history.isFetching} />}
      {changes.size === 0 && !history.isError && <p className={textStyles.quiet}>{t('noHistory')}</p>}
      {changes.size > 0 && (
        <ul className={layoutStyles.framed} aria-label={t('history')}>
          {[...changes.values()].map((change) => (
            <Change key={change.id} change={change} />
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

function Change({
  change: { kind, quota, aff_quota, operator, reason, reference, created_at },
}: {
  change: QuotaChange
}) {
  const t = userFormText.use()
  const isReward = quota === 0 && aff_quota !== 0
  const moved = isReward ? aff_quota : quota
  return (
    <li className={styles.change}>
      <span>{t(kind)}</span>
      <span className={styles.amount}>
        <Money quota={moved} of="credit" />
      </span>
      <small className={`${textStyles.hint} ${styles.detail}`} title={reference}>
        <RelativeTime seconds={created_at} />
        {operator && ` · ${t('by', { name: operator })}`}
        {reason && ` · ${reason}`}
      </small>
      {isReward && <small className={`${textStyles.hint} ${styles.detail}`}>{t('toEarnings')}</small>}
    </li>
  )
}
