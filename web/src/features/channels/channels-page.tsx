import { errorText } from '@turnpike/contract/errors'
import { formatCount } from '@turnpike/contract/quota'
import { type Key, useState } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useToast } from '../../components/overlay/toast.tsx'
import { Page } from '../../components/page/page.tsx'
import { language } from '../../lib/browser/preferences.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import { channelActionsText } from './actions/channel-actions.text.ts'
import { AddButton, PageActions } from './actions/page-actions.tsx'
import { RemoveDialog } from './actions/remove-dialog.tsx'
import { RunButton } from './actions/run-button.tsx'
import { SelectionActions } from './actions/selection-actions.tsx'
import { useChannelRun } from './actions/use-channel-run.ts'
import { channelsText } from './channels.text.ts'
import { ChannelCard } from './list/channel-card.tsx'
import { rowClassName, useChannelColumns } from './list/channel-columns.tsx'
import { ChannelFilters } from './list/channel-filters.tsx'
import { keyOf, type Row, type TagRow } from './list/channel-rows.ts'
import { NoChannels, NothingFound } from './list/no-channels.tsx'
import { useChannelView } from './list/use-channel-view.ts'
import { useChannels } from './list/use-channels.ts'
import { SetTagDrawer } from './tags/set-tag-drawer.tsx'
import { TagCard } from './tags/tag-card.tsx'
import { TagDrawer } from './tags/tag-drawer.tsx'
import { TagArrow } from './tags/tag-name.tsx'

/** The drawer or dialog that is open over the table. */
type Overlay = { kind: 'edit tag'; row: TagRow } | { kind: 'set tag' | 'remove selected' | 'remove disabled' }

/** The list of channels with their models, health, usage and actions. */
export function ChannelsPage() {
  const t = useText(channelsText)
  const tActions = useText(channelActionsText)
  const toast = useToast()
  const spoken = language.use()
  const small = useSmallScreen()
  const view = useChannelView()
  const query = useChannels(view)
  const tests = useChannelRun('test')
  const balances = useChannelRun('balance')
  const [isBatch, setIsBatch] = useState(false)
  const [ticked, setTicked] = useState<readonly Key[]>([])
  const [overlay, setOverlay] = useState<Overlay>()
  const columns = useChannelColumns((row) => setOverlay({ kind: 'edit tag', row }))

  const { counts, items = [] } = query.data ?? {}
  const disabledCount = counts ? counts.disabled + counts.auto_disabled : 0
  const total = counts ? counts.enabled + disabledCount : 0
  // Actions on the selection apply to visible rows only, never to rows of another page or of a closed tag.
  const selected = items.flatMap((row) =>
    isBatch && row.kind === 'channel' && ticked.includes(row.channel.id) ? [row.channel.id] : [],
  )
  const tick = (id: number) =>
    setTicked(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  const close = () => setOverlay(undefined)
  const removeSelected = () => {
    if (selected.length > 0) setOverlay({ kind: 'remove selected' })
    else toast.warning(errorText('channels_none_selected', spoken))
  }
  const tagSelected = () => {
    if (selected.length > 0) setOverlay({ kind: 'set tag' })
    else toast.warning(tActions('selectToTag'))
  }
  const removeDisabled = () => {
    if (disabledCount > 0) setOverlay({ kind: 'remove disabled' })
    else toast.info(tActions('noneDisabled'))
  }

  const card = (row: Row) => {
    if (row.kind === 'tag')
      return <TagCard row={row} onToggle={view.toggleTag} onEdit={() => setOverlay({ kind: 'edit tag', row })} />
    const { id } = row.channel
    const ticking = isBatch ? { isTicked: selected.includes(id), onTick: () => tick(id) } : undefined
    return <ChannelCard channel={row.channel} ticking={ticking} />
  }
  const facts = {
    total: formatCount(total),
    enabled: formatCount(counts?.enabled ?? 0),
    autoDisabled: formatCount(counts?.auto_disabled ?? 0),
  }

  return (
    <Page
      title={t('title')}
      facts={counts && (small ? facts.total : t('facts', facts))}
      bar={
        <>
          <RunButton kind="test" run={tests} />
          <AddButton />
        </>
      }
      actions={
        <PageActions
          tests={tests}
          balances={balances}
          isBatch={isBatch}
          isEmpty={counts !== undefined && total === 0}
          isRefreshing={query.isRefetching}
          onRefresh={query.refetch}
          onRemoveDisabled={removeDisabled}
          onRemoveSelected={removeSelected}
          onTagSelected={tagSelected}
        />
      }
    >
      <ChannelFilters view={view} isBatch={isBatch} onBatch={setIsBatch} />
      <DataTable
        tall
        query={query}
        columns={columns}
        rowKey={keyOf}
        rowClassName={rowClassName}
        rowName={(row) => t('select', { name: row.kind === 'tag' ? row.tag : row.channel.name })}
        card={card}
        empty={<NoChannels view={view} hasChannels={total > 0} />}
        {...(view.filterCount > 0 && { noMatch: <NothingFound view={view} /> })}
        {...(view.isTagMode && {
          lead: (row: Row) => (row.kind === 'tag' ? <TagArrow row={row} onToggle={view.toggleTag} /> : null),
          pagerWords: (shown) => t('tagsShown', shown),
        })}
        {...(isBatch && {
          selection: {
            keys: selected,
            onChange: setTicked,
            words: (count) => t('selected', { count }),
            actions: <SelectionActions onTag={tagSelected} onRemove={removeSelected} />,
          },
        })}
      />
      {overlay?.kind === 'edit tag' && <TagDrawer row={overlay.row} onClosed={close} />}
      {overlay?.kind === 'set tag' && <SetTagDrawer ids={selected} onDone={() => setTicked([])} onClosed={close} />}
      {(overlay?.kind === 'remove selected' || overlay?.kind === 'remove disabled') && (
        <RemoveDialog
          which={overlay.kind === 'remove disabled' ? 'disabled' : selected}
          disabledCount={disabledCount}
          onDone={() => {
            setTicked([])
            close()
          }}
          onCancel={close}
        />
      )}
    </Page>
  )
}
