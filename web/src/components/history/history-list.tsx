import type { HistoryEntry, RevertState } from '@turnpike/contract/system/history'
import { History, Undo2 } from 'lucide-react'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import { QuietButton } from '../buttons/quiet-button.tsx'
import { StaleLine } from '../data-table/stale-line.tsx'
import { RelativeTime } from '../figures/relative-time.tsx'
import { useGrowingList } from '../list-page/use-growing-list.ts'
import { EmptyState } from '../states/empty-state.tsx'
import { ErrorState } from '../states/error-state.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import { Changes, type FieldWords } from './changes.tsx'
import styles from './history.module.css'
import { historyText } from './history.text.ts'

type HistoryListProps = {
  queryKey: readonly unknown[]
  load: (range: { p: number; page_size: number }) => Promise<{ items: HistoryEntry[]; total: number; page: number }>
  titleOf: (entry: HistoryEntry) => string
  wordsOf: (entry: HistoryEntry) => FieldWords
  empty: string
  /** Opens the dialog that restores earlier values; absent where the list is not about one row. */
  onRevert?: (entry: HistoryEntry) => void
  onUndo?: (entry: HistoryEntry) => void
}

/** Acts of administrators with old and new values, newest first, some at a time. */
export function HistoryList({ queryKey, load, titleOf, wordsOf, empty, onRevert, onUndo }: HistoryListProps) {
  const t = historyText.use()
  const late = useDelayed(150)
  const history = useGrowingList({ queryKey, load, idOf: ({ id }) => id, atOnce: 10 })
  if (history.isPending)
    return (
      <div className={late ? styles.waiting : `${styles.waiting} ${layoutStyles.invisible}`} aria-busy="true">
        <span />
        <span />
        <span />
      </div>
    )
  if (!history.data) return <ErrorState error={history.error} onRetry={history.refetch} retrying={history.isFetching} />
  if (history.data.length === 0) return <EmptyState title={empty} text={t('noneText')} />
  return (
    <>
      {history.isError && <StaleLine error={history.error} onRetry={history.refetch} retrying={history.isFetching} />}
      <ul className={styles.list} aria-label={t('history')}>
        {history.data.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <div className={styles.head}>
              <span className={styles.title}>{titleOf(entry)}</span>
              <span className={textStyles.hint}>
                {entry.actor_name} · <RelativeTime seconds={entry.at} />
              </span>
            </div>
            {entry.changes.length > 0 && <Changes changes={entry.changes} words={wordsOf(entry)} />}
            <Foot entry={entry} onRevert={onRevert} onUndo={onUndo} />
          </li>
        ))}
      </ul>
      {history.hasNextPage && (
        <QuietButton
          className={styles.older ?? ''}
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          {t('older')}
        </QuietButton>
      )}
    </>
  )
}

const reasons = {
  same: 'isSame',
  unrecorded: 'cannotRevert',
  secret: 'isSecret',
  expired: 'isExpired',
} as const satisfies Record<Exclude<RevertState, 'possible'>, keyof (typeof historyText)['en']>

type FootProps = Pick<HistoryListProps, 'onUndo' | 'onRevert'> & { entry: HistoryEntry }

/** The action on an entry, or the reason why there is none. */
function Foot({ entry, onRevert, onUndo }: FootProps) {
  const t = historyText.use()
  const { changes, revert_state: revert, undo_state: undo } = entry
  if (undo === 'done') return <span className={textStyles.hint}>{t('isUndone')}</span>
  if (onUndo && undo === 'possible')
    return (
      <div className={styles.foot}>
        <QuietButton icon={<Undo2 />} onClick={() => onUndo(entry)}>
          {t('undo')}
        </QuietButton>
      </div>
    )
  if (!onRevert || changes.length === 0) return null
  if (revert !== 'possible') return <span className={textStyles.hint}>{t(reasons[revert])}</span>
  return (
    <div className={styles.foot}>
      <QuietButton icon={<History />} onClick={() => onRevert(entry)}>
        {t('revert')}
      </QuietButton>
    </div>
  )
}
