import type { SelfChange } from '@turnpike/contract/account'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/http-deps.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import { isUniqueViolation } from '../../store/unique-violation.ts'
import { type Actor, recordAct } from '../audit/audit.queries.ts'
import { usernameKey } from '../users/username.ts'
import { changeStanding, findOwnSecrets, findUsername, updateOwnFields } from '../users/users.queries.ts'

/** Changes one's own name, display name or password. A new password ends every session; true says that it did. */
export async function changeSelf(
  { store }: Pick<Deps, 'store'>,
  caller: Caller,
  { username, display_name, password }: SelfChange,
  actor: Actor,
): Promise<{ hasNewPassword: boolean }> {
  const password_hash = password && (await hashPassword(password))
  await store
    .transaction()
    .execute(async (transaction) => {
      if (!(await findOwnSecrets(transaction, caller.id))) throw new AppError('session_expired')
      if (username) await rename(transaction, caller.id, username)
      if (display_name) await updateOwnFields(transaction, caller.id, { display_name })
      if (!password_hash) return
      await changeStanding(transaction, caller.id, { password_hash })
      await recordAct(transaction, actor, { action: 'account.password', target: String(caller.id) })
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new AppError('username_taken') : error
    })
  return { hasNewPassword: password_hash !== undefined }
}

async function rename(transaction: Deps['store'], id: number, username: string): Promise<void> {
  const holder = await findUsername(transaction, username)
  if (holder && holder.id !== id) throw new AppError('username_taken')
  await updateOwnFields(transaction, id, { username, username_key: usernameKey(username) })
}
