import type { ErrorCode } from '@turnpike/contract/errors'
import { codeBounds, type Redemption } from '@turnpike/contract/redemption'
import { useState } from 'react'
import { changedKeys } from '../../components/form/changed-keys.ts'
import { useToast } from '../../components/overlay/toast.tsx'
import { CallError } from '../../lib/api/call.ts'
import { useText } from '../../lib/text/text.ts'
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
  const t = useText(redemptionsText)
  const toast = useToast()
  const [initial] = useState(() => (code ? valuesOf(code) : newCodeValues))
  const [values, setValues] = useState<CodeValues>(initial)
  const [problems, setProblems] = useState<Partial<Record<CodeField, string>>>({})

  function onError(error: Error) {
    const field = error instanceof CallError && error.code ? fieldOf[error.code] : undefined
    if (field) setProblems({ [field]: error.message })
    else toast.error(error.message)
  }
  const creating = useCreateCodes({ onDone: onCreated, onError })
  const editing = useEditCode({ onDone: onSaved, onError })
  const isSending = creating.isPending || editing.isPending
  const { quota, count } = values
  const name = values.name.trim() || (code || !(quota >= codeBounds.quota.min) ? '' : defaultName(quota))

  return {
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
    /** Sends the values; false when there are problems. */
    submit(): boolean {
      if (isSending) return true
      const found = Object.entries(problemsOf(values, { isNew: !code }))
      setProblems(Object.fromEntries(found.map(([field, problem]) => [field, t(problem)])))
      if (found.length > 0) return false
      if (code) editing.mutate({ id: code.id, name, quota })
      else creating.mutate({ name, quota, count })
      return true
    },
  }
}
