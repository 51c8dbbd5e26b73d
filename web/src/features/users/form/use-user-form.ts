import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { useMemo, useRef } from 'react'
import { differencesOf, useConflict, useSeen } from '../../../components/conflict/use-conflict.ts'
import { useEdits } from '../../../components/form/use-edits.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { showChange } from '../use-users.ts'
import { useProblems } from './use-problems.ts'
import { useSaveUser } from './use-save-user.ts'
import { userFormText } from './user-form.text.ts'
import { changeOf, problemsOf, type UserField, type UserValues, userFields, valuesOf } from './user-values.ts'

export type UserForm = ReturnType<typeof useUserForm>

const profileOf = ({ username, display_name, group }: User) => ({ username, display_name, group })

/** The edited values of one user, their problems, and the save. */
export function useUserForm(stored: User, onSaved: () => void) {
  const t = userFormText.use()
  const element = useRef<HTMLFormElement>(null)
  const start = useMemo(() => valuesOf(stored), [stored])
  const { values, edit, forget } = useEdits(start)
  const problems = useProblems(element)
  const queries = useQueryClient()
  const { conflict, close, catches } = useConflict(() => call(userAdminApi.get, { params: { id: String(stored.id) } }))
  const save = useSaveUser({
    onDone: () => {
      forget()
      toast.success(t('saved'))
      onSaved()
    },
    onError: (error) => {
      if (!catches(error)) problems.refuse(error)
    },
  })
  const changed = userFields.filter((name) => values[name] !== start[name])
  const seen = useSeen(stored, changed.length > 0)
  const send = () =>
    save.mutate({ id: stored.id, ...changeOf(values, changed), seen_revision: seen.get().revision || undefined })

  /** What was entered stays: the form keeps edits apart from the stored user. */
  function showTheirs() {
    if (!conflict) return
    seen.accept(conflict.theirs)
    showChange(queries, conflict.theirs.id, conflict.theirs)
    close()
  }

  return {
    element,
    /** Another administrator saved since the editing began. */
    conflict: conflict && {
      by: conflict.by,
      changes: differencesOf(profileOf(seen.get()), profileOf(conflict.theirs)),
      mineOf: (field: string) => changed.find((name) => name === field && name !== 'password'),
      onCancel: close,
      onReload: showTheirs,
      onOverwrite() {
        showTheirs()
        send()
      },
    },
    values,
    /** The labels of the fields that differ from the stored user. */
    changes: changed.map((name) => t(name)),
    isSaving: save.isPending,
    edit(change: Partial<UserValues>) {
      edit(change)
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
    submit() {
      if (save.isPending) return
      if (changed.length === 0) return toast.info(t('nothingModified'))
      if (problems.passes(problemsOf(values, stored))) send()
    },
  }
}
