import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/system/status'
import { call } from '../../../lib/api/call.ts'
import { observable } from '../../../lib/browser/observable.ts'
import { stored } from '../../../lib/browser/stored.ts'

/** The notice text that the user has closed; another text opens again. Consoles of this product family share the key. */
const dismissed = stored<string>('notice', (text) => text ?? '')
const reopened = observable(false)

/** The administrator's notice: opens once per text by itself, and when the user presses its button. */
export function useNotice(mayAppear: boolean) {
  const { data } = useQuery({
    queryKey: ['notice'],
    queryFn: () => call(statusApi.notice),
    staleTime: 5 * 60_000,
    enabled: mayAppear,
  })
  const text = data?.trim() ?? ''
  const isNew = text !== dismissed.use()
  const isReopened = reopened.use()
  return {
    text,
    isOpen: mayAppear && text !== '' && (isNew || isReopened),
    open: () => reopened.set(true),
    close() {
      dismissed.set(text)
      reopened.set(false)
    },
  }
}
