import { type Channel, type ChannelSort, channelStatus } from '@turnpike/contract/routing/channel'
import type { ReactNode } from 'react'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { ariaSortOf, SortTitle } from '../../../components/data-table/sort-title.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { ChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { GroupTags } from '../../../components/tags/group-tags.tsx'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useMedia } from '../../../lib/browser/use-media.ts'
import { ChannelActions } from '../actions/row-actions-menu.tsx'
import { channelsText } from '../channels.text.ts'
import { TagActions } from '../tags/tag-actions.tsx'
import { TagName } from '../tags/tag-name.tsx'
import { rangeOf, summaryOf } from '../tags/tag-summary.ts'
import styles from './channel-list.module.css'
import { ChannelResponse, TagResponse } from './channel-response.tsx'
import { listOf, type Row, type TagRow } from './channel-rows.ts'
import { ChannelStatus, TagStatus } from './channel-status.tsx'
import { ChannelTraffic } from './channel-traffic.tsx'
import { ModelCount } from './model-list.tsx'
import { ChannelNumber, type RoutingNumber, TagNumber } from './number-fields.tsx'
import { widthFor } from './number-width.ts'
import { ProxyTag } from './proxy-tag.tsx'
import type { ChannelView } from './use-channel-view.ts'
import { TagUsedRemaining, UsedRemaining } from './used-remaining.tsx'

// Few channels have budgets.
const BudgetMeter = lazyPart(async () => (await import('./budget-meter.tsx')).BudgetMeter)

/** The class of a row: one for tags, one for the channels of an open tag, and one for disabled channels. */
export function rowClassName(row: Row): string | undefined {
  if (row.kind === 'tag') return styles.tagRow
  const classNames = { alone: undefined, child: styles.child, 'last child': `${styles.child} ${styles.last}` }
  const off = row.channel.status === channelStatus.disabled ? styles.off : undefined
  return [classNames[row.position], off].filter(Boolean).join(' ')
}

/** A cell with one content for channels and another for tags. */
const cell =
  (ofChannel: (channel: Channel) => ReactNode, ofTag: (row: TagRow) => ReactNode) => (_: unknown, row: Row) =>
    row.kind === 'tag' ? ofTag(row) : ofChannel(row.channel)

/** The columns that give way on a narrower window, so that status and actions stay in view. */
function useHiddenColumns(isBatch: boolean): ReadonlySet<string> {
  const hidesGroup = useMedia(isBatch ? '(max-width: 1583px)' : '(max-width: 1527px)')
  const hidesType = useMedia('(max-width: 1399px)')
  const hidesUsage = useMedia('(max-width: 1110px)')
  return new Set([...(hidesGroup ? ['group'] : []), ...(hidesType ? ['type'] : []), ...(hidesUsage ? ['usage'] : [])])
}

