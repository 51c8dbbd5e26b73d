import { Checkbox, Table } from 'antd'
import { type CSSProperties, type Key, useRef } from 'react'
import { dictionary, useText } from '../../lib/text/text.ts'
import { isOutsideControls, selectionWidth, type TableColumns, tableWidth, topBarHeight } from './data-rows.tsx'
import styles from './data-table.module.css'
import { useVisibleRows } from './use-visible-rows.ts'

const longTableText = dictionary({ en: { all: 'Select all' }, zh: { all: '全选' } })

const rowHeight = 36

type LongTableProps<Row> = {
  rows: readonly Row[]
  columns: TableColumns<Row>
  rowKey: (row: Row) => Key
  /** The accessible name of a row's checkbox. */
  rowName: (row: Row) => string
  rowClassName?: (row: Row) => string | undefined
  selected: readonly Key[]
  onSelect: (keys: Key[]) => void
  /** A click on a row outside its controls. */
  onOpen: (row: Row) => void
}

/** All rows of a list without pages; only those near the window are drawn, so a thousand scroll like twenty. */
export function LongTable<Row extends object>(props: LongTableProps<Row>) {
  const { rows, columns, rowKey, rowName, rowClassName, selected, onSelect, onOpen } = props
  const t = useText(longTableText)
  const sheet = useRef<HTMLDivElement>(null)
  const { first, end } = useVisibleRows(sheet, rowHeight, rows.length)
  const heights = { '--above': `${first * rowHeight}px`, '--below': `${(rows.length - end) * rowHeight}px` }
  const chosen = new Set(selected)
  const isAll = rows.every((row) => chosen.has(rowKey(row)))
  return (
    <div ref={sheet} className={`${styles.sheet} ${styles.long}`} style={heights as CSSProperties}>
      <Table<Row>
        columns={columns}
        dataSource={rows.slice(first, end)}
        rowKey={rowKey}
        pagination={false}
        tableLayout="fixed"
        sticky={{ offsetHeader: topBarHeight }}
        scroll={{ x: tableWidth(columns, true) }}
        rowClassName={(row) => rowClassName?.(row) ?? ''}
        rowSelection={{
          selectedRowKeys: [...selected],
          preserveSelectedRowKeys: true, // rows that are not drawn stay selected
          onChange: onSelect,
          fixed: true,
          columnWidth: selectionWidth,
          columnTitle: (
            <Checkbox
              aria-label={t('all')}
              checked={isAll}
              indeterminate={!isAll && selected.length > 0}
              onChange={() => onSelect(isAll ? [] : rows.map(rowKey))}
            />
          ),
          getCheckboxProps: (row) => ({ 'aria-label': rowName(row) }),
        }}
        onRow={(row) => ({ onClick: (event) => isOutsideControls(event) && onOpen(row) })}
      />
    </div>
  )
}
