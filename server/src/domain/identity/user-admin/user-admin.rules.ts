import { role, type User } from '@turnpike/contract/identity/user'
import type { NewPerson, QuotaChange } from '@turnpike/contract/identity/user-admin'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { hashPassword } from '../../../secrets/passwords.ts'
import type { Store } from '../../../store/store.ts'
import { isAct, readActDetail } from '../../money/wallet/ledger/reason.ts'
import { logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { createAccount } from '../registration/create-account.ts'
import { findUser, type UserRow } from '../users/users.queries.ts'
import { noIdentities, wireUser } from '../users/wire-user.ts'
import { type Administrator, isAbove, isRoot } from './authority.ts'
import { countQuotaChanges, countUsers, readQuotaChanges, readUsers, type UserQuery } from './user-admin.queries.ts'

type Paging = { p: number; page_size: number }
type Page<Item> = { items: Item[]; total: number; page: number; page_size: number }

export async function listPeople(
  store: Store,
  caller: Caller,
  filter: Omit<UserQuery, 'mailVisible'>,
): Promise<Page<User>> {
  const belowRole = isRoot(caller) ? role.root + 1 : caller.role
  const query = { ...filter, mailVisible: { belowRole, orId: caller.id } }
  const [rows, total] = await Promise.all([readUsers(store, query), countUsers(store, query)])
  return { items: rows.map((row) => asSeenBy(caller, row)), total, page: filter.p, page_size: filter.page_size }
}

/** Users of the same or a higher role are listed without their mail address, identities and invitation code. */
function asSeenBy(caller: Caller, row: UserRow): User {
  const person = wireUser(row)
  if (row.id === caller.id || isAbove(caller, row)) return person
  return { ...person, ...noIdentities, email: '', claimed_email: '', aff_code: '' }
}

export async function readPerson(store: Store, caller: Caller, id: number): Promise<User> {
  const person = await findUser(store, id)
  if (!person || person.deleted_at !== null) throw new AppError('user_missing')
  if (!isAbove(caller, person)) throw new AppError('user_read_forbidden')
  return wireUser(person)
}

export async function quotaHistory(
  store: Store,
  caller: Caller,
  id: number,
  { p, page_size }: Paging,
): Promise<Page<QuotaChange>> {
  await readPerson(store, caller, id)
  const [rows, total] = await Promise.all([readQuotaChanges(store, id, { p, page_size }), countQuotaChanges(store, id)])
  const items = rows.map(({ kind, posted, affiliate, detail, ...row }) => ({
    ...row,
    kind: kind as QuotaChange['kind'], // the query selects these kinds only
    quota: posted,
    aff_quota: affiliate,
    ...(isAct(kind) ? readActDetail(detail) : { operator: '', reason: '' }),
  }))
  return { items, total, page: p, page_size }
}

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
