import type { ReactNode } from 'react'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import styles from './row-list.module.css'

/** A list of rows in one sheet, each with its actions. */
export const RowList = ({ children }: { children: ReactNode }) => <ul className={layoutStyles.framed}>{children}</ul>

type RowProps = { title: ReactNode; detail: ReactNode; actions?: ReactNode }

export const Row = ({ title, detail, actions }: RowProps) => (
  <li className={styles.row}>
    <div className={layoutStyles.growing}>
      <div className={styles.title}>{title}</div>
      <div className={`${textStyles.hint} ${styles.detail}`}>{detail}</div>
    </div>
    {actions && <div className={styles.fixedButtons}>{actions}</div>}
  </li>
)
