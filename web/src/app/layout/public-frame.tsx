import { Content } from './content.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

/** Public pages: the page and the footer below it. */
export function PublicFrame() {
  return (
    <div className={styles.frame}>
      <div className={styles.column}>
        <Content />
        <Footer />
      </div>
    </div>
  )
}
