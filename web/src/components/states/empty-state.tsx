import type { ReactNode } from 'react'
import { Road } from './road.tsx'
import styles from './state.module.css'

type EmptyStateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode }

/** An empty list or a missing page: what would be here, and the next step. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <div className={styles.drawing}>
        <Road />
      </div>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