export function useChannelColumns(
  rows: readonly Row[],
  { sort, setSort }: Pick<ChannelView, 'sort' | 'setSort'>,
  isBatch: boolean,
  onEditTag: (row: TagRow) => void,
): TableColumns<Row> {
  const t = channelsText.use()
  const hidden = useHiddenColumns(isBatch)
  const shownChannels = rows.flatMap((row) => (row.kind === 'tag' ? row.channels : [row.channel]))
  const directionOf = (by: ChannelSort) => (sort?.by === by ? sort.order : undefined)
  const sortTitle = (by: ChannelSort, words: string, isRight = false) => (
    <SortTitle direction={directionOf(by)} isRight={isRight} onSort={(order) => setSort(order && { by, order })}>
      {words}
    </SortTitle>
  )
  const sorted = (by: ChannelSort) => ({ onHeaderCell: () => ariaSortOf(directionOf(by)) })
  const columns: TableColumns<Row> = [
    {
      key: 'id',
      title: sortTitle('id', t('id')),
      ...sorted('id'),
      // The channels of a tag stand a little to the right.
      width: widthFor(
        shownChannels.map(({ id }) => id),
        { least: 52, padding: 34 },
      ),
      fixed: 'start',
      className: styles.id ?? '',
      // The name of a tag needs both columns.
      onCell: (row) => ({ colSpan: row.kind === 'tag' ? 2 : 1 }),
      render: cell(
        ({ id }) => id,
        (row) => <TagName row={row} />,
      ),
    },
    {
      key: 'name',
      title: t('name'),
      fixed: 'start',
      ellipsis: true,
      onCell: (row) => ({ colSpan: row.kind === 'tag' ? 0 : 1 }),
      render: cell(
        (channel) => (
          <span className={layoutStyles.shrinkingRow}>
            <span className={styles.named}>
              <span className={textStyles.ellipsis} title={channel.name}>
                {channel.name}
              </span>
              <ModelCount channel={channel} />
            </span>
            <ProxyTag channel={channel} />
          </span>
        ),
        () => null,
      ),
    },
    {
      key: 'group',
      title: t('group'),
      width: 112,
      render: cell(
        ({ group }) => <GroupTags names={listOf(group)} />,
        ({ channels }) => <GroupTags names={summaryOf(channels).groups} />,
      ),
    },
    {
      key: 'type',
      title: t('type'),
      width: 128,
      render: cell(
        ({ type }) => <ChannelTypeName type={type} />,
        ({ channels }) => <TagTypes types={summaryOf(channels).types} />,
      ),
    },
    {
      key: 'status',
      title: t('status'),
      width: 118,
      render: cell(
        (channel) => <BudgetedStatus channel={channel} />,
        ({ channels }) => <TagStatus on={summaryOf(channels).on} all={channels.length} />,
      ),
    },
    {
      key: 'response',
      title: sortTitle('response_time', t('response')),
      ...sorted('response_time'),
      // A failure shows its word and its time, and the last calls have 50 ticks.
      width: shownChannels.some(({ failed_time }) => failed_time > 0) ? 136 : 124,
      render: cell(
        (channel) => <ChannelResponse channel={channel} />,
        ({ channels }) => <TagResponse channels={channels} />,
      ),
    },
    {
      key: 'traffic',
      title: t('traffic'),
      width: 92,
      align: 'right',
      render: cell(
        (channel) => <ChannelTraffic channel={channel} />,
        () => null,
      ),
    },
    {
      key: 'usage',
      title: (
        <>
          {sortTitle('used_quota', t('used'), true)}
          <span className={styles.slash}>/</span>
          {sortTitle('balance', t('remaining'))}
        </>
      ),
      onHeaderCell: () => ariaSortOf(directionOf('used_quota') ?? directionOf('balance')),
      width: 160,
      align: 'right',
      render: cell(
        (channel) => <UsedRemaining channel={channel} />,
        ({ channels }) => <TagUsedRemaining {...summaryOf(channels)} />,
      ),
    },
    ...(['priority', 'weight'] as const).map((which) => ({
      key: which,
      title: sortTitle(which, t(which), true),
      ...sorted(which),
      width: widthFor(numbersOf(rows, which), { least: 64, padding: 24 }),
      align: 'right' as const,
      className: styles.number ?? '',
      render: cell(
        (channel) => <ChannelNumber channel={channel} which={which} />,
        ({ tag, channels }) => <TagNumber tag={tag} channels={channels} which={which} />,
      ),
    })),
    {
      key: 'actions',
      title: <span className={textStyles.unseen}>{t('actions')}</span>,
      width: 156,
      align: 'right',
      fixed: 'end',
      render: cell(
        (channel) => <ChannelActions channel={channel} />,
        (row) => <TagActions row={row} onEdit={onEditTag} />,
      ),
    },
  ]
  return columns.filter(({ key }) => !hidden.has(String(key)))
}

/** The status, and how much of the budgets is used. */
const BudgetedStatus = ({ channel }: { channel: Channel }) =>
  channel.budgets ? (
    <span className={styles.budgeted}>
      <ChannelStatus channel={channel} />
      <BudgetMeter budgets={channel.budgets} />
    </span>
  ) : (
    <ChannelStatus channel={channel} />
  )

/** The figures of a column, those of tags as the range that is shown. */
const numbersOf = (rows: readonly Row[], which: RoutingNumber) =>
  rows.map((row) => (row.kind === 'tag' ? rangeOf(row.channels.map((each) => each[which])) : row.channel[which]))

/** The most frequent type of a tag's channels, and the number of other types. */
function TagTypes({ types: [first, ...others] }: { types: number[] }) {
  if (first === undefined) return null
  return (
    <span className={styles.types}>
      <ChannelTypeName type={first} />
      {others.length > 0 && <span className={textStyles.quietLabel}>+{others.length}</span>}
    </span>
  )
}
