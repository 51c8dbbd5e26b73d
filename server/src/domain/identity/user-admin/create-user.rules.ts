import type { User } from '@turnpike/contract/identity/user'
import type { NewPerson } from '@turnpike/contract/identity/user-admin'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import { logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { createAccount } from '../registration/create-account.ts'
import type { Administrator } from './authority.ts'
import { readPerson } from './user-admin.rules.ts'

/** Adds an ordinary user, with the same gifts as a registration. */
export async function createPerson(
  deps: Pick<Deps, 'store' | 'vault' | 'options' | 'config'>,
  { caller, actor }: Administrator,
  { username, password, display_name, role }: NewPerson,
): Promise<User> {
  if (role !== undefined && role >= caller.role) throw new AppError('user_create_forbidden')
  const password_hash = await hashPassword(password)
  const { store } = deps
  const id = await store.transaction().execute(async (transaction) => {
    const account = { username, display_name: display_name || username, password_hash }
    const created = await createAccount(transaction, deps, account, actor.at)
    if ('taken' in created) throw new AppError('username_taken')
    await writeAudit(transaction, actor, { action: 'user.create', target: `${created.id} ${username}` })
    const user = { id: created.id, username }
    await logAdminAction(transaction, actor, { user, event: 'user_created', params: { target: username } })
    return created.id
  })
  return readPerson(store, caller, id)
}
