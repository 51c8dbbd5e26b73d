import type { User } from '@turnpike/contract/identity/user'
import type { PersonAction } from '@turnpike/contract/identity/user-admin'
import { formatCount } from '@turnpike/contract/quota'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import { afterSaving, LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { SaveBar } from '../../../components/form/save-bar.tsx'
import { EditPage } from '../../../components/page/edit-page.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { RoleTag } from '../list/role-tag.tsx'
import { Inviter, Moment } from '../list/user-cells.tsx'
import { UserMenu } from '../list/user-menu.tsx'
import { UserStatus } from '../list/user-status.tsx'
import { usersText } from '../list/users.text.ts'
import { useUserForm } from './use-user-form.ts'
import styles from './user-form.module.css'
import { userFormText } from './user-form.text.ts'
import { UserSections } from './user-sections.tsx'

/** The editor of one user as a page. */
export function UserEditor({ user }: { user: User }) {
  const t = userFormText.use()
  const navigate = useNavigate()
  const form = useUserForm(user, () => {})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const leaveIfGone = (action: PersonAction) => action === 'delete' && navigate('/user', { state: afterSaving })
  return (
    <form ref={form.element} style={{ display: 'contents' }} onSubmit={submit} noValidate>
      <EditPage
        title={t('editTitle')}
        object={user.username}
        backTo="/user"
        facts={
          <>
            <span>#{user.id}</span>
            <span>{user.username}</span>
            <UserStatus user={user} />
          </>
        }
        actions={<UserMenu user={user} onDone={leaveIfGone} />}
        aside={<UserFigures user={user} />}
        bar={
          <SaveBar
            changes={form.changes}
            isSaving={form.isSaving}
            back={
              form.changes.length > 0
                ? { text: t('discard'), onClick: form.discard }
                : { text: t('cancel'), onClick: () => navigate('/user') }
            }
          />
        }
      >
        <UserSections user={user} form={form} />
      </EditPage>
      <LeaveGuard changes={form.changes} />
    </form>
  )
}

/** The balance, usage, earnings and dates of a user, in a card beside the form. */
function UserFigures({ user }: { user: User }) {
  const t = usersText.use()
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
    <dl className={`${layoutStyles.framed} ${styles.figures}`}>
      {figures.map(({ name, value }) => (
        <div key={name} className={`${layoutStyles.wideRow} ${styles.row}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
