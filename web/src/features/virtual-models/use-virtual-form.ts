import type { ErrorCode } from '@turnpike/contract/errors'
import { formatCount } from '@turnpike/contract/quota'
import { conditionBounds, type VirtualModel } from '@turnpike/contract/routing/virtual-models'
import { useState } from 'react'
import { toast } from '../../components/overlay/toast-list.ts'
import { CallError } from '../../lib/api/call.ts'
import { useCreate, useEdit } from './use-virtual-models.ts'
import { virtualModelsText } from './virtual-models.text.ts'
import { bodyOf, type ConditionName, newValues, problemsOf, type VirtualValues, valuesOf } from './virtual-values.ts'

/** Which field a refusal of the server is about. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  virtual_name_invalid: 'name',
  virtual_name_taken: 'name',
  virtual_is_member: 'name',
  virtual_nested: 'members',
  virtual_members_count: 'members',
}

/** The problems in words, by field. */
export type ProblemWords = Partial<Record<string, string>>

/** The values of a new virtual model or of an edited one, their problems, and the request. */
export function useVirtualForm(virtual: VirtualModel | undefined, onSaved: (name: string) => void) {
  const t = virtualModelsText.use()
  const [initial] = useState<VirtualValues>(() => (virtual ? valuesOf(virtual) : newValues()))
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<ProblemWords>({})
  const [isSaved, setIsSaved] = useState(false)

  const saving = {
    onDone: () => {
      setIsSaved(true)
      onSaved(values.name.trim())
    },
    onError: (error: Error) => {
      const field = error instanceof CallError && error.code ? fieldOf[error.code] : undefined
      if (field) setProblems({ [field]: error.message })
      else toast.error(error.message)
    },
  }
  const creating = useCreate(saving)
  const editing = useEdit(saving)
  const isSending = creating.isPending || editing.isPending

  function wordsOf(field: string, problem: NonNullable<ReturnType<typeof problemsOf>[string]>): string {
    if (problem !== 'numberProblem') return t(problem)
    // The field of a condition is its name and the number of its row.
    const { min, max } = conditionBounds[field.split(' ')[0] as ConditionName]
    return t('numberProblem', { min: formatCount(min), max: formatCount(max) })
  }

  return {
    values,
    problems,
    isSending,
    isChanged: !isSaved && JSON.stringify(values) !== JSON.stringify(initial),
    set(change: Partial<VirtualValues>) {
      setValues((now) => ({ ...now, ...change }))
      setProblems({})
    },
    /** Sends the values, or shows their problems. */
    submit() {
      if (isSending) return
      const found = Object.entries(problemsOf(values))
      setProblems(Object.fromEntries(found.flatMap(([field, each]) => (each ? [[field, wordsOf(field, each)]] : []))))
      if (found.length > 0) return
      const body = bodyOf(values)
      if (virtual) editing.mutate({ id: virtual.id, seen_revision: virtual.revision, ...body })
      else creating.mutate(body)
    },
  }
}
