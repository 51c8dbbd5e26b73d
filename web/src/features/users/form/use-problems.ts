import type { ErrorCode } from '@turnpike/contract/errors'
import { type RefObject, useState } from 'react'
import { toast } from '../../../components/overlay/toast-list.ts'
import { CallError } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { userFormText } from './user-form.text.ts'
import type { UserField, UserProblem, UserProblems } from './user-values.ts'

/** Which field a refusal of the server is about. */
const fieldOf: Partial<Record<ErrorCode, UserField>> = {
  username_taken: 'username',
  username_invalid: 'username',
  display_name_long: 'display_name',
  password_length: 'password',
  group_unknown: 'group',
}

/** The problems of a form by field, in words; a new problem gets the focus. */
export function useProblems(form: RefObject<HTMLFormElement | null>) {
  const t = userFormText.use()
  const spoken = language.use()
  const [words, setWords] = useState<Partial<Record<UserField, string>>>({})

  const wordsOf = (problem: UserProblem) => (problem === 'missing' ? t(problem) : refusalText(problem, spoken))
  const show = (next: Partial<Record<UserField, string>>) => {
    setWords(next)
    // The messages are drawn after this handler.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return {
    words,
    clear: () => setWords({}),
    /** True when there are none; otherwise shows them. */
    passes(problems: UserProblems) {
      const found = Object.entries(problems)
      if (found.length === 0) return true
      show(Object.fromEntries(found.map(([field, problem]) => [field, wordsOf(problem)])))
      return false
    },
    refuse(error: Error) {
      const field = error instanceof CallError && error.code ? fieldOf[error.code] : undefined
      if (field) show({ [field]: error.message })
      else toast.error(error.message)
    },
  }
}
