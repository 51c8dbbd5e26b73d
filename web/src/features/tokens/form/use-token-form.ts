import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ErrorCode } from '@turnpike/contract/errors'
import { type Token, tokenApi } from '@turnpike/contract/identity/token'
import { useState } from 'react'
import { useConflict } from '../../../components/conflict/use-conflict.ts'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { CallError, call } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { ownTimeZone } from '../../../lib/format/own-time-zone.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { badAddressLine } from './address-lines.ts'
import { type Batch, createTokens } from './create-tokens.ts'
import { namesText } from './names.text.ts'
import { readNames } from './pasted-names.ts'
import { tokenFormText } from './token-form.text.ts'
import { problemsOf, type TokenField, type TokenProblem } from './token-problems.ts'
import {
  editOf,
  namesWanted,
  newLimitsOf,
  newTokenOf,
  newTokenValues,
  type TokenValues,
  valuesOf,
} from './token-values.ts'

/** Which field a refusal of the server is about. */
const fieldOf: Partial<Record<ErrorCode, TokenField>> = {
  token_name_missing: 'name',
  token_name_long: 'name',
  token_quota_invalid: 'quota',
  token_expiry_invalid: 'expiry',
  token_group_refused: 'group',
  token_ip_invalid: 'addresses',
}

export type TokenProblems = Partial<Record<TokenField, string>>
type Edit = { token: Token; values: TokenValues }
type Callbacks = { onCreated: (batch: Batch) => void; onSaved: () => void }

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The values of a new or edited token, their problems, and the request. */
export function useTokenForm(token: Token | undefined, { onCreated, onSaved }: Callbacks) {
  const t = tokenFormText.use()
  const tNames = namesText.use()
  const queries = useQueryClient()
  const [seen, setSeen] = useState(token)
  const [initial, setInitial] = useState(() => (token ? valuesOf(token) : newTokenValues))
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<TokenProblems>({})
  const [created, setCreated] = useState(0)

  const { conflict, close, catches } = useConflict(() => call(tokenApi.get, { params: { id: String(token?.id) } }))

  function refuse(error: Error) {
    if (catches(error)) return
    const field = error instanceof CallError && error.code ? fieldOf[error.code] : undefined
    if (field) setProblems({ [field]: error.message })
    else toast.error(error.message)
  }

  function wordsOf(problem: TokenProblem): string {
    if (problem === 'namesMany') return tNames(problem, { count: readNames(values.pasted).names.length })
    return problem === 'namesMissing' || problem === 'namesBad' ? tNames(problem) : t(problem)
  }

  const sending = useMutation({
    mutationFn: async (edit: Edit | undefined): Promise<Batch | undefined> => {
      if (edit) {
        const body = { ...editOf(edit.token, edit.values), seen_revision: edit.token.revision }
        await call(tokenApi.update, { query: {}, body })
        return undefined
      }
      const fields = { ...newTokenOf(values), limits: newLimitsOf(values, ownTimeZone()) }
      const create = (name: string) => call(tokenApi.create, { body: { ...fields, name } })
      return createTokens(namesWanted(values), create, setCreated)
    },
    onSuccess: (batch) => {
      if (!batch) return onSaved()
      if (batch.created.length > 0) return onCreated(batch)
      if (batch.error) refuse(batch.error)
    },
    onError: refuse,
    onSettled: () => {
      setCreated(0)
      return queries.invalidateQueries({ queryKey: ['tokens'] })
    },
  })

  /** The saved values, with what was entered here over them. */
  function showTheirs(): Edit | undefined {
    if (!conflict) return undefined
    const theirs = valuesOf(conflict.theirs)
    const mine = changedKeys(initial, values).map((name) => [name, values[name]])
    const merged = { ...theirs, ...Object.fromEntries(mine) }
    setSeen(conflict.theirs)
    setInitial(theirs)
    setValues(merged)
    close()
    return { token: conflict.theirs, values: merged }
  }

  // Wrong at a glance, so that no submit is needed to learn of it.
  const found = problemsOf(values, { now: nowSeconds(), initial: token && initial })
  const badLine = badAddressLine(values.addresses)
  const typingProblems: TokenProblems = {
    ...(found.count && { count: wordsOf(found.count) }),
    ...(badLine && { addresses: refusalText('token_ip_invalid', language.get(), { line: badLine }) }),
  }

  return {
    /** The token was saved elsewhere since this form was opened. */
    conflict: conflict && {
      by: conflict.by,
      opened: initial,
      theirs: valuesOf(conflict.theirs),
      onCancel: close,
      onReload: () => void showTheirs(),
      onOverwrite: () => sending.mutate(showTheirs()),
    },
    values,
    problems: { ...problems, ...typingProblems },
    isCountValid: found.count === undefined,
    isChanged: changedKeys(initial, values).length > 0,
    isSending: sending.isPending,
    /** How many tokens of a batch are created already. */
    created,
    set(change: Partial<TokenValues>) {
      setValues((now) => ({ ...now, ...change }))
      setProblems({}) // the other fields are checked again at the next submit
    },
    /** Sends the values, or shows their problems. */
    submit() {
      if (sending.isPending) return
      const found = Object.entries(problemsOf(values, { now: nowSeconds(), initial: token && initial }))
      setProblems(Object.fromEntries(found.map(([field, problem]) => [field, wordsOf(problem)])))
      if (!badLine && found.length === 0) sending.mutate(seen && { token: seen, values })
    },
  }
}
export type TokenForm = ReturnType<typeof useTokenForm>
