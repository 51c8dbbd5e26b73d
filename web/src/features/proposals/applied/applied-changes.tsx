import { type AppliedPriceChange, priceSourceApi } from '@turnpike/contract/money/price-sources'
import { type ReactNode, useState } from 'react'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useListPage } from '../../../components/list-page/use-list-page.ts'
import { usePageQuery } from '../../../components/list-page/use-page-query.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { StatusTag } from '../../../components/tags/status-tag.tsx'
import { call } from '../../../lib/api/call.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { formatTime } from '../../../lib/format/format-time.ts'
import { appliedKey, useUndoApplied } from '../prices/use-price-proposals.ts'
import styles from './applied.module.css'
import { appliedText } from './applied.text.ts'

const AppliedDrawer = lazyPart(async () => (await import('./applied-drawer.tsx')).AppliedDrawer)

const isUndone = ({ undone_at }: AppliedPriceChange) => undone_at > 0

/** The prices that sources, decisions and new versions applied, each with its undo. */
export function AppliedChanges() {
  const t = appliedText.use()
  const query = usePageQuery(appliedKey, (range) => call(priceSourceApi.applied, { query: range }))
  const list = useListPage({
    name: 'applied prices',
    query,
    keyOf: ({ id }: AppliedPriceChange) => id,
    load: (id) => call(priceSourceApi.appliedOne, { params: { id } }),
  })
  const [asked, setAsked] = useState<AppliedPriceChange>()
  const undo = useUndoApplied()
  const takeBack = (change: AppliedPriceChange) =>
    undo.mutate(change.id, {
      onSuccess: ({ restored, changed }) =>
        toast.success(t('done', { count: restored.length }), {
          ...(changed.length > 0 && { detail: t('changed', { models: changed.join(', ') }) }),
        }),
      onError: ({ message }) => toast.error(message),
      onSettled: () => setAsked(undefined),
    })
  const undoButton = (change: AppliedPriceChange) =>
    !isUndone(change) && <QuietButton onClick={() => setAsked(change)}>{t('undo')}</QuietButton>
  return (
    <>
      <p className={styles.facts}>{t('facts')}</p>
      <ListTable
        list={list}
        words={t}
        emptyAction={<LinkButton to="/proposals">{t('toProposals')}</LinkButton>}
        columns={useAppliedColumns(undoButton)}
        rowClassName={(change) => (isUndone(change) ? textStyles.quiet : undefined)}
        onOpen={list.open}
        card={(change) => (
          <>
            <div className={layoutStyles.cardLine}>
              <button type="button" className={styles.open} onClick={() => list.open(change)}>
                <Origin change={change} />
              </button>
              <State change={change} />
            </div>
            <Models change={change} />
            <div className={layoutStyles.cardLine}>
              <span className={textStyles.quietSmall}>
                {change.actor_name && `${change.actor_name} · `}
                <RelativeTime seconds={change.at} />
              </span>
              {undoButton(change)}
            </div>
          </>
        )}
        drawer={(change) => <AppliedDrawer key={change.id} change={change} onClosed={list.close} />}
      />
      {asked && (
        <ConfirmDialog
          title={t('question', { count: asked.models })}
          text={t('questionText')}
          verb={t('undo')}
          busy={undo.isPending}
          onConfirm={() => takeBack(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function useAppliedColumns(undoButton: (change: AppliedPriceChange) => ReactNode): TableColumns<AppliedPriceChange> {
  const t = appliedText.use()
  return titledColumns(
    t,
    {
      at: { width: 112, render: (_, { at }) => <RelativeTime seconds={at} /> },
      origin: { width: 224, ellipsis: true, render: (_, change) => <Origin change={change} /> },
      models: { ellipsis: true, render: (_, change) => <Models change={change} /> },
      by: { width: 128, ellipsis: true, render: (_, { actor_name }) => actor_name || '—' },
      state: { width: 184, render: (_, change) => <State change={change} /> },
    },
    actionsColumn<AppliedPriceChange>(t('actions'), 96, undoButton),
  )
}

/** Where the prices came from. */
function Origin({ change: { origin, source_name, edition } }: { change: AppliedPriceChange }) {
  const t = appliedText.use()
  if (origin === 'shipped') return t('shipped', { day: edition })
  if (!source_name) return t(origin)
  return t(origin === 'source' ? 'sourceOf' : 'inboxOf', { name: source_name })
}

const namesMax = 3

function Models({ change: { changes, models } }: { change: AppliedPriceChange }) {
  const t = appliedText.use()
  const names = changes.slice(0, namesMax).map(({ model }) => model)
  const more = models - names.length
  return (
    <span className={`${textStyles.ellipsis} ${styles.models}`} title={names.join(', ')}>
      <span className={textStyles.mono}>{names.join(', ')}</span>
      {more > 0 && <span className={textStyles.quiet}> {t('more', { count: more })}</span>}
    </span>
  )
}

function State({ change }: { change: AppliedPriceChange }) {
  const t = appliedText.use()
  const { at, effective_at, undone_by, undone_at, changes, models } = change
  if (isUndone(change)) {
    const isHalf = changes.length === models && changes.some(({ is_undone }) => !is_undone)
    return (
      <span title={`${undone_by} ${formatTime(undone_at)}`}>
        <StatusTag kind="off">{t(isHalf ? 'undoneHalf' : 'undone')}</StatusTag>
      </span>
    )
  }
  if (effective_at > at && effective_at * 1000 > Date.now())
    return <StatusTag kind="running">{t('from', { time: formatTime(effective_at).slice(0, -3) })}</StatusTag>
  return <StatusTag kind="on">{t('inForce')}</StatusTag>
}
