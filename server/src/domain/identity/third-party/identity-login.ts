import type { ErrorCode } from '@turnpike/contract/errors'
import { userStatus } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { createAccount } from '../registration/create-account.ts'
import { readHighestUserId } from '../registration/registration.queries.ts'
import { findUserByIdentity, type IdentityProvider, type UserRow, writeLoginName } from '../users/users.queries.ts'
import { displayNameOf, generatedName, numberToTry, type RegisteringProvider } from './generated-name.ts'
import type { Profile } from './oauth-profile.ts'

type IdentityLoginDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'limits' | 'clock' | 'config'>
type SignedIn = UserRow & { session_version: number }

const namesToTry = 20

/** The user with this identity, for a sign-in. An unknown identity gets an account where registration is open. */
export async function loginOrRegister(
  deps: IdentityLoginDeps,
  provider: RegisteringProvider,
  profile: Profile,
  context: { affCode?: string; address: string },
): Promise<SignedIn> {
  const known = await findUserByIdentity(deps.store, provider, profile.id)
  if (!known) await registerByIdentity(deps, provider, profile, context)
  const user = await loginByIdentity(deps, provider, profile.id, 'user_missing')
  await writeLoginName(deps.store, user.id, provider, profile.login)
  return user
}

/** The user with this identity, for a sign-in; refused for cancelled and banned users. */
export async function loginByIdentity(
  { store }: Pick<IdentityLoginDeps, 'store'>,
  provider: IdentityProvider,
  id: string,
  unknown: ErrorCode,
): Promise<SignedIn> {
  const user = await findUserByIdentity(store, provider, id)
  if (!user) throw new AppError(unknown)
  if (user.deleted_at !== null) throw new AppError('account_cancelled', { detail: { user_id: user.id } })
  if (user.status !== userStatus.enabled) throw new AppError('account_banned', { detail: { user_id: user.id } })
  return user
}

async function registerByIdentity(
  deps: IdentityLoginDeps,
  provider: RegisteringProvider,
  { id, name }: Profile,
  { affCode, address }: { affCode?: string; address: string },
): Promise<void> {
  const { store, options, limits, clock } = deps
  if (!options.current().RegisterEnabled) throw new AppError('register_disabled')
  await limits.take('registration', address)
  for (let turn = 0; turn < namesToTry; turn++) {
    const username = generatedName(provider, numberToTry(await readHighestUserId(store), turn))
    const account = {
      username,
      display_name: displayNameOf(provider, name),
      password_hash: '',
      identity: { kind: provider, value: id },
      aff_code: affCode,
    }
    const outcome = await store
      .transaction()
      .execute((transaction) => createAccount(transaction, deps, account, clock()))
    // A concurrent request may have opened the account of this identity: then the user signs in to that account.
    if ('id' in outcome || outcome.taken === 'identity') return
  }
  throw new Error('no free user name was found')
}
