import type { ReactNode } from 'react'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './page.module.css'

type PageProps = {
  title: string
  /** One grey line about the content: "128 total · 119 enabled". */
  facts?: ReactNode
  /** Icon buttons, default buttons, overflow menu, primary last. */
  actions?: ReactNode
  /** Forms and public pages stop at 1192 px; lists use the whole width. */
  width?: 'fluid' | 'form'
  /** Small screens: the one or two main actions, fixed at the bottom. The pager then scrolls with the rows. */
  bar?: ReactNode
  children: ReactNode
}

/** A console page: sets the document's title, draws the title row, then the content. */
export function Page({ title, facts, actions, width = 'fluid', bar, children }: PageProps) {
  useDocumentTitle(title)
  const hasBar = useSmallScreen() && Boolean(bar)
  const className = [styles.page, width === 'form' && styles.form, hasBar && styles.barred].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <header className={styles.header}>
        <h1 className={textStyles.pageTitle}>{title}</h1>
        {facts && <p className={textStyles.quiet}>{facts}</p>}
        {actions && <div className={`${layoutStyles.buttonsAtEnd} ${layoutStyles.row}`}>{actions}</div>}
      </header>
      {children}
      {hasBar && (
        <div className={styles.bar} data-foot>
          {bar}
        </div>
      )}
    </div>
  )
}
