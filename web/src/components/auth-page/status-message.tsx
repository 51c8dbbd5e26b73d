import { CircleAlert, Info, MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import textStyles from '../style/text.module.css'
import styles from './auth-page.module.css'

const icons = { warning: CircleAlert, mail: MailCheck, info: Info }

/** A sentence above the fields: why the visitor was redirected here, or what just happened. */
export function StatusMessage({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div role="status" className={kind === 'warning' ? `${styles.message} ${styles.warning}` : styles.message}>
      <Icon aria-hidden />
      <div className={textStyles.shrinkingAnywhere}>{children}</div>
    </div>
  )
}
