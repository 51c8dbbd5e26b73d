import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Sheet } from '../../../components/page/sheet.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import styles from '../overview.module.css'
import { overviewText } from '../overview.text.ts'

type BlockProps = {
  title: string
  /** How many there are; more than the rows, the rest is on the page. */
  count: number
  /** The page that has all of them. */
  to?: string
  /** Said when there is nothing. */
  none: string
  /** How many of them the rows show. */
  shown: number
  children: ReactNode
}

/** One subject of the overview: its rows and a link to its page, or one line that all is well. */
export function Block({ title, count, to, none, shown, children }: BlockProps) {
  const t = overviewText.use()
  return (
    <Sheet
      flush
      title={title}
      facts={count > 0 && count}
      extra={
        to && (
          <Link to={to} className={textStyles.small} aria-label={`${title}: ${t('showAll')}`}>
            {count > shown ? t('more', { count: count - shown }) : t('showAll')}
          </Link>
        )
      }
    >
      {count === 0 ? (
        <p className={styles.well}>
          <CircleCheck aria-hidden />
          {none}
        </p>
      ) : (
        <ul>{children}</ul>
      )}
    </Sheet>
  )
}

type BlockRowProps = {
  title: ReactNode
  detail: ReactNode
  figure?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** A row: what and since when on the left, a figure or actions on the right, further lines below. */
export const BlockRow = ({ title, detail, figure, actions, children }: BlockRowProps) => (
  <li className={styles.row}>
    <div className={styles.line}>
      <div className={layoutStyles.growing}>
        <div className={styles.name}>{title}</div>
        <div className={textStyles.hint}>{detail}</div>
      </div>
      {figure && <div className={styles.figure}>{figure}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
    {children}
  </li>
)
