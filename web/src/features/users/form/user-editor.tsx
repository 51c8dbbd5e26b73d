import type { User } from '@turnpike/contract/identity/user'
import type { PersonAction } from '@turnpike/contract/identity/user-admin'
import { useNavigate } from 'react-router'
import { afterSaving, LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { SaveBar } from '../../../components/form/save-bar.tsx'
import { EditPage } from '../../../components/page/edit-page.tsx'
import { useText } from '../../../lib/text/text.ts'
import { UserMenu } from '../list/user-menu.tsx'
import { UserStatus } from '../list/user-status.tsx'
import { useUserForm } from './use-user-form.ts'
import { UserFigures } from './user-figures.tsx'
import { userFormText } from './user-form.text.ts'
import { UserSections } from './user-sections.tsx'

/** The editor of one user as a page. */
export function UserEditor({ user }: { user: User }) {
  const t = useText(userFormText)
  const navigate = useNavigate()
  const form = useUserForm(user, () => {})
  const leaveIfGone = (action: PersonAction) => action === 'delete' && navigate('/user', { state: afterSaving })
  return (
    <form ref={form.element} style={{ display: 'contents' }} onSubmit={form.submit} noValidate>
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
