import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { Money } from '../../../components/figures/money.tsx'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { RoleTag } from './role-tag.tsx'
import { UserActions } from './user-actions.tsx'
import { Inviter, Moment, UserName } from './user-cells.tsx'
import { UserStatus } from './user-status.tsx'
import styles from './users.module.css'
import { usersText } from './users.text.ts'

/** A user on a small screen. */
export function UserCard({ user, onEdit }: { user: User; onEdit: (user: User) => void }) {
  const t = usersText.use()
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <h2 className={`${textStyles.growingEllipsis} ${styles.name}`}>
          <UserName user={user} />
        </h2>
        <UserStatus user={user} />
      </header>
      <dl className={styles.figures}>
        <dt>{t('balance')}</dt>
        <dd>
          <Money quota={user.quota} />
        </dd>
        <dt>{t('used')}</dt>
        <dd>
          <Money quota={user.used_quota} />
        </dd>
        <dt>{t('requests')}</dt>
        <dd>{formatCount(user.request_count)}</dd>
        <dt>{t('lastSignIn')}</dt>
        <dd>
          <Moment seconds={user.last_login_at} />
        </dd>
        {(user.aff_count > 0 || user.inviter_id > 0) && (
          <>
            <dt>{t('invited')}</dt>
            <dd>
              {user.aff_count} · <Money quota={user.aff_history_quota} />
            </dd>
            <dt>{t('inviter')}</dt>
            <dd>
              <Inviter id={user.inviter_id} />
            </dd>
          </>
        )}
      </dl>
      <footer className={styles.foot}>
        <span className={textStyles.quietSmall}>#{user.id}</span>
        <RoleTag number={user.role} />
        <GroupTag name={user.group} />
        <div className={styles.userCardActions}>
          <UserActions user={user} onEdit={onEdit} />
        </div>
      </footer>
    </article>
  )
}
