import styles from './tags.module.css'

const levels = [
  { above: 5, className: styles.stopped },
  { above: 3, className: styles.orangeTint },
  { above: 1, className: styles.raised },
]

/** The factor of a price: `×0.8`, coloured by its size. */
export function RatioTag({ ratio }: { ratio: number }) {
  const className = levels.find(({ above }) => ratio > above)?.className ?? styles.on
  return <span className={`${styles.ratio} ${className}`}>×{ratio}</span>
}
