import { channelStatus } from '@turnpike/contract/channels/channel'
import { formatCount } from '@turnpike/contract/quota'
import { Suspense, useState } from 'react'
import { LastCalls } from '../../components/call-ticks/last-calls.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { useToast } from '../../components/overlay/toast.tsx'
import { Page } from '../../components/page/page.tsx'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { language } from '../../lib/browser/preferences.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { refusalText } from '../../lib/text/refusal-text.ts'
import { useText } from '../../lib/text/text.ts'
import { channelActionsText } from './actions/channel-actions.text.ts'
import { DisableDialog } from './actions/disable-dialog.tsx'
import { AddButton, PageActions } from './actions/page-actions.tsx'
import { RemoveDialog } from './actions/remove-dialog.tsx'
import { RunButton } from './actions/run-button.tsx'
import { type SelectionAction, SelectionActions } from './actions/selection-actions.tsx'
import { SetNumberDrawer } from './actions/set-number-drawer.tsx'
import { useChannelRun } from './actions/use-channel-run.ts'
import { useChannelSelection } from './actions/use-channel-selection.ts'
import { useChangeMany } from './actions/use-list-actions.ts'
import { channelsText } from './channels.text.ts'
import { ChannelCard } from './list/channel-card.tsx'
import { rowClassName, useChannelColumns } from './list/channel-columns.tsx'
import { ChannelFacts } from './list/channel-facts.tsx'
import { ChannelFilters } from './list/channel-filters.tsx'
import { keyOf, type Row, type TagRow } from './list/channel-rows.ts'
import { NoChannels, NothingFound } from './list/no-channels.tsx'
import { useChannelView } from './list/use-channel-view.ts'
import { useChannels } from './list/use-channels.ts'
import { SetTagDrawer } from './tags/set-tag-drawer.tsx'
import { TagCard } from './tags/tag-card.tsx'
import { TagDrawer } from './tags/tag-drawer.tsx'
import { TagArrow } from './tags/tag-name.tsx'

const ChannelHistory = lazyPart(
  async () => (await import('../../components/history/channel-history.tsx')).ChannelHistory,
)

/** The drawer or dialog that is open over the table. */
type Overlay =
  | { kind: 'edit tag'; row: TagRow }
  | {
      kind:
        | 'set tag'
        | 'set priority'
        | 'set weight'
        | 'disable selected'
        | 'remove selected'
        | 'remove disabled'
        | 'history'
    }

const cardsTo = '(max-width: 900px)'

