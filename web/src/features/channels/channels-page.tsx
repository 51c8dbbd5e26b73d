import { formatCount } from '@turnpike/contract/quota'
import { channelStatus } from '@turnpike/contract/routing/channel'
import { useEffect, useState } from 'react'
import { LastCalls } from '../../components/call-ticks/last-calls.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { OpenedDrawer } from '../../components/overlay/opened-drawer.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { useOpenedRow } from '../../components/overlay/use-opened-row.ts'
import { Page } from '../../components/page/page.tsx'
import { ViewsMenu } from '../../components/views/views-menu.tsx'
import { readAskedAction } from '../../lib/address/asked-action.ts'
import { drawerName } from '../../lib/address/opened.ts'
import { useOpened } from '../../lib/address/use-opened.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { language as languagePreference } from '../../lib/browser/preferences.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { channelRefusalText } from '../../lib/text/channel-refusal-text.ts'
import { channelActionsText } from './actions/channel-actions.text.ts'
import { DisableDialog, DisableOneDialog, RemoveDialog } from './actions/channel-dialogs.tsx'
import { AddButton, PageActions } from './actions/page-actions.tsx'
import { RunButton } from './actions/run-button.tsx'
import { type SelectionAction, SelectionActions } from './actions/selection-actions.tsx'
import { SetNumberDrawer } from './actions/set-number-drawer.tsx'
import { useChannelRun } from './actions/use-channel-run.ts'
import { useChannelSelection } from './actions/use-channel-selection.ts'
import { useChangeMany } from './actions/use-list-actions.ts'
import { channelsText } from './channels.text.ts'
import { idOfErrors } from './drawers.ts'
import { ChannelCard } from './list/channel-card.tsx'
import { rowClassName, useChannelColumns } from './list/channel-columns.tsx'
import { ChannelFacts } from './list/channel-facts.tsx'
import { ChannelFilters } from './list/channel-filters.tsx'
import { keyOf, type Row, type TagRow } from './list/channel-rows.ts'
import { NoChannels, NothingFound } from './list/no-channels.tsx'
import { useChannelView } from './list/use-channel-view.ts'
import { loadChannel, loadTag, useChannels } from './list/use-channels.ts'
import { SetTagDrawer } from './tags/set-tag-drawer.tsx'
import { TagCard } from './tags/tag-card.tsx'
import { TagDrawer } from './tags/tag-drawer.tsx'
import { TagArrow } from './tags/tag-name.tsx'

const ChannelHistory = lazyPart(
  async () => (await import('../../components/history/channel-history.tsx')).ChannelHistory,
)

const ChannelErrors = lazyPart(
  async () => (await import('../../components/channel-errors/channel-errors.tsx')).ChannelErrors,
)

/** The dialog that is open over the table. */
type Overlay = 'disable selected' | 'remove selected' | 'remove disabled'

/** The drawers in the address: one of the selection, or the editor of the tag whose name follows. */
const setTag = 'set-tag'
const history = 'history'
const tagMark = 'tag:'
const numberDrawers = { 'set-priority': 'priority', 'set-weight': 'weight' } as const

const cardsTo = '(max-width: 900px)'

