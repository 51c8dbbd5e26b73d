import type { User } from '@turnpike/contract/user'
import { type FormEvent, useMemo, useRef } from 'react'
import { useEdits } from '../../../components/form/use-edits.ts'
import { useToast } from '../../../components/overlay/toast.tsx'
import { useText } from '../../../lib/text/text.ts'
import { useProblems } from './use-problems.ts'
import { useSaveUser } from './use-save-user.ts'
import { userFormText } from './user-form.text.ts'
import { changeOf, problemsOf, type UserField, type UserValues, userFields, valuesOf } from './user-values.ts'

export type UserForm = ReturnType<typeof useUserForm>

/** What is changed about one user, and the way to the server. */
export function useUserForm(stored: User, onSaved: () => void) {
  const t = useText(userFormText)
  const toast = useToast()
  const element = useRef<HTMLFormElement>(null)
  const start = useMemo(() => valuesOf(stored), [stored])
  const { values, edit, forget } = useEdits(start)
  const problems = useProblems(element)
  const save = useSaveUser({
    onDone: () => {
      forget()
      toast.success(t('saved'))
      onSaved()
    },
    onError: problems.refuse,
  })
  const changed = userFields.filter((name) =>
    name === 'quota' ? !Object.is(values.quota, values.quota_base) : values[name] !== start[name],
  )

  return {
    element,
    values,
    /** The names of what differs from what is stored. */
    changes: changed.map((name) => t(name)),
    isSaving: save.isPending,
    edit(change: Partial<Omit<UserValues, 'quota_base'>>) {
      // From the first change of it, the balance is compared with the one that stood there then.
      edit(change.quota === undefined ? change : { ...change, quota_base: values.quota_base })
      problems.clear()
    },
    discard() {
      forget()
      problems.clear()
    },
    /** What a `Field` shows of one of them. */
    field: (name: UserField) => ({
      label: t(name),
      problem: problems.words[name],
      isChanged: changed.includes(name),
    }),
    submit(event: FormEvent) {
      event.preventDefault()
      if (save.isPending) return
      if (changed.length === 0) return toast.info(t('nothingModified'))
      if (problems.passes(problemsOf(values, stored))) save.mutate({ id: stored.id, ...changeOf(values, changed) })
    },
  }
}
