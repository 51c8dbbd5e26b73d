import { useMutation } from '@tanstack/react-query'
import { formatCount } from '@turnpike/contract/quota'
import { type LogRow, logApi, logTotalMax, scannedRowsMax } from '@turnpike/contract/usage/log'
import { Button } from 'antd'
import dayjs from 'dayjs'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { ListPage } from '../../components/list-page/list-page.tsx'
import { DropMenu } from '../../components/menu/drop-menu.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { LinkButton } from '../../components/page/link-button.tsx'
import { RecordNotice } from '../../components/prompt-records/notice/lazy-record-notice.tsx'
import { OpenedRecord } from '../../components/prompt-records/viewer/opened-record.tsx'
import { WindowWords } from '../../components/time-window/window-words.tsx'
import { wordsOfFilters } from '../../lib/address/address-filters.ts'
import { usePaging } from '../../lib/address/use-paging.ts'
import { download } from '../../lib/api/call.ts'
import { saveStream } from '../../lib/browser/save-stream.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { formatTime } from '../../lib/format/format-time.ts'
import { RowDetail } from './detail/lazy-row-detail.ts'
import { LogFilters } from './filters/log-filters.tsx'
import { LogCard } from './list/log-card.tsx'
import { isCall, RowToggle } from './list/log-cells.tsx'
import { useLogColumns } from './list/log-columns.tsx'
import { type LogColumn, logColumns } from './list/shown-columns.ts'
import { typeName } from './list/type-tag.tsx'
import styles from './logs.module.css'
import { logsText } from './logs.text.ts'
import { LogTotals, StatTags } from './stat-tags.tsx'
import { type LogView, useLogView } from './use-log-view.ts'
import { orderOf, queryOf, useLogStat, useLogs } from './use-logs.ts'

/** The calls, credits and events of the user, or of all users; each row opens to its arithmetic. */
export function LogsPage() {
  const t = logsText.use()
  const small = useSmallScreen()
  const view = useLogView()
  const { isAdmin, filters } = view
  const live = useLive(view)
  const logs = useLogs(view, live.isOn)
  const stat = useLogStat(view, live.isOn)
  const shown = withMembers(logColumns.useShown(isAdmin), view.seesMembers)
  const columns = useLogColumns({ shown, view })

  // A request that was looked for by its id is shown open; its toggle then closes it.
  const isOpen = ({ id, request_id }: LogRow) =>
    view.openRows.includes(id) !== (filters.request_id !== '' && filters.request_id === request_id)
  const toggle = ({ id }: LogRow) => view.toggleRow(id)
  const canOpen = (row: LogRow) => isCall(row)
  const filterWords = useFilterWords(view)
  const isOneRequest = filters.request_id !== ''
  const refresh = () => {
    void logs.refetch()
    if (!isOneRequest) void stat.refetch()
  }
  const totals = isOneRequest ? undefined : stat.data
  return (
    <ListPage
      list={{ query: logs }}
      words={t}
      views="logs"
      columnMenu={{ choice: logColumns, isAdmin, nameOf: t }}
      facts={isOneRequest ? t('ofRequest') : <WindowWords window={view.window} />}
      firstActions={!small && !isOneRequest && <StatTags stat={totals} />}
      middleActions={<ExportMenu view={view} />}
      onRefresh={refresh}
      isRefreshing={logs.isFetching && !live.isOn}
      filters={
        <>
          {small && !isOneRequest && <StatTags stat={totals} />}
          <RecordNotice />
          <LogFilters view={view} isLive={live.isOn} onLive={live.set} />
          <SearchedPart from={logs.data?.searched_from ?? null} isSorted={view.sort !== undefined} />
        </>
      }
      filtered={{ title: t('noMatch'), words: [view.filterCount > 0 && filterWords], onClear: view.clear }}
      emptyAction={<LinkButton to="/token">{t('createToken')}</LinkButton>}
      columns={columns}
      card={(row) => (
        <LogCard
          row={row}
          isAdmin={isAdmin}
          hasName={isAdmin || view.seesMembers}
          isOpen={isOpen(row)}
          onToggle={() => toggle(row)}
        />
      )}
      unfolding={{
        isOpen,
        canOpen,
        onToggle: toggle,
        toggle: (row) => <RowToggle isOpen={isOpen(row)} onToggle={() => toggle(row)} />,
        content: (row) => <RowDetail row={row} isAdmin={isAdmin} />,
      }}
      totals={totals && <LogTotals stat={totals} />}
      {...(logs.data?.more && { pagerWords: (range) => t('shownMore', range) })}
    >
      <OpenedRecord />
    </ListPage>
  )
}