/** The list of channels with their models, health, usage and actions. */
export function ChannelsPage() {
  const t = channelsText.use()
  const tActions = channelActionsText.use()
  const language = languagePreference.use()
  const view = useChannelView()
  const query = useChannels(view)
  const tests = useChannelRun('test')
  const balances = useChannelRun('balance')
  const [overlay, setOverlay] = useState<Overlay>()
  const opened = useOpened(drawerName)
  const editTag = (row: TagRow) => opened.open(tagMark + row.tag)
  const { counts, items = [], total = 0 } = query.data ?? {}
  const showsCards = useMedia(cardsTo)
  const selection = useChannelSelection(items, total, view, showsCards)
  const { chosen, isBatch } = selection
  const change = useChangeMany(chosen.batch)
  const columns = useChannelColumns(items, view, isBatch, editTag)

  const shownIds = items.flatMap((row) => (row.kind === 'channel' ? [row.channel.id] : []))
  const tagRow = useOpenedRow({
    value: opened.value?.startsWith(tagMark) ? opened.value.slice(tagMark.length) : undefined,
    rows: query.data && items.filter((row) => row.kind === 'tag'),
    keyOf: ({ tag }: TagRow) => tag,
    load: loadTag,
    list: 'channels',
  })
  const errorsOf = idOfErrors(opened.value)
  const asked = readAskedAction(opened.value)
  const askedRow = useOpenedRow({
    value: asked?.verb === 'disable' ? String(asked.id) : undefined,
    rows: query.data && items.flatMap((row) => (row.kind === 'channel' ? [row.channel] : [])),
    keyOf: ({ id }) => String(id),
    load: loadChannel,
    list: 'channels',
  })
  // A link cannot hold a selection: without one, such a drawer has nothing to change.
  const asksForSelection = opened.value === setTag || (opened.value ?? '') in numberDrawers
  const [hadSelection, setHadSelection] = useState(false)
  if (asksForSelection && chosen.count > 0 && !hadSelection) setHadSelection(true)
  if (!asksForSelection && hadSelection) setHadSelection(false)
  const selectionDrawer = asksForSelection && hadSelection ? opened.value : undefined
  const hasNoSelection = asksForSelection && !hadSelection
  useEffect(() => {
    if (hasNoSelection) opened.close()
  })

  const disabledCount = counts ? counts.disabled + counts.auto_disabled : 0
  const channelCount = counts ? counts.enabled + disabledCount : 0
  const close = () => setOverlay(undefined)
  const finish = () => {
    selection.clear()
    close()
  }
  const removeSelected = () => {
    if (chosen.count > 0) setOverlay('remove selected')
    else toast.warning(channelRefusalText('channels_none_selected', language))
  }
  const tagSelected = () => {
    if (chosen.count > 0) opened.open(setTag)
    else toast.warning(tActions('selectToTag'))
  }
  const removeDisabled = () => {
    if (disabledCount > 0) setOverlay('remove disabled')
    else toast.info(tActions('noneDisabled'))
  }
  const onAction: Record<SelectionAction, () => void> = {
    enable: () => change.mutate({ status: channelStatus.enabled }, { onSuccess: selection.clear }),
    disable: () => setOverlay('disable selected'),
    test: () => tests.beginBatch(chosen.batch, { onSuccess: selection.clear }),
    priority: () => opened.open('set-priority'),
    weight: () => opened.open('set-weight'),
    tag: tagSelected,
    remove: removeSelected,
  }

  const card = (row: Row) => {
    if (row.kind === 'tag') return <TagCard row={row} onToggle={view.toggleTag} onEdit={() => editTag(row)} />
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
            onBatch={selection.setIsBatch}
            isEmpty={counts !== undefined && channelCount === 0}
            isRefreshing={query.isRefetching}
            onRefresh={query.refetch}
            onHistory={() => opened.open(history)}
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
      <OpenedDrawer of={tagRow} onClosed={opened.close}>
        {(row) => <TagDrawer key={row.tag} row={row} onClosed={opened.close} />}
      </OpenedDrawer>
      <OpenedDrawer of={askedRow} onClosed={opened.close}>
        {(channel) => <DisableOneDialog channel={channel} onClosed={opened.close} />}
      </OpenedDrawer>
      {selectionDrawer === setTag && <SetTagDrawer chosen={chosen} onDone={selection.clear} onClosed={opened.close} />}
      {(selectionDrawer === 'set-priority' || selectionDrawer === 'set-weight') && (
        <SetNumberDrawer
          which={numberDrawers[selectionDrawer]}
          chosen={chosen}
          onDone={selection.clear}
          onClosed={opened.close}
        />
      )}
      {errorsOf !== undefined && <ChannelErrors key={errorsOf} id={errorsOf} onClosed={opened.close} />}
      {opened.value === history && <ChannelHistory onClosed={opened.close} />}
      {overlay === 'disable selected' && <DisableDialog chosen={chosen} onDone={finish} onCancel={close} />}
      {overlay === 'remove selected' && (
        <RemoveDialog which={chosen.batch} count={chosen.count} onDone={finish} onCancel={close} />
      )}
      {overlay === 'remove disabled' && (
        <RemoveDialog which="disabled" count={disabledCount} onDone={finish} onCancel={close} />
      )}
    </Page>
  )
}
