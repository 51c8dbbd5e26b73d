import { recentLoginSeconds } from '@turnpike/contract/identity/self'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { verifyPassword } from '../../../secrets/passwords.ts'
import { countAttempt } from '../session/failed-sign-ins.ts'
import { findOwnSecrets } from '../users/users.queries.ts'

type RequireOwnerDeps = Pick<Deps, 'store' | 'limits' | 'clock'>
type Proof = { original_password?: string | undefined; address: string }

/** Guards a sensitive change: the session must be recent, or the request must carry the password. */
export async function requireOwner(
  deps: RequireOwnerDeps,
  caller: Caller,
  { original_password, address }: Proof,
): Promise<void> {
  if (original_password) return checkOwnPassword(deps, caller, { original_password, address })
  const { session } = caller
  if (!session || deps.clock() - session.created_at > recentLoginSeconds)
    throw new AppError('recent_login_required', { detail: { user_id: caller.id } })
}

/** Wrong passwords count as failed sign-ins, so that a stolen session cannot be used to guess the password. */
export async function checkOwnPassword(
  { store, limits }: Pick<RequireOwnerDeps, 'store' | 'limits'>,
  { id }: Caller,
  { original_password, address }: { original_password: string; address: string },
): Promise<void> {
  const uncount = await countAttempt(limits, { account: `id ${id}`, address })
  const secrets = await findOwnSecrets(store, id)
  const { ok } = await verifyPassword(original_password, secrets?.password_hash ?? '')
  if (!ok) throw new AppError('credentials_wrong', { detail: { user_id: id, address } })
  await uncount()
}
