import { formatCount } from '@turnpike/contract/quota'
import { type LogRow, type LogSort, logType } from '@turnpike/contract/usage/log'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { ariaSortOf, SortTitle } from '../../../components/data-table/sort-title.tsx'
import { MemberName } from '../../../components/people/member-name.tsx'
import { UserName } from '../../../components/people/user-name.tsx'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { nowSeconds } from '../../../lib/address/time-window.ts'
import { formatLogTime, formatTime, zoneName, zoneOffset } from '../../../lib/format/format-time.ts'
import { logsText } from '../logs.text.ts'
import type { LogView } from '../use-log-view.ts'
import {
  CallSpeed,
  EventSentence,
  isCall,
  ModelName,
  RowChannel,
  RowCost,
  RowDetails,
  TokenName,
} from './log-cells.tsx'
import type { LogColumn } from './shown-columns.ts'
import { TypeTag } from './type-tag.tsx'

type Column = TableColumns<LogRow>[number]

/** The sentence of a row that is no call takes the cells of these columns, which such a row leaves empty. */
const spanned: readonly LogColumn[] = ['token', 'group', 'model', 'speed', 'prompt', 'completion']

type LogColumnsProps = { shown: readonly LogColumn[]; view: LogView }

/** The columns whose figures sort the list. */
const sorts: Partial<Record<LogColumn, LogSort>> = {
  speed: 'time',
  prompt: 'input',
  completion: 'output',
  cost: 'cost',
}

export function useLogColumns({ shown, view }: LogColumnsProps): TableColumns<LogRow> {
  const t = logsText.use()
  // Failed calls and calls with a price of their own have no tokens that were charged.
  const tokens = ({ type, detail }: LogRow, count: number) =>
    type === logType.consumption && detail?.price.kind !== 'call' ? formatCount(count) : ''
  const columns: Record<LogColumn, Column> = {
    type: { width: 72, render: (_, { type }) => <TypeTag type={type} /> },
    user: {
      width: 104,
      render: (_, { user_id, username }) =>
        view.isAdmin ? (
          <UserName id={user_id} name={username} onOnly={(name) => view.set({ username: name })} />
        ) : (
          <MemberName name={username} onOnly={() => view.set({ username })} />
        ),
    },
    token: { width: 104, ellipsis: true, render: (_, row) => <TokenName row={row} /> },
    group: { width: 92, render: (_, { group }) => group && <GroupTag name={group} /> },
    model: { width: 148, render: (_, { model_name }) => <ModelName name={model_name} /> },
    speed: { width: 124, render: (_, row) => <CallSpeed row={row} /> },
    prompt: { width: 72, align: 'right', render: (_, row) => tokens(row, row.prompt_tokens) },
    completion: { width: 64, align: 'right', render: (_, row) => tokens(row, row.completion_tokens) },
    cost: { width: 84, align: 'right', render: (_, row) => <RowCost row={row} /> },
    channel: { width: 84, render: (_, row) => <RowChannel row={row} /> },
    details: { ellipsis: true, render: (_, row) => (isCall(row) || !sentenceColumn ? <RowDetails row={row} /> : '') },
  }
  const spanning = shown.filter((column) => spanned.includes(column))
  const [sentenceColumn] = spanning

  const titleOf = (key: LogColumn): Pick<Column, 'title' | 'onHeaderCell'> => {
    const by = sorts[key]
    if (!by) return { title: t(key === 'user' && view.seesMembers ? 'member' : key) }
    const direction = view.sort?.by === by ? view.sort.order : undefined
    return {
      title: (
        <SortTitle
          direction={direction}
          isRight={columns[key].align === 'right'}
          onSort={(order) => view.setSort(order && { by, order })}
        >
          {t(key)}
        </SortTitle>
      ),
      onHeaderCell: () => ({ ...ariaSortOf(direction), ...(key === 'speed' && { title: t('speedHelp') }) }),
    }
  }
  const columnOf = (key: LogColumn): Column => {
    const column = { key, ...titleOf(key), ...columns[key] }
    if (!spanned.includes(key)) return column
    return {
      ...column,
      onCell: (row) => (isCall(row) ? {} : { colSpan: key === sentenceColumn ? spanning.length : 0 }),
      render: (value, row, index) =>
        isCall(row) ? (column.render?.(value, row, index) ?? null) : <EventSentence row={row} />,
    }
  }
  return [
    {
      key: 'time',
      title: (
        <span title={zoneName()}>
          {t('time')} <span className={textStyles.quiet}>{zoneOffset(nowSeconds())}</span>
        </span>
      ),
      width: 122,
      fixed: 'start',
      render: (_, { created_at }) => (
        <time dateTime={new Date(created_at * 1000).toISOString()} title={formatTime(created_at)}>
          {formatLogTime(created_at, nowSeconds())}
        </time>
      ),
    },
    ...shown.map(columnOf),
  ]
}
