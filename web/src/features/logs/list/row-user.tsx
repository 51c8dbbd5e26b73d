import { formatCount } from '@turnpike/contract/quota'
import type { LogRow } from '@turnpike/contract/usage/log'
import { Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { initials } from '../../../lib/format/initials.ts'
import { useText } from '../../../lib/text/text.ts'
import { logsText } from '../logs.text.ts'
import { useLogUser } from '../use-logs.ts'
import styles from './log-cells.module.css'

type RowUserProps = { row: LogRow; onOnly: (username: string) => void }

/** The user of a row; a click shows the user's balance and usage. */
export function RowUser({ row: { user_id, username }, onOnly }: RowUserProps) {
  const t = useText(logsText)
  const [isOpen, setIsOpen] = useState(false)
  if (!username) return <span className={styles.quiet}>—</span>
  const only = () => {
    setIsOpen(false)
    onOnly(username)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={setIsOpen}
      title={username}
      content={isOpen && <AboutUser id={user_id} onOnly={only} />}
    >
      <button type="button" className={styles.user} aria-label={t('aboutUser', { name: username })}>
        <span className={styles.avatar} aria-hidden="true">
          {initials(username)}
        </span>
        <span className={styles.name} title={username}>
          {username}
        </span>
      </button>
    </Popover>
  )
}

function AboutUser({ id, onOnly }: { id: number; onOnly: () => void }) {
  const t = useText(logsText)
  const { data: user, error } = useLogUser(id)
  return (
    <div className={styles.popup}>
      {error && !user ? (
        <p className={styles.figures}>{error.message}</p>
      ) : (
        <dl className={styles.figures}>
          <dt>{t('balance')}</dt>
          <dd>{user && <Money quota={user.quota} />}</dd>
          <dt>{t('used')}</dt>
          <dd>{user && <Money quota={user.used_quota} of="spend" />}</dd>
          <dt>{t('requests')}</dt>
          <dd>{user && formatCount(user.request_count)}</dd>
          <dt>{t('group')}</dt>
          <dd>{user && <GroupTag name={user.group} />}</dd>
        </dl>
      )}
      <div className={styles.links}>
        <Link to={`/user/edit/${id}`}>{t('openUser')}</Link>
        <button type="button" onClick={onOnly}>
          {t('onlyUser')}
        </button>
      </div>
    </div>
  )
}
