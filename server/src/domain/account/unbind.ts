import type { Binding } from '@turnpike/contract/account'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/http-deps.ts'
import { identityColumns } from '../users/users.queries.ts'
import { clearWayIn } from './account.queries.ts'

const columns = { email: 'email', ...identityColumns } as const

/** Unbinds a mail address or an account elsewhere, unless nothing would be left to sign in with. */
export async function unbind({ store }: Pick<Deps, 'store'>, caller: Caller, binding: Binding): Promise<void> {
  if (!(await clearWayIn(store, caller.id, columns[binding]))) throw new AppError('binding_last')
}
