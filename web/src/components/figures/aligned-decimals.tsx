import styles from './figures.module.css'

/** An amount in a right-aligned column, whose decimal point stands below those of other amounts. */
export function AlignedDecimals({ text, decimals }: { text: string; decimals: number }) {
  const fraction = text.split('.')[1]
  const missing =
    fraction === undefined ? `.${'0'.repeat(decimals)}` : '0'.repeat(Math.max(0, decimals - fraction.length))
  return (
    <span className={styles.aligned} data-missing={missing}>
      {text}
    </span>
  )
}
