import bars from './data-table.module.css'
import { LoadingBar, LoadingCards, loadingRows, useEarlyClass } from './loading-bars.tsx'
import styles from './long-table.module.css'
import { type LongColumn, LongColumns } from './long-table.tsx'

type LoadingLongTableProps<Row> = { columns: readonly LongColumn<Row>[]; cards: boolean }

/** A skeleton of a long table: its header, and grey bars at the height of rows. Hidden from screen readers and the keyboard. */
export function LoadingLongTable<Row>({ columns, cards }: LoadingLongTableProps<Row>) {
  const early = useEarlyClass()
  if (cards) return <LoadingCards />
  return (
    <div className={styles.sheet} aria-busy="true">
      <table className={early ? `${styles.table} ${early}` : styles.table} inert>
        <LongColumns columns={columns} />
        <thead>
          <tr>
            <th />
            {columns.map(({ key, title, align }) => (
              <th key={key} className={align && styles[align]}>
                {title}
              </th>
            ))}
            <th />
          </tr>
        </thead>
        <tbody>
          {loadingRows.map((row) => (
            <tr key={row} className={bars.fading}>
              <td />
              {columns.map(({ key }, column) => (
                <td key={key}>
                  <LoadingBar row={row} column={column} />
                </td>
              ))}
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
