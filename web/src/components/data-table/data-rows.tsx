import { Table, type TableColumnsType } from 'antd'
import { type Key, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { dictionary } from '../../lib/text/text.ts'
import textStyles from '../style/text.module.css'
import type { Selection } from './batch-bar.tsx'
import styles from './data-table.module.css'

export type TableColumns<Row> = TableColumnsType<Row>

/** The title of the column of chevrons, for screen readers only. */
const rowsText = dictionary({ unfold: ['Expand', '展开'] })

const topBarHeight = 48
const fluidColumnMin = 168

export const selectionWidth = 40

/** The minimum width: the fixed columns and enough of the fluid one to read a name. */
export const tableWidth = <Row,>(columns: TableColumns<Row>, selectable: boolean) =>
  columns.reduce(
    (sum, { width }) => sum + (typeof width === 'number' ? width : fluidColumnMin),
    selectable ? selectionWidth : 0,
  )

/** React passes on clicks in menus and dialogs that a row has opened, though they are not in the row. */
const isOutsideControls = ({ target, currentTarget }: MouseEvent) =>
  currentTarget.contains(target as Element) && !(target as Element).closest('a, button, input, label, .ant-select')

type DataRowsProps<Row> = {
  rows: Row[]
  columns: TableColumns<Row>
  rowKey: (row: Row) => Key
  /** The rows are those of the page before, while the next one loads. */
  stale: boolean
  showsCards: boolean
  card?: (row: Row) => ReactNode
  selection?: Selection
  lead?: (row: Row) => ReactNode
  rowName?: (row: Row) => string
  rowClassName?: (row: Row) => string | undefined
  tall?: boolean
  onOpen?: (row: Row) => void
  unfolding?: Unfolding<Row>
  totals?: ReactNode
  /** The pager. */
  children: ReactNode
}

/** Rows that unfold: the details are below the row, as wide as the view. */
export type Unfolding<Row> = {
  isOpen: (row: Row) => boolean
  canOpen: (row: Row) => boolean
  onToggle: (row: Row) => void
  /** The button in front of a row. */
  toggle: (row: Row) => ReactNode
  content: (row: Row) => ReactNode
}

const hasLead = <Row,>(lead: DataRowsProps<Row>['lead'], row: Row) => (lead?.(row) ?? null) !== null

/** `lead` replaces checkboxes; without a checkbox column it needs a column of its own. */
function withLead<Row>({ columns, selection, lead }: DataRowsProps<Row>, title: string): TableColumns<Row> {
  if (!lead || selection) return columns
  return [
    {
      key: 'lead',
      title: <span className={textStyles.unseen}>{title}</span>,
      width: selectionWidth,
      fixed: 'start',
      render: (_, row) => lead(row),
    },
    ...columns,
  ]
}

/** The loaded rows: a table, or cards on a small screen. */
export function DataRows<Row extends object>(props: DataRowsProps<Row>) {
  const { rows, rowKey, stale, showsCards, card, selection, lead, rowName, rowClassName, tall = false } = props
  const { unfolding, totals } = props
  const t = rowsText.use()
  const onOpen = props.onOpen ?? (unfolding && ((row: Row) => unfolding.canOpen(row) && unfolding.onToggle(row)))
  const columns = withLead(props, t('unfold'))
  const sheet = useRef<HTMLDivElement>(null)
  // The hidden row in which Ant measures the columns repeats their titles: the Tab key must not reach those.
  useLayoutEffect(() => sheet.current?.querySelector('.ant-table-measure-row')?.setAttribute('inert', ''))
  if (showsCards && card) {
    return (
      <>
        <ul className={stale ? `${styles.cards} ${styles.stale}` : styles.cards} aria-busy={stale}>
          {rows.map((row) => (
            <li key={rowKey(row)} className={`${styles.card} ${rowClassName?.(row) ?? ''}`}>
              {card(row)}
            </li>
          ))}
        </ul>
        {totals}
        {props.children}
      </>
    )
  }
  return (
    <div ref={sheet} className={tall ? `${styles.sheet} ${styles.tall}` : styles.sheet} aria-busy={stale}>
      <Table<Row>
        className={stale ? styles.stale : undefined}
        columns={columns}
        dataSource={rows}
        rowKey={rowKey}
        pagination={false}
        tableLayout="fixed"
        sticky={{ offsetHeader: topBarHeight }}
        scroll={{ x: tableWidth(columns, selection !== undefined || unfolding !== undefined) }}
        rowClassName={(row) => rowClassName?.(row) ?? ''}
        rowSelection={
          selection && {
            selectedRowKeys: selection.keys,
            onChange: selection.onChange,
            fixed: true,
            getCheckboxProps: (row) => ({ disabled: hasLead(lead, row), 'aria-label': rowName?.(row) }),
            renderCell: (_, row, __, checkbox) => (hasLead(lead, row) ? lead?.(row) : checkbox),
          }
        }
        expandable={
          unfolding && {
            columnWidth: selectionWidth,
            columnTitle: <span className={textStyles.unseen}>{t('unfold')}</span>,
            expandedRowKeys: rows.filter(unfolding.isOpen).map(rowKey),
            rowExpandable: unfolding.canOpen,
            expandedRowClassName: styles.unfolded ?? '',
            expandIcon: ({ record }) => (unfolding.canOpen(record) ? unfolding.toggle(record) : null),
            expandedRowRender: unfolding.content,
          }
        }
        onRow={onOpen && ((row) => ({ onClick: (event) => isOutsideControls(event) && onOpen(row) }))}
      />
      {totals}
      {props.children}
    </div>
  )
}
