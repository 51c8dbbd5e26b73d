import { role } from '@turnpike/contract/identity/user'
import { useStatus } from '../api/status.ts'
import { session } from './session.ts'

/** Whether menus lead to the questions: there are some, or the user may write the first one. */
export const useHasFaq = (): boolean => {
  const status = useStatus()
  return session.use()?.role === role.root || status?.has_faq === true
}
