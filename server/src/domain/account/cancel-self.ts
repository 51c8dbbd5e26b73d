import { role } from '@turnpike/contract/user'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/http-deps.ts'
import { type Actor, recordAct } from '../audit/audit.queries.ts'
import { cancelUser } from '../users/users.queries.ts'
import { disableTokens } from './account.queries.ts'

export function checkCancellable(caller: Caller) {
  if (caller.role === role.root) throw new AppError('root_not_deleted')
}

/** Ends one's own account for good: sessions, access token and keys end with it, the name stays taken. */
export async function cancelSelf({ store, clock }: Pick<Deps, 'store' | 'clock'>, caller: Caller, actor: Actor) {
  await store.transaction().execute(async (transaction) => {
    await cancelUser(transaction, caller.id, clock())
    await disableTokens(transaction, caller.id)
    await recordAct(transaction, actor, { action: 'account.cancel', target: String(caller.id) })
  })
}
