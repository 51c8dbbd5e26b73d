import { Outlet } from 'react-router'
import styles from './frame.module.css'

/** Where the page goes, in every frame; also where "Skip to content" leads. */
export function Content() {
  return (
    <main id="content" tabIndex={-1} className={styles.content}>
      <Outlet />
    </main>
  )
}
