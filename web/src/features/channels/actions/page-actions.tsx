import { CircleDollarSign, History, ListChecks, Plus, Split, Tag, Trash2, Wrench } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type MoreEntry, MoreMenu } from '../../../components/menu/more-menu.tsx'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { RefreshButton } from '../../../components/page/refresh-button.tsx'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { channelsText } from '../channels.text.ts'
import { RunButton, useRunWords } from './run-button.tsx'
import type { useChannelRun } from './use-channel-run.ts'
import { useFixDatabase } from './use-list-actions.ts'

type Run = ReturnType<typeof useChannelRun>

type PageActionsProps = {
  tests: Run
  balances: Run
  isBatch: boolean
  onBatch: (on: boolean) => void
  /** The page is empty and offers to add a channel itself; one primary button is enough. */
  isEmpty: boolean
  isRefreshing: boolean
  onRefresh: () => void
  onHistory: () => void
  onRemoveDisabled: () => void
  onRemoveSelected: () => void
  onTagSelected: () => void
}

/** The right end of the title row. On a phone the main actions are in the bar at the bottom instead. */
export function PageActions(props: PageActionsProps) {
  const { tests, balances, isBatch, onBatch, isEmpty, isRefreshing } = props
  const t = channelsText.use()
  const small = useSmallScreen()
  const fix = useFixDatabase()
  const navigate = useNavigate()
  const balanceWords = useRunWords('balance', balances)
  const ofSelected: MoreEntry[] = [
    { key: 'tag', label: t('tagSelected'), icon: <Tag />, onSelect: props.onTagSelected },
    { key: 'remove', label: t('deleteSelected'), icon: <Trash2 />, danger: true, onSelect: props.onRemoveSelected },
  ]
  const ofBalances: MoreEntry = {
    key: 'balances',
    label: balanceWords,
    icon: <CircleDollarSign />,
    onSelect: () => balances.begin(),
  }
  const selecting: MoreEntry = {
    key: 'select',
    label: t(isBatch ? 'stopSelecting' : 'selectChannels'),
    icon: <ListChecks />,
    onSelect: () => onBatch(!isBatch),
  }
  const entries: MoreEntry[] = [
    ...(small ? [selecting, ofBalances] : []),
    { key: 'route', label: t('explainRoute'), icon: <Split />, onSelect: () => navigate('/route') },
    { key: 'history', label: t('history'), icon: <History />, onSelect: props.onHistory },
    { key: 'fix', label: t('fix'), icon: <Wrench />, onSelect: () => fix.mutate(undefined) },
    ...(isBatch ? ofSelected : []),
    { key: 'off', label: t('deleteDisabled'), icon: <Trash2 />, danger: true, onSelect: props.onRemoveDisabled },
  ]
  return (
    <>
      <RefreshButton busy={isRefreshing} onClick={props.onRefresh} />
      {!small && <RunButton kind="test" run={tests} />}
      {!small && <RunButton kind="balance" run={balances} />}
      <MoreMenu entries={entries} />
      {!small && <AddButton isPrimary={!isEmpty} />}
    </>
  )
}

export function AddButton({ isPrimary = true }: { isPrimary?: boolean }) {
  const t = channelsText.use()
  return (
    <LinkButton type={isPrimary ? 'primary' : 'default'} icon={<Plus />} to="/channel/add">
      {t('add')}
    </LinkButton>
  )
}
