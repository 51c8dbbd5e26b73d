import { userStatus } from '@turnpike/contract/identity/user'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { isUniqueViolation } from '../../../store/unique-violation.ts'
import { useValue } from '../one-time/one-time.ts'
import { findOwner } from '../registration/create-account.ts'
import { markSeen } from '../registration/seen-identity.ts'
import { bindingKey } from '../registration/verification-mail.ts'
import {
  findUser,
  type IdentityProvider,
  updateOwnFields,
  writeIdentity,
  writeLoginName,
} from '../users/users.queries.ts'

type BindDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

const taken = {
  github: 'github_bound',
  linuxdo: 'linuxdo_bound',
  wechat: 'wechat_bound',
  telegram: 'telegram_bound',
} as const

/** Binds a user's identity at a provider to their account. An identity has one account, cancelled accounts included. */
export async function bindIdentity(
  { store, vault, clock }: BindDeps,
  userId: number,
  provider: IdentityProvider,
  { id, login = '' }: { id: string; login?: string },
) {
  await store
    .transaction()
    .execute(async (transaction) => {
      const user = await findUser(transaction, userId)
      if (user?.status !== userStatus.enabled || user.deleted_at !== null) throw new AppError('session_expired')
      const identity = { kind: provider, value: id }
      if (await findOwner(transaction, identity)) throw new AppError(taken[provider])
      await writeIdentity(transaction, userId, provider, id)
      await writeLoginName(transaction, userId, provider, login)
      await markSeen(transaction, vault, identity, clock())
    })
    .catch(refuseTaken(taken[provider]))
}

/** Binds the mail address that received the code, and uses the code, which was checked before. */
export async function bindEmail(needs: BindDeps, userId: number, email: string, code: string) {
  const { store, vault, clock } = needs
  await store
    .transaction()
    .execute(async (transaction) => {
      if (!(await useValue(transaction, needs, bindingKey(userId, email), code)))
        throw new AppError('verification_code_wrong')
      const identity = { kind: 'email' as const, value: email }
      if (await findOwner(transaction, identity)) throw new AppError('email_taken')
      await updateOwnFields(transaction, userId, { email, claimed_email: '' })
      await markSeen(transaction, vault, identity, clock())
    })
    .catch(refuseTaken('email_taken'))
}

/** Two users may bind the same identity concurrently; the unique index refuses the second. */
const refuseTaken = (code: 'email_taken' | (typeof taken)[IdentityProvider]) => (error: unknown) => {
  throw isUniqueViolation(error) ? new AppError(code) : error
}
