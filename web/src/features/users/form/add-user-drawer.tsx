import { useRef, useState } from 'react'
import { InputField, PasswordField } from '../../../components/fields/input-field.tsx'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { useProblems } from './use-problems.ts'
import { useAddUser } from './use-save-user.ts'
import { userFormText } from './user-form.text.ts'
import { type NewUser, problemsOfNew } from './user-values.ts'

const emptyUser: NewUser = { username: '', display_name: '', password: '' }

/** Adds an ordinary user. */
export function AddUserDrawer({ onClosed }: { onClosed: () => void }) {
  const t = userFormText.use()
  const form = useRef<HTMLFormElement>(null)
  const closing = useRef(() => {})
  const [values, setValues] = useState(emptyUser)
  const problems = useProblems(form)
  const add = useAddUser({
    onDone: ({ username }) => {
      toast.success(t('added', { name: username }))
      closing.current()
    },
    onError: problems.refuse,
  })

  function set(change: Partial<NewUser>) {
    setValues((now) => ({ ...now, ...change }))
    problems.clear()
  }
  function submit() {
    if (!add.isPending && problems.passes(problemsOfNew(values))) add.mutate(values)
  }
  return (
    <FormDrawer
      title={t('addTitle')}
      holdsInput={changedKeys(emptyUser, values).length > 0}
      startsTyping
      onClosed={onClosed}
      onSubmit={submit}
      closing={closing}
      verb={t('add')}
      formRef={form}
      isSending={add.isPending}
    >
      <InputField
        label={t('username')}
        problem={problems.words.username}
        value={values.username}
        onChange={(username) => set({ username })}
      />
      <InputField
        label={t('display_name')}
        optional
        help={t('displayNameHelp')}
        problem={problems.words.display_name}
        value={values.display_name}
        onChange={(display_name) => set({ display_name })}
      />
      <PasswordField
        label={t('password')}
        help={t('passwordHelp')}
        problem={problems.words.password}
        autoComplete="new-password"
        value={values.password}
        onChange={(password) => set({ password })}
      />
    </FormDrawer>
  )
}
