import { usageTone, usedShare } from '../figures/usage-tone.ts'
import styles from './usage-ring.module.css'

const turn = 100
/** The radius of a circle whose length is one turn. */
const radius = turn / (2 * Math.PI)
const strokes = { small: 7, large: 4 }

type UsageRingProps = {
  used: number
  amount: number
  /** Large rings have the used share inside. */
  size?: 'small' | 'large'
  /** For screen readers, where no text beside the ring says the same. */
  label?: string
}

/** The used share of an amount as a ring, which fills clockwise. */
export function UsageRing({ used, amount, size = 'large', label }: UsageRingProps) {
  const left = amount - used
  const share = usedShare(used, left)
  const stroke = strokes[size]
  const half = radius + stroke / 2
  const circle = { cx: half, cy: half, r: radius, fill: 'none', strokeWidth: stroke }
  return (
    <span
      className={`${styles.ring} ${styles[size]}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <svg viewBox={`0 0 ${2 * half} ${2 * half}`} aria-hidden="true" focusable="false">
        <circle {...circle} className={styles.track} />
        {share > 0 && (
          <circle
            {...circle}
            className={styles[usageTone(used, left)]}
            strokeDasharray={`${Math.max(1, share * turn)} ${turn}`}
            transform={`rotate(-90 ${half} ${half})`}
          />
        )}
        {size === 'large' && (
          <text x={half} y={half} className={styles.share}>
            {`${Math.floor(share * 100)}%`}
          </text>
        )}
      </svg>
    </span>
  )
}
