import { Outlet } from 'react-router'
import { useSlowPageChange } from '../wanted-location.ts'
import styles from './frame.module.css'

/** Holds the page in every frame; "Skip to content" focuses it. */
export function Content() {
  return (
    <main id="content" tabIndex={-1} className={styles.content} aria-busy={useSlowPageChange() || undefined}>
      <Outlet />
    </main>
  )
}
