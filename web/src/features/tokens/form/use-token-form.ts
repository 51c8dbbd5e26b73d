import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ErrorCode, errorText } from '@turnpike/contract/errors'
import { type Token, tokenApi } from '@turnpike/contract/token'
import { useState } from 'react'
import { changedKeys } from '../../../components/form/changed-keys.ts'
import { useToast } from '../../../components/overlay/toast.tsx'
import { CallError, call } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { useText } from '../../../lib/text/text.ts'
import { badAddressLine } from './address-lines.ts'
import { namesOf } from './batch-names.ts'
import { type Batch, createTokens } from './create-tokens.ts'
import { tokenFormText } from './token-form.text.ts'
import { problemsOf, type TokenField } from './token-problems.ts'
import { editOf, newTokenOf, newTokenValues, type TokenValues, valuesOf } from './token-values.ts'

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
type Callbacks = { onCreated: (batch: Batch) => void; onSaved: () => void }

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The values of a new or edited token, their problems, and the request. */
export function useTokenForm(token: Token | undefined, { onCreated, onSaved }: Callbacks) {
  const t = useText(tokenFormText)
  const toast = useToast()
  const queries = useQueryClient()
  const [initial] = useState(() => (token ? valuesOf(token) : newTokenValues))
  const [values, setValues] = useState(initial)
  const [problems, setProblems] = useState<TokenProblems>({})
  const [created, setCreated] = useState(0)

  function refuse(error: Error) {
    const field = error instanceof CallError && error.code ? fieldOf[error.code] : undefined
    if (field) setProblems({ [field]: error.message })
    else toast.error(error.message)
  }

  const sending = useMutation({
    mutationFn: async (): Promise<Batch | undefined> => {
      if (token) {
        await call(tokenApi.update, { query: {}, body: editOf(token, values) })
        return undefined
      }
      const fields = newTokenOf(values)
      const create = (name: string) => call(tokenApi.create, { body: { ...fields, name } })
      return createTokens(namesOf(fields.name, values.count), create, setCreated)
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

  // Wrong at a glance, so that no submit is needed to learn of it.
  const found = problemsOf(values, { now: nowSeconds(), initial: token && initial })
  const badLine = badAddressLine(values.addresses)
  const typingProblems: TokenProblems = {
    ...(found.count && { count: t(found.count) }),
    ...(badLine && { addresses: errorText('token_ip_invalid', language.get(), { line: badLine }) }),
  }

  return {
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
    /** Sends the values, or shows their problems and returns the first field that has one. */
    submit(): TokenField | undefined {
      if (sending.isPending) return
      const found = Object.entries(problemsOf(values, { now: nowSeconds(), initial: token && initial }))
      setProblems(Object.fromEntries(found.map(([field, problem]) => [field, t(problem)])))
      if (badLine) return 'addresses'
      if (found.length > 0) return found[0]?.[0] as TokenField // keys of an object come as plain text
      sending.mutate()
    },
  }
}
export type TokenForm = ReturnType<typeof useTokenForm>
