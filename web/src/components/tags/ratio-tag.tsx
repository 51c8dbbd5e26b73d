import styles from './ratio-tag.module.css'

const levels = [
  { above: 5, look: styles.steep },
  { above: 3, look: styles.high },
  { above: 1, look: styles.raised },
]

/** What a price is multiplied by: `×0.8`, tinted by how dear it is. */
export function RatioTag({ ratio }: { ratio: number }) {
  const look = levels.find(({ above }) => ratio > above)?.look ?? styles.low
  return <span className={`${styles.ratio} ${look}`}>×{ratio}</span>
}
