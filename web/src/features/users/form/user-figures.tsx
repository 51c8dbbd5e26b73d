import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { Money } from '../../../components/figures/money.tsx'
import { useText } from '../../../lib/text/text.ts'
import { RoleTag } from '../list/role-tag.tsx'
import { Inviter, Moment } from '../list/user-cells.tsx'
import { usersText } from '../list/users.text.ts'
import styles from './user-figures.module.css'

/** The balance, usage, earnings and dates of a user, in a card beside the form. */
export function UserFigures({ user }: { user: User }) {
  const t = useText(usersText)
  const figures = [
    { name: t('role'), value: <RoleTag number={user.role} /> },
    { name: t('balance'), value: <Money quota={user.quota} /> },
    { name: t('used'), value: <Money quota={user.used_quota} /> },
    { name: t('requests'), value: formatCount(user.request_count) },
    { name: t('invited'), value: formatCount(user.aff_count) },
    { name: t('earned'), value: <Money quota={user.aff_history_quota} /> },
    { name: t('inviter'), value: <Inviter id={user.inviter_id} /> },
    { name: t('created'), value: <Moment seconds={user.created_at} /> },
    { name: t('lastSignIn'), value: <Moment seconds={user.last_login_at} /> },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value }) => (
        <div key={name} className={styles.row}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
