import styles from './monogram.module.css'

/** Two letters in a tile in place of a vendor's logo; the name beside it says the same, so it is not read out. */
export const Monogram = ({ letters }: { letters: string }) => (
  <span className={styles.tile} aria-hidden="true">
    {letters}
  </span>
)
