import type { User } from '@turnpike/contract/identity/user'
import { Tooltip } from 'antd'
import { Ellipsis } from 'lucide-react'
import { IconButton, QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { session } from '../../../lib/session/session.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { isAbove, isCancelled } from './standing.ts'
import { UserMenu } from './user-menu.tsx'
import styles from './users.module.css'
import { usersText } from './users.text.ts'

/** The actions of a row: none for a cancelled account, and disabled with a reason for a role as high as the viewer's. */
export function UserActions({ user, onEdit }: { user: User; onEdit: (user: User) => void }) {
  const t = usersText.use()
  const spoken = language.use()
  const viewer = session.use()
  if (isCancelled(user)) return null
  if (!isAbove(viewer, user))
    return (
      <Tooltip title={refusalText('user_update_forbidden', spoken)} trigger={['hover', 'focus']} placement="left">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be in reach of the keyboard */}
        <span className={`${styles.actions} ${styles.refused}`} tabIndex={0}>
          <QuietButton disabled>{t('edit')}</QuietButton>
          <IconButton icon={<Ellipsis />} label={t('actions')} disabled />
        </span>
      </Tooltip>
    )
  return (
    <span className={styles.actions}>
      <QuietButton onClick={() => onEdit(user)}>{t('edit')}</QuietButton>
      <UserMenu user={user} />
    </span>
  )
}
