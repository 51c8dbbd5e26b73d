import { type WatchSetting, watchDefault } from '@turnpike/contract/routing/model-lists'
import { Button } from 'antd'
import { Settings2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import { BatchAction } from '../../../components/data-table/batch-bar.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { FilterRow, KeywordFilter } from '../../../components/fields/filter-row.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { useUndoToast } from '../../../components/history/use-undo.ts'
import { ListTable } from '../../../components/list-page/list-page.tsx'
import { useRowSelection } from '../../../components/list-page/use-row-selection.tsx'
import { RowMenu } from '../../../components/menu/row-menu.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { useFilters } from '../../../lib/address/use-filters.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { undoChannels } from '../models/undo-channels.ts'
import { modelListsKey } from '../models/use-model-proposals.ts'
import { IgnoredSheet } from './ignored-sheet.tsx'
import styles from './lists.module.css'
import { listsText } from './lists.text.ts'
import {
  useReadList,
  useSaveChannels,
  useSaveForAll,
  useSettingForAll,
  useWatchedChannels,
  type WatchedRow,
} from './use-model-lists.ts'

const WatchDrawer = lazyPart(async () => (await import('./watch-drawer.tsx')).WatchDrawer)

type Edited = 'all' | readonly WatchedRow[]

/** How the model lists of upstreams are watched, for all channels and for each. */
export function ModelLists() {
  const t = listsText.use()
  const { filters, set, clear } = useFilters(['keyword'])
  const query = useWatchedChannels(filters.keyword)
  const forAll = useSettingForAll()
  const rows = query.data?.items ?? []
  const selection = useRowSelection(rows, t)
  const [edited, setEdited] = useState<Edited>()
  const saveForAll = useSaveForAll()
  const saveChannels = useSaveChannels()
  const reading = useReadList()
  const told = useUndoToast(undoChannels, modelListsKey)
  const read = (row: WatchedRow, accept_shrunk = false) =>
    reading.mutate(
      { channel_id: row.channel_id, accept_shrunk },
      { onSuccess: ({ undo_id }) => told(t('readDone', { name: row.channel_name }), undo_id) },
    )
  const actions = (row: WatchedRow) => (
    <Actions
      row={row}
      isReading={reading.isPending && reading.variables.channel_id === row.channel_id}
      onRead={(acceptShrunk) => read(row, acceptShrunk)}
      onEdit={() => setEdited([row])}
    />
  )
  const save = (setting: WatchSetting | null, onDone: () => void) => {
    if (edited === 'all') {
      const onSuccess = () => {
        toast.success(t('savedAll'))
        onDone()
      }
      return saveForAll.mutate(setting ?? watchDefault, { onSuccess })
    }
    const ids = (edited ?? []).map(({ channel_id }) => channel_id)
    const onSuccess = (count: number) => {
      toast.success(t('saved', { count }))
      selection.clear()
      onDone()
    }
    return saveChannels.mutate({ ids, setting }, { onSuccess })
  }
  const first = edited === 'all' ? undefined : edited?.[0]
  return (
    <>
      <div className={styles.all}>
        <div className={layoutStyles.growing}>
          <span className={styles.heading}>
            <span className={textStyles.medium}>{t('forAll')}</span>
            {forAll.data && <SettingWords setting={forAll.data} />}
          </span>
          <p className={textStyles.hint}>{t('forAllText')}</p>
        </div>
        <Button disabled={!forAll.data} onClick={() => setEdited('all')}>
          {t('editAll')}
        </Button>
      </div>
      <FilterRow>
        <KeywordFilter width={220} label={t('search')} filters={filters} onChange={set} />
        <RefreshButton onClick={() => void query.refetch()} busy={query.isFetching} />
      </FilterRow>
      <ListTable
        list={{ query }}
        words={t}
        emptyAction={<LinkButton to="/channel/add">{t('addChannel')}</LinkButton>}
        columns={useListColumns(actions)}
        rowName={({ channel_name }) => channel_name}
        rowClassName={({ in_force }) => (in_force.mode === 'off' ? textStyles.quiet : undefined)}
        card={(row) => <ListCard row={row} actions={actions(row)} />}
        selection={selection.inTable(
          <BatchAction icon={<Settings2 />} onClick={() => setEdited(selection.rows)}>
            {t('set')}
          </BatchAction>,
        )}
        filtered={{
          title: t('noMatch'),
          words: [filters.keyword && t('matching', { text: filters.keyword })],
          onClear: clear,
        }}
      />
      {!query.isPending && <IgnoredSheet /> /* the rows would push it down */}
      {edited === 'all' && forAll.data && (
        <WatchDrawer
          title={t('forAll')}
          setting={forAll.data}
          isSaving={saveForAll.isPending}
          onSave={save}
          onClosed={() => setEdited(undefined)}
        />
      )}
      {edited !== 'all' && edited && first && (
        <WatchDrawer
          title={
            edited.length === 1 ? t('editOne', { name: first.channel_name }) : t('editSome', { count: edited.length })
          }
          setting={first.own ?? first.in_force}
          isInherited={first.own === null}
          isSaving={saveChannels.isPending}
          onSave={save}
          onClosed={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function useListColumns(actions: (row: WatchedRow) => ReactNode): TableColumns<WatchedRow> {
  const t = listsText.use()
  return titledColumns(
    t,
    {
      channel: { ellipsis: true, render: (_, { channel_name }) => <span title={channel_name}>{channel_name}</span> },
      mode: { width: 232, render: (_, row) => <Mode row={row} /> },
      reading: { width: 200, render: (_, row) => <Reading row={row} /> },
      listed: { width: 80, align: 'right', render: (_, { listed, read_at }) => (read_at > 0 ? listed : '—') },
      proposals: { width: 152, render: (_, row) => <Found row={row} /> },
      next: {
        width: 96,
        render: (_, { next_read_at }) => (next_read_at > 0 ? <RelativeTime seconds={next_read_at} /> : '—'),
      },
    },
    actionsColumn<WatchedRow>(t('actions'), 200, actions),
  )
}

type ActionsProps = {
  row: WatchedRow
  isReading: boolean
  onRead: (acceptShrunk?: boolean) => void
  onEdit: () => void
}

function Actions({ row, isReading, onRead, onEdit }: ActionsProps) {
  const t = listsText.use()
  return (
    <span className={layoutStyles.rowActions}>
      <QuietButton disabled={!row.can_list} loading={isReading} onClick={() => onRead()}>
        {t('read')}
      </QuietButton>
      <QuietButton onClick={onEdit}>{t('edit')}</QuietButton>
      {row.result === 'shrunk' && (
        <RowMenu
          name={row.channel_name}
          entries={[
            {
              key: 'shrunk',
              label: t('acceptShrunk'),
              confirm: { question: t('acceptShrunkQuestion'), explanation: t('acceptShrunkText') },
              onSelect: () => onRead(true),
            },
          ]}
        />
      )}
    </span>
  )
}

const modeKinds = { off: 'off', propose: 'running', follow: 'on' } as const

function SettingWords({ setting: { mode, hours, patterns } }: { setting: WatchSetting }) {
  const t = listsText.use()
  return (
    <span className={styles.setting}>
      <StatusTag kind={modeKinds[mode]}>{t(mode)}</StatusTag>
      {mode !== 'off' && (
        <span className={textStyles.quietSmall}>
          {t('every', { count: hours })}
          {patterns.length > 0 && ` · ${t('only', { count: patterns.length })}`}
        </span>
      )}
    </span>
  )
}

function Mode({ row: { own, in_force, can_list } }: { row: WatchedRow }) {
  const t = listsText.use()
  if (!can_list)
    return (
      <span className={textStyles.quiet} title={t('noList')}>
        —
      </span>
    )
  return (
    <span className={styles.setting}>
      <SettingWords setting={in_force} />
      {own === null && <span className={textStyles.quietSmall}>· {t('inheritsShort')}</span>}
    </span>
  )
}

const resultKinds: Record<WatchedRow['result'], StatusKind> = {
  none: 'off',
  ok: 'on',
  failed: 'stopped',
  empty: 'attention',
  shrunk: 'attention',
  too_long: 'attention',
}

/** The result of the last reading, and why it changed nothing. */
function Reading({ row: { result, reason, read_at } }: { row: WatchedRow }) {
  const t = listsText.use()
  const words =
    result === 'failed'
      ? t('failedText', { reason })
      : result === 'none' || result === 'ok'
        ? undefined
        : t(result === 'empty' ? 'emptyListText' : `${result}Text`)
  return (
    <span className={styles.setting} title={words}>
      <StatusTag kind={resultKinds[result]}>{t(result)}</StatusTag>
      {read_at > 0 && (
        <span className={textStyles.quietSmall}>
          <RelativeTime seconds={read_at} />
        </span>
      )}
    </span>
  )
}

/** The open proposals of a channel. */
function Found({ row: { channel_id, appeared, vanished } }: { row: WatchedRow }) {
  const t = listsText.use()
  if (appeared + vanished === 0) return <span className={textStyles.quiet}>—</span>
  const words = [
    appeared > 0 && t('appearedCount', { count: appeared }),
    vanished > 0 && t('vanishedCount', { count: vanished }),
  ]
  return <Link to={`?tab=models&channel=${channel_id}`}>{words.filter(Boolean).join(t('comma'))}</Link>
}

function ListCard({ row, actions }: { row: WatchedRow; actions: ReactNode }) {
  const t = listsText.use()
  return (
    <div className={layoutStyles.card}>
      <div className={layoutStyles.cardLine}>
        <strong className={textStyles.mediumEllipsis}>{row.channel_name}</strong>
        <Reading row={row} />
      </div>
      {row.can_list && <Mode row={row} />}
      <div className={layoutStyles.cardLine}>
        <span>{row.appeared + row.vanished > 0 && <Found row={row} />}</span>
        {actions}
      </div>
      {!row.can_list && <p className={textStyles.hint}>{t('noList')}</p>}
    </div>
  )
}
