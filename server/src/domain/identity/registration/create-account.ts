import { role, userStatus } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import type { Store } from '../../../store/store.ts'
import { createDefaultToken } from '../tokens/default-token.ts'
import { usernameKey } from '../users/username.ts'
import {
  findEmailOwner,
  findUserByIdentity,
  findUserByOidc,
  findUsername,
  identityColumns,
  insertUser,
} from '../users/users.queries.ts'
import { newAffCode } from './aff-code.ts'
import { findInviter } from './registration.queries.ts'
import { markSeen, type SeenIdentity } from './seen-identity.ts'
import { giveWelcomeGift, rewardInvitation } from './welcome-gifts.ts'

export type NewAccount = {
  username: string
  display_name: string
  /** Empty for an account without a password. */
  password_hash: string
  /** The verified mail address or the provider's identity that the account is opened with. */
  identity?: SeenIdentity | undefined
  /** A mail address without a proof. It may be claimed by others too. */
  claimed_email?: string | undefined
  aff_code?: string | undefined
}
type CreateAccountDeps = Pick<Deps, 'vault' | 'options' | 'config'> & { makeAffCode?: () => string }
type AccountOutcome = { id: number } | { taken: 'username' | 'identity' }

const codesToTry = 5

/**
 * Opens an account with its gifts and its default token, in the caller's transaction, unless the name, the address or
 * the identity belongs to another account. Gifts are given only for an identity that no account has had before.
 */
export async function createAccount(
  transaction: Store,
  needs: CreateAccountDeps,
  account: NewAccount,
  at: number,
): Promise<AccountOutcome> {
  const { vault, options, config } = needs
  const { username, identity, aff_code } = account
  const inviter = aff_code ? await findInviter(transaction, aff_code) : undefined
  const outcome = await insertAccount(transaction, needs, { ...account, inviter_id: inviter?.id ?? 0 }, at)
  if ('taken' in outcome) return outcome
  const newUser = { id: outcome.id, username }
  const isFirstTime = !identity || (await markSeen(transaction, vault, identity, at))
  if (isFirstTime) {
    const context = { options: options.current(), at }
    await giveWelcomeGift(transaction, newUser, context)
    if (inviter) await rewardInvitation(transaction, newUser, inviter, context)
  }
  if (config.GENERATE_DEFAULT_TOKEN) await createDefaultToken(transaction, vault, { user: newUser, at })
  return outcome
}

async function insertAccount(
  transaction: Store,
  { makeAffCode = newAffCode }: CreateAccountDeps,
  {
    username,
    display_name,
    password_hash,
    identity,
    claimed_email = '',
    inviter_id,
  }: NewAccount & { inviter_id: number },
  at: number,
): Promise<AccountOutcome> {
  for (let turn = 0; turn < codesToTry; turn++) {
    const created = await insertUser(transaction, {
      username,
      username_key: usernameKey(username),
      password_hash,
      display_name,
      role: role.ordinary,
      status: userStatus.enabled,
      ...(identity && columnOf(identity)),
      claimed_email,
      aff_code: makeAffCode(),
      inviter_id,
      created_at: at,
    })
    if (created) return created
    if (await findUsername(transaction, username)) return { taken: 'username' }
    if (identity && (await findOwner(transaction, identity))) return { taken: 'identity' }
    // The remaining unique column is the invitation code: try another one.
  }
  throw new Error('no free invitation code was found')
}

/** The account with this address or identity, cancelled accounts included. */
export async function findOwner(store: Store, identity: SeenIdentity): Promise<{ id: number } | undefined> {
  const { kind, value } = identity
  if (kind === 'oidc') return findUserByOidc(store, identity)
  return kind === 'email' ? findEmailOwner(store, value) : findUserByIdentity(store, kind, value)
}

/** Identities of OpenID Connect have rows of their own. */
function columnOf({ kind, value }: SeenIdentity) {
  if (kind === 'oidc') return {}
  return kind === 'email' ? { email: value } : { [identityColumns[kind]]: value }
}
