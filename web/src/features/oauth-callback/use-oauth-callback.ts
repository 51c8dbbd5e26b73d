import { useQueryClient } from '@tanstack/react-query'
import type { SignInOutcome } from '@turnpike/contract/identity/user'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { toast } from '../../components/overlay/toast-list.ts'
import { invitation } from '../../lib/session/invitation.ts'
import { session } from '../../lib/session/session.ts'
import { useEnterConsole } from '../../lib/session/use-enter-console.ts'
import { oauthCallbackText } from './oauth-callback.text.ts'
import { tryAgain } from './try-again.ts'

type CallbackResult = {
  code: string | undefined
  state: string | undefined
  error: string | undefined
  iss: string | undefined
}
export type CallbackProvider = {
  name: string
  /** Where a binding was begun. */
  page: string
  send(query: CallbackResult): Promise<{ message: string; data?: SignInOutcome | undefined }>
}

const wait = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))

/** Sends the provider's code to the server, once, and navigates to the result. Returns the number of the retry. */
export function useOauthCallback(provider: CallbackProvider): number {
  const t = oauthCallbackText.use()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const enterConsole = useEnterConsole()
  const [query] = useSearchParams()
  const [retry, setRetry] = useState(0)
  const hasBegun = useRef(false)

  const finish = useEffectEvent(async () => {
    const param = (name: string) => query.get(name) ?? undefined
    const response = { code: param('code'), state: param('state'), error: param('error'), iss: param('iss') }
    try {
      const { message, data } = await tryAgain(() => provider.send(response), wait, setRetry)
      if (data) {
        invitation.set(undefined) // the state carried it
        return enterConsole(data)
      }
      if (message === 'bind') toast.success(t('bound', { name: provider.name }))
      // The top bar of this page has loaded the user before the binding was added.
      queries.invalidateQueries({ queryKey: ['self'] })
      navigate(provider.page, { replace: true })
    } catch (error) {
      if (error instanceof Error) toast.error(error.message)
      navigate(session.get() ? provider.page : '/login', { replace: true })
    }
  })

  useEffect(() => {
    if (hasBegun.current) return // the code can be used once
    hasBegun.current = true
    void finish()
  }, [])

  return retry
}
