import { Content } from './content.tsx'
import styles from './frame.module.css'

/** The page alone below the top bar: sign-in, registration, reset. */
export function BareFrame() {
  return (
    <div className={styles.frame}>
      <Content />
    </div>
  )
}
