import { useQuery } from '@tanstack/react-query'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { formatCount } from '@turnpike/contract/quota'
import { Popover } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/call.ts'
import { returnFocus } from '../../lib/browser/focus-return.ts'
import { dictionary } from '../../lib/text/text.ts'
import { Money } from '../figures/money.tsx'
import type { PopupButton } from '../menu/pressed-part.tsx'
import { GroupTag } from '../tags/group-tag.tsx'
import styles from './user-name.module.css'

const userText = dictionary({
  requests: ['Requests', '请求数'],
  openUser: ['Open user', '打开用户'],
  onlyUser: ['Only this user', '只看该用户'],
})

export type UserNameProps = {
  id: number
  name: string
  /** Filters the list by this user; absent where the list has no such filter. */
  onOnly?: (name: string) => void
}

/** The user's balance and usage below their name, open from the first drawing. */
export function OpenedUser({ id, name, onOnly, button }: UserNameProps & { button: PopupButton }) {
  const [isOpen, setIsOpen] = useState(true)
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
      {button}
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
