import { useQuery } from '@tanstack/react-query'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { formatCount } from '@turnpike/contract/quota'
import { Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { returnFocus } from '../../lib/browser/focus-return.ts'
import { initials } from '../../lib/format/initials.ts'
import { dictionary } from '../../lib/text/text.ts'
import { Money } from '../figures/money.tsx'
import textStyles from '../style/text.module.css'
import { GroupTag } from '../tags/group-tag.tsx'
import styles from './user-name.module.css'

const userText = dictionary({
  about: ['About {name}', '{name} 的信息'],
  requests: ['Requests', '请求数'],
  openUser: ['Open user', '打开用户'],
  onlyUser: ['Only this user', '只看该用户'],
})

type UserNameProps = {
  id: number
  name: string
  /** Filters the list by this user; absent where the list has no such filter. */
  onOnly?: (name: string) => void
}

/** The user of a row, for administrators; a click shows the user's balance and usage. */
export function UserName({ id, name, onOnly }: UserNameProps) {
  const t = userText.use()
  const [isOpen, setIsOpen] = useState(false)
  if (!name) return <span className={textStyles.quietSmall}>—</span>
  const only =
    onOnly &&
    (() => {
      setIsOpen(false)
      onOnly(name)
    })
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open) requestAnimationFrame(returnFocus)
      }}
      title={name}
      content={isOpen && <AboutUser id={id} onOnly={only} />}
    >
      <button type="button" className={styles.user} title={t('about', { name })}>
        <span className={styles.avatar} aria-hidden="true">
          {initials(name)}
        </span>
        <span className={styles.name}>{name}</span>
      </button>
    </Popover>
  )
}

/** Current balance and usage of the user. */
const useUser = (id: number) =>
  useQuery({ queryKey: ['users', 'one', id], queryFn: () => call(userAdminApi.get, { params: { id: String(id) } }) })

function AboutUser({ id, onOnly }: { id: number; onOnly: (() => void) | undefined }) {
  const t = userText.use()
  const { data: user, error } = useUser(id)
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
        {onOnly && (
          <button type="button" onClick={onOnly}>
            {t('onlyUser')}
          </button>
        )}
      </div>
    </div>
  )
}
