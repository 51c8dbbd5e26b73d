import type { ErrorCode } from '@turnpike/contract/errors'
import { codeBounds, type Redemption, redemptionApi } from '@turnpike/contract/money/redemption'
import { useState } from 'react'
import { differencesOf, useConflict } from '../../components/conflict/use-conflict.ts'
import { changedKeys } from '../../components/form/changed-keys.ts'
import { toast } from '../../components/overlay/toast-list.ts'
import { CallError, call } from '../../lib/api/call.ts'
import { type CodeField, type CodeValues, newCodeValues, problemsOf, valuesOf } from './code-values.ts'
import { redemptionsText } from './redemptions.text.ts'
import { useCreateCodes, useEditCode } from './use-redemptions.ts'

/** Which field a refusal of the server is about. */
const fieldOf: Partial<Record<ErrorCode, CodeField>> = {
  code_name_length: 'name',
  code_quota_invalid: 'quota',
  code_count_low: 'count',
  code_count_high: 'count',
}

type Callbacks = { onCreated: (codes: string[]) => void; onSaved: () => void; defaultName: (quota: number) => string }

/** The values of new codes or of an edited one, their problems, and the request. */
export function useCodeForm(code: Redemption | undefined, { onCreated, onSaved, defaultName }: Callbacks) {
  const t = redemptionsText.use()
  const [seen, setSeen] = useState(code)
  const [initial, setInitial] = useState(() => (code ? valuesOf(code) : newCodeValues))
  const [values, setValues] = useState<CodeValues>(initial)
  const [problems, setProblems] = useState<Partial<Record<CodeField, string>>>({})

  const { conflict, close, catches } = useConflict(() => call(redemptionApi.get, { params: { id: String(code?.id) } }))

  function onError(error: Error) {
    if (catches(error)) return
    const field = error instanceof CallError && error.code ? fieldOf[error.code] : undefined
    if (field) setProblems({ [field]: error.message })
    else toast.error(error.message)
  }
  const creating = useCreateCodes({ onDone: onCreated, onError })
  const editing = useEditCode({ onDone: onSaved, onError })
  const isSending = creating.isPending || editing.isPending
  const { quota, count } = values
  const name = values.name.trim() || (code || !(quota >= codeBounds.quota.min) ? '' : defaultName(quota))
  const send = ({ id, revision }: Redemption, values: CodeValues) =>
    editing.mutate({ id, name: values.name.trim(), quota: values.quota, seen_revision: revision })

  /** The saved values, with what was entered here over them. */
  function showTheirs(): CodeValues {
    const theirs = conflict ? valuesOf(conflict.theirs) : initial
    const mine = changedKeys(initial, values).map((field) => [field, values[field]])
    const merged: CodeValues = { ...theirs, ...Object.fromEntries(mine) }
    if (conflict) setSeen(conflict.theirs)
    setInitial(theirs)
    setValues(merged)
    close()
    return merged
  }

  return {
    /** Another administrator saved since this form was opened. */
    conflict: conflict && {
      by: conflict.by,
      changes: differencesOf(initial, valuesOf(conflict.theirs)),
      edited: changedKeys(initial, values),
      onCancel: close,
      onReload: () => void showTheirs(),
      onOverwrite: () => send(conflict.theirs, showTheirs()),
    },
    values,
    /** The name of the codes. */
    name,
    problems,
    isChanged: changedKeys(initial, values).length > 0,
    isSending,
    set(change: Partial<CodeValues>) {
      setValues((now) => ({ ...now, ...change }))
      setProblems({})
    },
    /** Sends the values, or shows their problems. */
    submit() {
      if (isSending) return
      const found = Object.entries(problemsOf(values, { isNew: !code }))
      setProblems(Object.fromEntries(found.map(([field, problem]) => [field, t(problem)])))
      if (found.length > 0) return
      if (seen) send(seen, values)
      else creating.mutate({ name, quota, count })
    },
  }
}