/** Who reads the calls of all members always sees whose they are. */
function withMembers(shown: readonly LogColumn[], seesMembers: boolean): readonly LogColumn[] {
  if (!seesMembers) return shown
  const at = shown[0] === 'type' ? 1 : 0
  return [...shown.slice(0, at), 'user', ...shown.slice(at)]
}

/** The live mode: it ends by itself when another page or other filters are shown. */
function useLive(view: LogView) {
  const { page, setPage } = usePaging()
  const [shownWhenOn, setShownWhenOn] = useState<string>()
  const keyOf = (at: number) => JSON.stringify([view.filters, view.window, at])
  return {
    isOn: shownWhenOn === keyOf(page),
    set(on: boolean) {
      if (on && page !== 1) setPage(1)
      setShownWhenOn(on ? keyOf(1) : undefined)
    },
  }
}

/** Says where a list ends that reads every row: in a long range it is cut. */
function SearchedPart({ from, isSorted }: { from: number | null; isSorted: boolean }) {
  const t = logsText.use()
  if (from === null) return null
  const values = { count: formatCount(scannedRowsMax), time: formatTime(from) }
  return (
    <p className={styles.searched} role="status">
      {t(isSorted ? 'sortedPart' : 'searchedPart', values)}
    </p>
  )
}

/** The filters in words: "Model “gpt-6”, Group “vip”". */
function useFilterWords({ filters }: LogView): string {
  const t = logsText.use()
  return wordsOfFilters(
    [
      [t('type'), filters.type && t(typeName(Number(filters.type)))],
      [t('modelName'), filters.model_name],
      [t('tokenName'), filters.token_name],
      [t('group'), filters.group],
      [t('username'), filters.username],
      [t('channelId'), filters.channel],
      [t('requestId'), filters.request_id],
      [t('costOver'), filters.cost_over && `$${filters.cost_over}`],
    ],
    t('comma'),
  )
}

type Format = 'csv' | 'jsonl'

/** Saves all rows of the filters as a file. */
function useExport(view: LogView) {
  const t = logsText.use()
  return useMutation({
    mutationFn: (format: Format) =>
      saveStream(`usage-log-${dayjs().format('YYYY-MM-DD')}.${format}`, () => {
        const query = { p: 1, page_size: 1, ...queryOf(view), ...orderOf(view), format }
        return view.isAdmin ? download(logApi.export, { query }) : download(logApi.selfExport, { query })
      }),
    onSuccess: (saved) => saved && toast.success(t('exported')),
  })
}

/** The log as a file, downloaded by a call: a link would lack the credentials that the server requires. */
function ExportMenu({ view }: { view: LogView }) {
  const t = logsText.use()
  const save = useExport(view)
  const small = useSmallScreen()
  const items = [
    ...(view.sort
      ? [{ key: 'limit', label: t('exportLimit', { count: formatCount(logTotalMax) }), disabled: true }]
      : []),
    { key: 'csv', label: t('asCsv'), onClick: () => save.mutate('csv') },
    { key: 'jsonl', label: t('asJsonl'), onClick: () => save.mutate('jsonl') },
  ]
  return (
    <DropMenu disabled={view.problem !== undefined} menu={{ items }}>
      <Button
        type={small ? 'text' : 'default'}
        icon={<Download />}
        loading={save.isPending}
        aria-label={t('exportRows')}
        title={t('exportRows')}
      />
    </DropMenu>
  )
}
