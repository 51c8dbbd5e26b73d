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

/** The edited values of one user, their problems, and the save. */
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
    /** The labels of the fields that differ from the stored user. */
    changes: changed.map((name) => t(name)),
    isSaving: save.isPending,
    edit(change: Partial<Omit<UserValues, 'quota_base'>>) {
      // The base is the balance at the first change of the field, not the one that a reload brings.
      edit(change.quota === undefined ? change : { ...change, quota_base: values.quota_base })
      problems.clear()
    },
    discard() {
      forget()
      problems.clear()
    },
    /** For a `Field`. */
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
