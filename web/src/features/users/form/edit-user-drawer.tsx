import type { User } from '@turnpike/contract/identity/user'
import { useRef } from 'react'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { ErrorState } from '../../../components/states/error-state.tsx'
import { useUser } from '../use-users.ts'
import { useUserForm } from './use-user-form.ts'
import styles from './user-form.module.css'
import { userFormText } from './user-form.text.ts'
import { UserSections } from './user-sections.tsx'

type EditUserDrawerProps = {
  /** The row of the list, shown until the stored user is loaded. */
  known: User
  onClosed: () => void
}

/** The editor of one user as a drawer over the list. */
export function EditUserDrawer({ known, onClosed }: EditUserDrawerProps) {
  const t = userFormText.use()
  const user = useUser(known.id, known)
  const closing = useRef(() => {})
  const form = useUserForm(user.data ?? known, () => closing.current())
  const isLost = user.isError && !user.data
  return (
    <FormDrawer
      title={
        <>
          {t('editTitle')} <span className={styles.which}>#{known.id}</span>
        </>
      }
      windowTitle={`${t('editTitle')} ${known.username}`}
      summary={form.changes.length > 0 && t('unsaved', { names: form.changes.join(t('comma')) })}
      holdsInput={form.changes.length > 0}
      onClosed={onClosed}
      onSubmit={form.submit}
      formClassName={styles.drawer}
      closing={closing}
      verb={t('save')}
      formRef={form.element}
      isSending={form.isSaving}
      isDisabled={isLost}
    >
      {isLost ? (
        <ErrorState error={user.error} onRetry={user.refetch} retrying={user.isFetching} />
      ) : (
        <UserSections user={user.data ?? known} form={form} />
      )}
    </FormDrawer>
  )
}
