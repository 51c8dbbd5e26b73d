import { Table } from 'antd'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import layoutStyles from '../style/layout.module.css'
import { selectionWidth, type TableColumns, tableWidth } from './data-rows.tsx'
import styles from './data-table.module.css'

const rows = [0, 1, 2, 3, 4]
const barWidths = ['70%', '85%', '55%', '75%', '60%']

type LoadingRowsProps<Row> = { columns: TableColumns<Row>; cards: boolean; selectable: boolean; tall: boolean }

/** A skeleton of the table: the real header, grey bars at the real height, fading downwards. Hidden from screen readers and the keyboard. */
export function LoadingRows<Row extends object>({ columns, cards, selectable, tall }: LoadingRowsProps<Row>) {
  // A fast response should not flash a skeleton; until then the same space stays empty.
  const late = useDelayed(150)
  const bar = (row: number, column: number) => (
    <span className={styles.bar} style={{ width: barWidths[(row + column * 2) % barWidths.length] }} />
  )
  if (cards) {
    return (
      <ul className={late ? styles.cards : `${styles.cards} ${styles.early}`} aria-busy="true">
        {rows.map((row) => (
          <li key={row} className={`${styles.card} ${layoutStyles.stack12} ${styles.fading}`}>
            {bar(row, 0)}
            {bar(row, 1)}
            {bar(row, 2)}
          </li>
        ))}
      </ul>
    )
  }
  const shapes: TableColumns<{ row: number }> = columns.map(({ key, title, width, align }, index) => ({
    key: key ?? index,
    title: typeof title === 'function' ? undefined : title,
    width,
    align,
    render: (_, { row }) => bar(row, index),
  }))
  return (
    <div className={tall ? `${styles.sheet} ${styles.tall}` : styles.sheet} aria-busy="true">
      <div inert>
        <Table<{ row: number }>
          className={late ? undefined : styles.early}
          columns={selectable ? [{ key: 'selection', width: selectionWidth }, ...shapes] : shapes}
          dataSource={rows.map((row) => ({ row }))}
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
