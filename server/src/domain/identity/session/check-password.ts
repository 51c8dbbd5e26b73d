import { defaultRoot, userStatus } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { hashPassword, spendPasswordTime, verifyPassword } from '../../../secrets/passwords.ts'
import { usernameKey } from '../users/username.ts'
import { findUserToSignIn, replacePasswordHash, type UserRow } from '../users/users.queries.ts'
import { countAttempt } from './failed-sign-ins.ts'

type Attempt = { username: string; password: string; address: string; isLocal: boolean }
type CheckPasswordDeps = Pick<Deps, 'store' | 'options' | 'limits' | 'log'>

/**
 * Checks a user name and a password. An unknown name, a wrong password, a banned user and the default password from
 * elsewhere give the same refusal after similar work, so that a remote client cannot learn that the default password is still set.
 */
export async function checkPassword(
  deps: CheckPasswordDeps,
  attempt: Attempt,
): Promise<UserRow & { session_version: number }> {
  const { store, options, limits, log } = deps
  if (!options.current().PasswordLoginEnabled) throw new AppError('password_login_disabled')
  const user = await findUserToSignIn(store, attempt.username)
  // Attempts by name and by mail address count for one account; attempts on an unknown name are counted by that name.
  const account = user ? `id ${user.id}` : `name ${usernameKey(attempt.username)}`
  const uncount = await countAttempt(limits, { account, address: attempt.address })

  if (!user) {
    await spendPasswordTime(attempt.password)
    throw new AppError('credentials_wrong', { detail: { address: attempt.address } })
  }
  const { ok, stale } = await verifyPassword(attempt.password, user.password_hash)
  if (!ok || user.status !== userStatus.enabled) {
    throw new AppError('credentials_wrong', { detail: { user_id: user.id, address: attempt.address } })
  }
  if (isDefaultRoot(user.username_key, attempt.password)) {
    if (!attempt.isLocal)
      throw new AppError('credentials_wrong', {
        detail: {
          user_id: user.id,
          address: attempt.address,
          reason: 'the default password works on this machine only',
        },
      })
    log.warn('signed in with the default administrator password: change it', { user_id: user.id })
  }

  await uncount()
  if (stale) await replacePasswordHash(store, user.id, user.password_hash, await hashPassword(attempt.password))
  return user
}

const isDefaultRoot = (key: string, password: string) =>
  key === defaultRoot.username && password === defaultRoot.password
