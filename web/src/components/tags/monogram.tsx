import styles from './tags.module.css'

/** Two letters in a tile in place of a vendor's logo; hidden from screen readers, because the name is beside it. */
export const Monogram = ({ letters }: { letters: string }) => (
  <span className={styles.tile} aria-hidden="true">
    {letters}
  </span>
)
