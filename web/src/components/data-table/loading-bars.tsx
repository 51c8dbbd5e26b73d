import { useDelayed } from '../../lib/timing/use-delayed.ts'
import layoutStyles from '../style/layout.module.css'
import styles from './data-table.module.css'

export const loadingRows = [0, 1, 2, 3, 4]
const widths = ['70%', '85%', '55%', '75%', '60%']

/** A fast response should not flash a skeleton; until then the same space stays empty. */
export const useEarlyClass = () => (useDelayed(150) ? undefined : styles.early)

type Cell = { row: number; column: number }

/** Stands for the text of a cell. */
export const LoadingBar = ({ row, column }: Cell) => (
  <span className={styles.bar} style={{ width: widths[(row + column * 2) % widths.length] }} />
)

/** A skeleton of a list of cards, fading downwards. */
export function LoadingCards() {
  const early = useEarlyClass()
  return (
    <ul className={early ? `${styles.cards} ${early}` : styles.cards} aria-busy="true">
      {loadingRows.map((row) => (
        <li key={row} className={`${styles.card} ${layoutStyles.stack12} ${styles.fading}`}>
          <LoadingBar row={row} column={0} />
          <LoadingBar row={row} column={1} />
          <LoadingBar row={row} column={2} />
        </li>
      ))}
    </ul>
  )
}
