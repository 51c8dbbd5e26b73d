import { Content } from './content.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

/** Pages for everyone: the page and the footer at its end. */
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
