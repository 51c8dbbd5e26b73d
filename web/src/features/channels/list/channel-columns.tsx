import { type Channel, channelStatus } from '@turnpike/contract/channel'
import type { ReactNode } from 'react'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { ResponseTime } from '../../../components/figures/response-time.tsx'
import { ChannelTypeName } from '../../../components/tags/channel-type-name.tsx'
import { GroupTags } from '../../../components/tags/group-tags.tsx'
import { formatTime } from '../../../lib/format/format-time.ts'
import { useText } from '../../../lib/text/text.ts'
import { ChannelActions } from '../actions/row-actions-menu.tsx'
import { channelsText } from '../channels.text.ts'
import { TagActions } from '../tags/tag-actions.tsx'
import { TagName } from '../tags/tag-name.tsx'
import { summaryOf } from '../tags/tag-summary.ts'
import styles from './channel-columns.module.css'
import { listOf, type Row, type TagRow } from './channel-rows.ts'
import { ChannelStatus, TagStatus } from './channel-status.tsx'
import { ChannelNumber, TagNumber } from './number-fields.tsx'
import { TagUsedRemaining, UsedRemaining } from './used-remaining.tsx'

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

export function useChannelColumns(onEditTag: (row: TagRow) => void): TableColumns<Row> {
  const t = useText(channelsText)
  const testedAt = (time: number) => (time > 0 ? t('testedAt', { time: formatTime(time) }) : undefined)
  return [
    {
      key: 'id',
      title: t('id'),
      width: 56,
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
        ({ name }) => <span title={name}>{name}</span>,
        () => null,
      ),
    },
    {
      key: 'group',
      title: t('group'),
      width: 110,
      render: cell(
        ({ group }) => <GroupTags names={listOf(group)} />,
        ({ channels }) => <GroupTags names={summaryOf(channels).groups} />,
      ),
    },
    {
      key: 'type',
      title: t('type'),
      width: 158,
      render: cell(
        ({ type }) => <ChannelTypeName type={type} />,
        ({ channels }) => <TagTypes types={summaryOf(channels).types} />,
      ),
    },
    {
      key: 'status',
      title: t('status'),
      width: 120,
      render: cell(
        (channel) => <ChannelStatus channel={channel} />,
        ({ channels }) => <TagStatus on={summaryOf(channels).on} all={channels.length} />,
      ),
    },
    {
      key: 'response',
      title: t('response'),
      width: 84,
      render: cell(
        ({ response_time, test_time }) => <ResponseTime milliseconds={response_time} detail={testedAt(test_time)} />,
        ({ channels }) => <ResponseTime milliseconds={summaryOf(channels).responseTime} />,
      ),
    },
    {
      key: 'usage',
      title: t('usage'),
      width: 166,
      align: 'right',
      render: cell(
        (channel) => <UsedRemaining channel={channel} />,
        ({ channels }) => <TagUsedRemaining {...summaryOf(channels)} />,
      ),
    },
    ...(['priority', 'weight'] as const).map((which) => ({
      key: which,
      title: t(which),
      width: 64,
      align: 'right' as const,
      className: styles.number ?? '',
      render: cell(
        (channel) => <ChannelNumber channel={channel} which={which} />,
        ({ tag, channels }) => <TagNumber tag={tag} channels={channels} which={which} />,
      ),
    })),
    {
      key: 'actions',
      title: <span className={styles.unseen}>{t('actions')}</span>,
      width: 156,
      align: 'right',
      fixed: 'end',
      render: cell(
        (channel) => <ChannelActions channel={channel} />,
        (row) => <TagActions row={row} onEdit={onEditTag} />,
      ),
    },
  ]
}

/** The most frequent type of a tag's channels, and the number of other types. */
function TagTypes({ types: [first, ...others] }: { types: number[] }) {
  if (first === undefined) return null
  return (
    <span className={styles.types}>
      <ChannelTypeName type={first} />
      {others.length > 0 && <span className={styles.more}>+{others.length}</span>}
    </span>
  )
}
