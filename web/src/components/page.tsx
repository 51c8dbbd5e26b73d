import type { ReactNode } from 'react'
import { useDocumentTitle } from '../lib/use-document-title.ts'
import styles from './page.module.css'

type PageProps = {
  title: string
  /** One grey line that says what is shown: "128 total · 119 enabled". */
  facts?: ReactNode
  /** Icon buttons, default buttons, overflow menu, primary last. */
  actions?: ReactNode
  /** Forms and public pages stop at 1184 px; lists use the whole width. */
  width?: 'fluid' | 'form'
  children: ReactNode
}

/** A console page: names the window, draws the title row, then whatever the page holds. */
export function Page({ title, facts, actions, width = 'fluid', children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className={width === 'form' ? `${styles.page} ${styles.form}` : styles.page}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        {facts && <p className={styles.facts}>{facts}</p>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
