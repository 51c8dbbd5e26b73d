import { Button, Input } from 'antd'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { useToast } from '../../../components/overlay/toast.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useText } from '../../../lib/text/text.ts'
import { useProblems } from './use-problems.ts'
import { useAddUser } from './use-save-user.ts'
import { userFormText } from './user-form.text.ts'
import { type NewUser, problemsOfNew } from './user-values.ts'

const emptyUser: NewUser = { username: '', display_name: '', password: '' }

/** Adds an ordinary user. */
export function AddUserDrawer({ onClosed }: { onClosed: () => void }) {
  const t = useText(userFormText)
  const toast = useToast()
  const id = useId()
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
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!add.isPending && problems.passes(problemsOfNew(values))) add.mutate(values)
  }
  return (
    <SideDrawer
      title={t('addTitle')}
      holdsInput={changedKeys(emptyUser, values).length > 0}
      startsTyping
      onClosed={onClosed}
      buttons={({ close, cancel }) => {
        closing.current = close
        return (
          <>
            <Button onClick={cancel}>{t('cancel')}</Button>
            <Button type="primary" htmlType="submit" form={id} loading={add.isPending}>
              {t('add')}
            </Button>
          </>
        )
      }}
    >
      <form ref={form} id={id} className={layoutStyles.fields} onSubmit={submit} noValidate>
        <Field label={t('username')} problem={problems.words.username}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={values.username}
              onChange={(event) => set({ username: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('display_name')} optional help={t('displayNameHelp')} problem={problems.words.display_name}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={values.display_name}
              onChange={(event) => set({ display_name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('password')} help={t('passwordHelp')} problem={problems.words.password}>
          {(control) => (
            <Input.Password
              {...control}
              autoComplete="new-password"
              value={values.password}
              onChange={(event) => set({ password: event.target.value })}
            />
          )}
        </Field>
      </form>
    </SideDrawer>
  )
}
