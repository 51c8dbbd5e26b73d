import type { Token } from '@turnpike/contract/identity/token'
import { session } from '../../lib/session/session.ts'

/** Whether another member of the organisation holds a token. Those who manage it may disable, limit and delete it. */
export function useIsForeign(): (token: Token) => boolean {
  const userId = session.use()?.id
  return ({ owner }) => owner !== undefined && owner.id !== userId
}
