import { role } from '@turnpike/contract/identity/user'
import { Info } from 'lucide-react'
import { Link } from 'react-router'
import { useStatus } from '../../lib/api/status.ts'
import { session } from '../../lib/session/session.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './drawings.module.css'
import { drawingsText } from './drawings.text.ts'

/** Tells administrators that callbacks are off: clients that only wait for one never learn of their result. */
export function NotifyNotice() {
  const t = useText(drawingsText)
  const status = useStatus()
  const level = session.use()?.role ?? 0
  if (level < role.admin || status?.mj_notify_enabled !== false) return null
  return (
    <div className={styles.notice} role="note">
      <Info aria-hidden />
      <span>{t('notifyOff')}</span>
      {level >= role.root && <Link to="/setting?tab=operation">{t('openSettings')}</Link>}
    </div>
  )
}
