import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import styles from './frame.module.css'

/** Holds the page in every frame; "Skip to content" focuses it. */
export function Content({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <main id="content" tabIndex={-1} className={styles.content}>
      {children}
    </main>
  )
}
