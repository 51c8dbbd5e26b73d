import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { type LiveCall, type LiveChannel, liveCallsApi } from '@turnpike/contract/usage/live-calls'
import { Button } from 'antd'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { DataRows } from '../../components/data-table/data-rows.tsx'
import { LoadingRows } from '../../components/data-table/loading-rows.tsx'
import { SearchField } from '../../components/fields/search-field.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { FilterDrawer } from '../../components/overlay/filter-drawer.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import { NoMatch } from '../../components/states/no-match.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { useFilters } from '../../lib/address/use-filters.ts'
import { call } from '../../lib/api/call.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { BusyChannels } from './busy-channels.tsx'
import { CallCard, keyOfCall, useCallColumns } from './call-rows.tsx'
import styles from './running-calls.module.css'
import { runningCallsText } from './running-calls.text.ts'

const fields = ['username', 'token_name', 'model_name', 'channel'] as const
const labels = {
  username: 'userSearch',
  token_name: 'tokenSearch',
  model_name: 'modelSearch',
  channel: 'channelSearch',
} as const

/** For administrators: the calls that are running now on any instance. */
export function RunningCallsPage() {
  const t = runningCallsText.use()
  const small = useSmallScreen()
  const [isPaused, setIsPaused] = useState(false)
  const [cancelling, setCancelling] = useState<LiveCall>()
  const [draining, setDraining] = useState<LiveChannel>()
  // Channels that were drained here stay listed when their last call has ended, so that they can be enabled again.
  const { filters, set } = useFilters([...fields, 'watch'])
  const live = useRunningCalls(filters, isPaused)
  const cancel = useCancelCall()
  const change = useSwitchChannel()
  const { data } = live
  const names = new Map(data?.channels.map(({ id, name }) => [id, name]))
  const columns = useCallColumns({ names, onCancel: setCancelling })
  const clear = () => set(Object.fromEntries(fields.map((name) => [name, ''])))
  const chosen = fields.filter((name) => filters[name])
  const watched = filters.watch.split(',').filter(Boolean)
  const drain = (channel: LiveChannel) => {
    set({ watch: [...new Set([...watched, String(channel.id)])].slice(-50).join(',') })
    change.mutate({ channel, on: false }, { onSettled: () => setDraining(undefined) })
  }
  const enable = (channel: LiveChannel) => {
    set({ watch: watched.filter((id) => id !== String(channel.id)).join(',') })
    change.mutate({ channel, on: true })
  }
  const search = (name: (typeof fields)[number]) => (
    <SearchField
      key={name}
      main={name === 'username'}
      className={styles.search}
      label={t(labels[name])}
      value={filters[name]}
      onSearch={(text) => set({ [name]: text })}
    />
  )
  return (
    <Page
      title={t('title')}
      facts={
        data &&
        [
          t('running', { count: data.total }),
          t('processes', { count: data.processes }),
          t(isPaused ? 'paused' : 'updates'),
        ].join(' · ')
      }
    >
      <div className={layoutStyles.filterRow}>
        {search('username')}
        <FilterDrawer count={chosen.filter((name) => name !== 'username').length}>
          {fields.slice(1).map(search)}
        </FilterDrawer>
        <Button
          className={layoutStyles.atEnd ?? ''}
          icon={isPaused ? <Play /> : <Pause />}
          onClick={() => setIsPaused(!isPaused)}
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Button>
      </div>
      {data && (
        <BusyChannels
          channels={data.channels}
          busyId={change.isPending ? change.variables.channel.id : undefined}
          onDrain={setDraining}
          onEnable={enable}
        />
      )}
      {live.isPending && <LoadingRows columns={columns} cards={small} selectable={false} tall={false} />}
      {live.isError && !data && <ErrorState error={live.error} onRetry={live.refetch} retrying={live.isFetching} />}
      {data && data.calls.length > 0 && (
        <DataRows
          rows={data.calls}
          columns={columns}
          rowKey={keyOfCall}
          stale={false}
          showsCards={small}
          card={(call) => <CallCard call={call} names={names} onCancel={setCancelling} />}
        >
          {data.matching > data.calls.length && (
            <p className={`${textStyles.quietSmall} ${styles.longest}`}>
              {t('longest', { shown: data.calls.length, count: data.matching })}
            </p>
          )}
        </DataRows>
      )}
      {data?.calls.length === 0 && (
        <div className={layoutStyles.framed}>
          {chosen.length > 0 ? (
            <NoMatch
              title={t('noMatch')}
              filters={chosen.map((name) => `${t(labels[name])}: ${filters[name]}`).join(' · ')}
              onClear={clear}
            />
          ) : (
            <EmptyState
              title={t('empty')}
              text={t('emptyText')}
              action={<LinkButton to="/log">{t('openLog')}</LinkButton>}
            />
          )}
        </div>
      )}
      {cancelling && (
        <ConfirmDialog
          danger
          title={t('cancelTitle')}
          text={t('cancelText', { user: cancelling.username, model: cancelling.model })}
          verb={t('cancelVerb')}
          cancel={t('keep')}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(cancelling, { onSettled: () => setCancelling(undefined) })}
          onCancel={() => setCancelling(undefined)}
        />
      )}
      {draining && (
        <ConfirmDialog
          title={t('drainTitle', { name: draining.name })}
          text={t('drainText')}
          verb={t('drainVerb')}
          busy={change.isPending}
          onConfirm={() => drain(draining)}
          onCancel={() => setDraining(undefined)}
        />
      )}
    </Page>
  )
}

const refreshMs = 1000

type CallFilters = { username: string; token_name: string; model_name: string; channel: string; watch: string }

/** The running calls of all instances, again and again while the page is visible. */
const useRunningCalls = (filters: CallFilters, isPaused: boolean) =>
  useQuery({
    queryKey: ['live calls', filters],
    queryFn: () => call(liveCallsApi.list, { query: filters }),
    placeholderData: keepPreviousData,
    refetchInterval: isPaused ? false : refreshMs,
  })

const useRefreshLive = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['live calls'] })
}

function useCancelCall() {
  const t = runningCallsText.use()
  const refresh = useRefreshLive()
  return useMutation({
    mutationFn: ({ request_id }: LiveCall) => call(liveCallsApi.cancel, { body: { request_id } }),
    onSuccess: () => toast.success(t('cancelled')),
    onSettled: refresh,
  })
}

/** Drains a channel, or enables it again. */
function useSwitchChannel() {
  const t = runningCallsText.use()
  const refresh = useRefreshLive()
  return useMutation({
    mutationFn: ({ channel, on }: { channel: LiveChannel; on: boolean }) =>
      call(channelApi.update, {
        body: { id: channel.id, status: on ? channelStatus.enabled : channelStatus.disabled },
      }),
    onSuccess: (_, { channel: { name }, on }) => toast.success(t(on ? 'enabled' : 'drainBegun', { name })),
    onSettled: refresh,
  })
}
