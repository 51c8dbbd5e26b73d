import { isId } from '@turnpike/contract/page'
import { Link, useParams } from 'react-router'
import { FormSection } from '../../components/form/form-section.tsx'
import { EditPage } from '../../components/page/edit-page.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { CallError } from '../../lib/api/call.ts'
import { useDelayed } from '../../lib/timing/use-delayed.ts'
import { UserEditor } from './form/user-editor.tsx'
import { userFormText } from './form/user-form.text.ts'
import { useUser } from './use-users.ts'

/** `/user/edit/12`. */
export function EditUserPage() {
  const { id = '' } = useParams()
  // A new form for every id, so that nothing typed for one user is saved for another.
  return <StoredUser key={id} id={isId(id) ? Number(id) : 0} />
}

const refusals = new Set(['user_missing', 'user_read_forbidden', 'invalid_id'])

function StoredUser({ id }: { id: number }) {
  const user = useUser(id)
  if (user.data) return <UserEditor user={user.data} />
  return <NoUser id={id} user={user} />
}

function NoUser({ id, user }: { id: number; user: ReturnType<typeof useUser> }) {
  const t = userFormText.use()
  const refusal = user.error instanceof CallError && refusals.has(user.error.code ?? '') ? user.error : undefined
  if (refusal || id === 0)
    return (
      <EditPage title={t('editTitle')} backTo="/user">
        <EmptyState
          title={refusal?.message ?? t('missingUser')}
          text={refusal?.code === 'user_read_forbidden' ? undefined : t('missingUserText')}
          action={<Link to="/user">{t('toList')}</Link>}
        />
      </EditPage>
    )
  return (
    <EditPage title={t('editTitle')} backTo="/user">
      {user.isError ? <ErrorState error={user.error} onRetry={user.refetch} retrying={user.isFetching} /> : <Waiting />}
    </EditPage>
  )
}

const sections = ['account', 'money', 'history'] as const

/** Grey bars while the user is loading; the delay keeps a fast response from flashing them. */
function Waiting() {
  const t = userFormText.use()
  const bar = useDelayed(150) ? layoutStyles.loadingBar : `${layoutStyles.loadingBar} ${layoutStyles.invisible}`
  return (
    <div aria-busy="true">
      {sections.map((title) => (
        <FormSection key={title} title={t(title)} text={t(`${title}Text`)}>
          <div className={bar} />
          <div className={bar} />
        </FormSection>
      ))}
    </div>
  )
}
