import { Outlet } from 'react-router'
import { org } from '../../lib/session/org-context.ts'
import { useSlowPageChange } from '../wanted-location.ts'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

/** Holds the page in every frame; "Skip to content" focuses it. Another organisation gets a page of its own. */
export function Content() {
  return (
    <main id="content" tabIndex={-1} className={styles.content} aria-busy={useSlowPageChange() || undefined}>
      <Outlet key={org.use()} />
    </main>
  )
}

/** The page alone below the top bar: sign-in, registration, reset. */
export const BareFrame = () => (
  <div className={styles.frame}>
    <Content />
  </div>
)

/** Public pages: the page and the footer below it. */
export const PublicFrame = () => (
  <div className={styles.frame}>
    <div className={styles.column}>
      <Content />
      <Footer />
    </div>
  </div>
)
