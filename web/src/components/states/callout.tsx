import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './callout.module.css'

type CalloutProps = {
  tone: 'success' | 'warning' | 'error'
  title: ReactNode
  /** More about it, below the title. */
  text?: ReactNode
  /** The link or button that changes it. */
  action?: ReactNode
}

/** Says inside a form or a drawer what is the case. Ant's own would cost every page 3 kB. */
export function Callout({ tone, title, text, action }: CalloutProps) {
  const Icon = tone === 'success' ? CircleCheck : TriangleAlert
  return (
    <div className={`${styles.callout} ${styles[tone]}`} role={tone === 'success' ? 'status' : 'alert'}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <div className={text ? styles.title : undefined}>{title}</div>
        {text && <div className={styles.text}>{text}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