/** The list of channels with their models, health, usage and actions. */
export function ChannelsPage() {
  const t = useText(channelsText)
  const tActions = useText(channelActionsText)
  const toast = useToast()
  const spoken = language.use()
  const view = useChannelView()
  const query = useChannels(view)
  const tests = useChannelRun('test')
  const balances = useChannelRun('balance')
  const [overlay, setOverlay] = useState<Overlay>()
  const { counts, items = [], total = 0 } = query.data ?? {}
  const selection = useChannelSelection(items, total, view)
  const { chosen, isBatch } = selection
  const change = useChangeMany(chosen.batch)
  const columns = useChannelColumns(items, view, isBatch, (row) => setOverlay({ kind: 'edit tag', row }))
  const showsCards = useMedia(cardsTo)

  const shownIds = items.flatMap((row) => (row.kind === 'channel' ? [row.channel.id] : []))
  const disabledCount = counts ? counts.disabled + counts.auto_disabled : 0
  const channelCount = counts ? counts.enabled + disabledCount : 0
  const close = () => setOverlay(undefined)
  const finish = () => {
    selection.clear()
    close()
  }
  const removeSelected = () => {
    if (chosen.count > 0) setOverlay({ kind: 'remove selected' })
    else toast.warning(refusalText('channels_none_selected', spoken))
  }
  const tagSelected = () => {
    if (chosen.count > 0) setOverlay({ kind: 'set tag' })
    else toast.warning(tActions('selectToTag'))
  }
  const removeDisabled = () => {
    if (disabledCount > 0) setOverlay({ kind: 'remove disabled' })
    else toast.info(tActions('noneDisabled'))
  }
  const onAction: Record<SelectionAction, () => void> = {
    enable: () => change.mutate({ status: channelStatus.enabled }, { onSuccess: selection.clear }),
    disable: () => setOverlay({ kind: 'disable selected' }),
    test: () => tests.beginBatch(chosen.batch, { onSuccess: selection.clear }),
    priority: () => setOverlay({ kind: 'set priority' }),
    weight: () => setOverlay({ kind: 'set weight' }),
    tag: tagSelected,
    remove: removeSelected,
  }

  const card = (row: Row) => {
    if (row.kind === 'tag')
      return <TagCard row={row} onToggle={view.toggleTag} onEdit={() => setOverlay({ kind: 'edit tag', row })} />
    const { id } = row.channel
    const ticking = isBatch ? { isTicked: selection.keys.includes(id), onTick: () => selection.toggle(id) } : undefined
    return <ChannelCard channel={row.channel} ticking={ticking} />
  }

  return (
    <Page
      title={t('title')}
      facts={counts && <ChannelFacts counts={counts} />}
      bar={
        <>
          <RunButton kind="test" run={tests} />
          <AddButton />
        </>
      }
      actions={
        <>
          <ViewsMenu list="channels" />
          <PageActions
            tests={tests}
            balances={balances}
            isBatch={isBatch}
            isEmpty={counts !== undefined && channelCount === 0}
            isRefreshing={query.isRefetching}
            onRefresh={query.refetch}
            onHistory={() => setOverlay({ kind: 'history' })}
            onRemoveDisabled={removeDisabled}
            onRemoveSelected={removeSelected}
            onTagSelected={tagSelected}
          />
        </>
      }
    >
      <ChannelFilters view={view} isBatch={isBatch} onBatch={selection.setIsBatch} />
      <LastCalls ids={shownIds}>
        <DataTable
          tall
          query={query}
          columns={columns}
          rowKey={keyOf}
          rowClassName={rowClassName}
          rowName={(row) => t('select', { name: row.kind === 'tag' ? row.tag : row.channel.name })}
          card={card}
          showsCards={showsCards}
          empty={<NoChannels view={view} hasChannels={channelCount > 0} />}
          {...(view.filterCount > 0 && { noMatch: <NothingFound view={view} /> })}
          {...(view.isTagMode && {
            lead: (row: Row) => (row.kind === 'tag' ? <TagArrow row={row} onToggle={view.toggleTag} /> : null),
            pagerWords: (shown) => t('tagsShown', shown),
          })}
          {...(isBatch && {
            selection: {
              keys: selection.keys,
              onChange: selection.choose,
              words: (count) =>
                selection.isAll ? t('allSelected', { count: formatCount(total) }) : t('selected', { count }),
              actions: (
                <SelectionActions
                  all={
                    selection.mayChooseAll
                      ? { words: t('selectAll', { count: formatCount(total) }), onChoose: selection.chooseAll }
                      : undefined
                  }
                  onAction={(action) => onAction[action]()}
                />
              ),
            },
          })}
        />
      </LastCalls>
      {overlay?.kind === 'edit tag' && <TagDrawer row={overlay.row} onClosed={close} />}
      {overlay?.kind === 'set tag' && <SetTagDrawer chosen={chosen} onDone={selection.clear} onClosed={close} />}
      {(overlay?.kind === 'set priority' || overlay?.kind === 'set weight') && (
        <SetNumberDrawer
          which={overlay.kind === 'set priority' ? 'priority' : 'weight'}
          chosen={chosen}
          onDone={selection.clear}
          onClosed={close}
        />
      )}
      {overlay?.kind === 'history' && (
        <Suspense>
          <ChannelHistory onClosed={close} />
        </Suspense>
      )}
      {overlay?.kind === 'disable selected' && <DisableDialog chosen={chosen} onDone={finish} onCancel={close} />}
      {overlay?.kind === 'remove selected' && (
        <RemoveDialog which={chosen.batch} count={chosen.count} onDone={finish} onCancel={close} />
      )}
      {overlay?.kind === 'remove disabled' && (
        <RemoveDialog which="disabled" count={disabledCount} onDone={finish} onCancel={close} />
      )}
    </Page>
  )
}
