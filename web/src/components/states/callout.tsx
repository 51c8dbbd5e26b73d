import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import textStyles from '../style/text.module.css'
import styles from './callout.module.css'

type CalloutProps = {
  tone: 'success' | 'warning' | 'error'
  title: ReactNode
  /** Details below the title. */
  text?: ReactNode
  /** The link or button that resolves it. */
  action?: ReactNode
}

/** A message inside a form or a drawer. Ant's Alert would add 3 kB to every page. */
export function Callout({ tone, title, text, action }: CalloutProps) {
  const Icon = tone === 'success' ? CircleCheck : TriangleAlert
  return (
    <div className={`${styles.callout} ${styles[tone]}`} role={tone === 'success' ? 'status' : 'alert'}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.words}>
        <div className={text ? textStyles.medium : undefined}>{title}</div>
        {text && <div className={textStyles.secondary}>{text}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
