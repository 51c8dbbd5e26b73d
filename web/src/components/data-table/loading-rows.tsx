import { Table } from 'antd'
import { selectionWidth, type TableColumns, tableWidth } from './data-rows.tsx'
import styles from './data-table.module.css'
import { LoadingBar, LoadingCards, loadingRows, useEarlyClass } from './loading-bars.tsx'

type LoadingRowsProps<Row> = { columns: TableColumns<Row>; cards: boolean; selectable: boolean; tall: boolean }

/** A skeleton of the table: the real header, grey bars at the real height, fading downwards. Hidden from screen readers and the keyboard. */
export function LoadingRows<Row extends object>({ columns, cards, selectable, tall }: LoadingRowsProps<Row>) {
  const early = useEarlyClass()
  if (cards) return <LoadingCards />
  const shapes: TableColumns<{ row: number }> = columns.map(({ key, title, width, align }, index) => ({
    key: key ?? index,
    title: typeof title === 'function' ? undefined : title,
    width,
    align,
    render: (_, { row }) => <LoadingBar row={row} column={index} />,
  }))
  return (
    <div className={tall ? `${styles.sheet} ${styles.tall}` : styles.sheet} aria-busy="true">
      <div inert>
        <Table<{ row: number }>
          className={early}
          columns={selectable ? [{ key: 'selection', width: selectionWidth }, ...shapes] : shapes}
          dataSource={loadingRows.map((row) => ({ row }))}
          rowKey="row"
          rowClassName={styles.fading}
          rowHoverable={false}
          pagination={false}
          tableLayout="fixed"
          scroll={{ x: tableWidth(columns, selectable) }}
        />
      </div>
    </div>
  )
}
