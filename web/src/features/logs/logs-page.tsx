import type { LogRow } from '@turnpike/contract/usage/log'
import { Suspense, useState } from 'react'
import { ColumnMenu } from '../../components/data-table/column-menu.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { RefreshButton } from '../../components/page/refresh-button.tsx'
import { RecordNotice } from '../../components/prompt-records/notice/lazy-record-notice.tsx'
import { OpenedRecord } from '../../components/prompt-records/viewer/opened-record.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import { WindowWords } from '../../components/time-window/window-words.tsx'
import { useColumnView } from '../../components/views/column-view.ts'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { usePaging } from '../../lib/address/use-paging.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { RowDetail } from './detail/lazy-row-detail.ts'
import { ExportMenu } from './export-menu.tsx'
import { LogFilters } from './filters/log-filters.tsx'
import { LogCard } from './list/log-card.tsx'
import { isCall, RowToggle } from './list/log-cells.tsx'
import { useLogColumns } from './list/log-columns.tsx'
import { logColumns } from './list/shown-columns.ts'
import { typeName } from './list/type-tag.tsx'
import { logsText } from './logs.text.ts'
import { LogTotals, StatTags } from './stat-tags.tsx'
import { type LogView, useLogView } from './use-log-view.ts'
import { useLogStat, useLogs } from './use-logs.ts'

/** The calls, credits and events of the user, or of all users; each row opens to its arithmetic. */
export function LogsPage() {
  const t = useText(logsText)
  const small = useSmallScreen()
  const view = useLogView()
  const { isAdmin, filters } = view
  const columnView = useColumnView(logColumns, isAdmin)
  const live = useLive(view)
  const logs = useLogs(view, live.isOn)
  const stat = useLogStat(view, live.isOn)
  const shown = logColumns.useShown(isAdmin)
  const columns = useLogColumns({ shown, onOnlyUser: (username) => view.set({ username }) })

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
  return (
    <Page
      title={t('title')}
      facts={filters.request_id ? t('ofRequest') : <WindowWords window={view.window} />}
      actions={
        <>
          {!small && <StatTags stat={isOneRequest ? undefined : stat.data} />}
          <ViewsMenu list="logs" columns={columnView} />
          {!small && <ColumnMenu choice={logColumns} isAdmin={isAdmin} nameOf={t} />}
          <ExportMenu view={view} />
          <RefreshButton onClick={refresh} busy={logs.isFetching && !live.isOn} />
        </>
      }
    >
      {small && <StatTags stat={isOneRequest ? undefined : stat.data} />}
      <RecordNotice />
      <LogFilters view={view} isLive={live.isOn} onLive={live.set} />
      <DataTable
        query={logs}
        columns={columns}
        rowKey={({ id }) => id}
        card={(row) => <LogCard row={row} isAdmin={isAdmin} isOpen={isOpen(row)} onToggle={() => toggle(row)} />}
        unfolding={{
          isOpen,
          canOpen,
          onToggle: toggle,
          toggle: (row) => <RowToggle isOpen={isOpen(row)} onToggle={() => toggle(row)} />,
          content: (row) => (
            <Suspense>
              <RowDetail row={row} isAdmin={isAdmin} />
            </Suspense>
          ),
        }}
        totals={!isOneRequest && stat.data && <LogTotals stat={stat.data} />}
        {...(logs.data?.more && { pagerWords: (range) => t('shownMore', range) })}
        empty={
          <EmptyState
            title={t('emptyTitle')}
            text={t('emptyText')}
            action={<LinkButton to="/token">{t('createToken')}</LinkButton>}
          />
        }
        noMatch={
          view.filterCount > 0 ? <NoMatch title={t('noMatch')} filters={filterWords} onClear={view.clear} /> : undefined
        }
      />
      <OpenedRecord />
    </Page>
  )
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

/** The filters in words: "Model “gpt-6”, Group “vip”". */
function useFilterWords({ filters }: LogView): string {
  const t = useText(logsText)
  const words: [string, string][] = [
    [t('type'), filters.type && t(typeName(Number(filters.type)))],
    [t('modelName'), filters.model_name],
    [t('tokenName'), filters.token_name],
    [t('group'), filters.group],
    [t('username'), filters.username],
    [t('channelId'), filters.channel],
    [t('requestId'), filters.request_id],
  ]
  return words
    .filter(([, value]) => value)
    .map(([name, value]) => `${name} “${value}”`)
    .join(t('comma'))
}
