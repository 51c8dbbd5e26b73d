import { Content } from './content.tsx'
import styles from './frame.module.css'

/** The top bar and the page, nothing else: signing in. */
export function BareFrame() {
  return (
    <div className={styles.frame}>
      <Content />
    </div>
  )
}
