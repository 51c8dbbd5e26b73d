import styles from './figures.module.css'
import { usageTone, usedShare } from './usage-tone.ts'

/** A thin bar of the used share. Hidden from screen readers, because the figures are beside it. */
export function UsageMeter({ used, left }: { used: number; left: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles[usageTone(used, left)]} style={{ width: `${usedShare(used, left) * 100}%` }} />
    </span>
  )
}
