import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/status'
import { call } from '../../../lib/api/call.ts'
import { shared } from '../../../lib/browser/observable.ts'
import { stored } from '../../../lib/browser/stored.ts'

/** The text a person has already closed. A new one is shown again; the key is the family's. */
const dismissed = stored<string>('notice', (text) => text ?? '')
const reopened = shared(false)

/** The administrator's notice: shown once per text by itself, and whenever a person asks for it. */
export function useNotice(mayAppear: boolean) {
  const { data } = useQuery({
    queryKey: ['notice'],
    queryFn: () => call(statusApi.notice),
    staleTime: 5 * 60_000,
    enabled: mayAppear,
  })
  const text = data?.trim() ?? ''
  const isNew = text !== dismissed.use()
  const isAsked = reopened.use()
  return {
    text,
    isNew,
    isOpen: mayAppear && text !== '' && (isNew || isAsked),
    open: () => reopened.set(true),
    close() {
      dismissed.set(text)
      reopened.set(false)
    },
  }
}
