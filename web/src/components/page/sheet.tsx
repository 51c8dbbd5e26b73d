import type { ReactNode } from 'react'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './page.module.css'

type SheetProps = {
  title?: ReactNode
  /** One grey line beside the title. */
  facts?: ReactNode
  /** Right end of the title row. */
  extra?: ReactNode
  /** Without padding, for tables. */
  flush?: boolean
  children: ReactNode
}

/** The bordered surface that holds a list or a group of facts. */
export function Sheet({ title, facts, extra, flush = false, children }: SheetProps) {
  return (
    <section className={styles.sheet}>
      {(title || extra) && (
        <header className={styles.sheetHeader}>
          {title && <h2 className={textStyles.heading}>{title}</h2>}
          {facts && <span className={textStyles.quietSmall}>{facts}</span>}
          {extra && <div className={layoutStyles.atEnd}>{extra}</div>}
        </header>
      )}
      <div className={flush ? undefined : styles.sheetBody}>{children}</div>
    </section>
  )
}
