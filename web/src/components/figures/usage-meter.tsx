import styles from './usage-meter.module.css'
import { usageTone, usedShare } from './usage-tone.ts'

/** A thin line that fills as something is used up. The figures stand beside it, so it says nothing of its own. */
export function UsageMeter({ used, left }: { used: number; left: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles[usageTone(used, left)]} style={{ width: `${usedShare(used, left) * 100}%` }} />
    </span>
  )
}
