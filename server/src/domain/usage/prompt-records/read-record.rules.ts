import { orgMay } from '@turnpike/contract/identity/organisation'
import { role } from '@turnpike/contract/identity/user'
import { clientSides, type RecordFacts, type ShownRecord } from '@turnpike/contract/usage/prompt-records'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Caller, isOwnCall } from '../../../http/caller.ts'
import { findUser } from '../../identity/users/users.queries.ts'
import { type Actor, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { deleteRecord, type FactsRow, findFacts, findSealed } from './prompt-records.queries.ts'
import { openRecord } from './sealed-record.ts'

type ReadRecordDeps = Pick<Deps, 'store' | 'logStore' | 'vault' | 'clock'>
type Reader = { caller: Caller; actor: Actor }

/** Members who manage an organisation read the records of all calls that it paid for. */
const isManager = ({ org }: Caller, { account_id }: FactsRow): boolean =>
  org !== undefined && org.id === account_id && orgMay(org.role, 'manage')
const isRoot = (caller: Caller): boolean => caller.role >= role.root
const mayRead = (caller: Caller, row: FactsRow): boolean =>
  isOwnCall(caller, row) || isManager(caller, row) || isRoot(caller)
/** A team that must keep its records sets the terms for the group: then its members cannot delete them. */
const mayDelete = (caller: Caller, row: FactsRow): boolean =>
  isRoot(caller) || (isOwnCall(caller, row) && row.kept_by === 'token')

/** Owners and administrators may know that there is a record; other users may not. */
export async function findRecord(deps: ReadRecordDeps, caller: Caller, requestId: string): Promise<RecordFacts | null> {
  const row = await findFacts(deps.logStore, requestId, deps.clock())
  return row && (mayRead(caller, row) || caller.role >= role.admin) ? factsOf(row, caller) : null
}

const factsOf = ({ cut, redacted, sampled, account_id, ...row }: FactsRow, caller: Caller): RecordFacts => ({
  ...row,
  cut: cut === 1,
  redacted: redacted === 1,
  sampled: sampled === 1,
  can_read: mayRead(caller, { cut, redacted, sampled, account_id, ...row }),
  can_delete: mayDelete(caller, { cut, redacted, sampled, account_id, ...row }),
})

export async function readRecord(
  deps: ReadRecordDeps,
  { caller, actor }: Reader,
  requestId: string,
): Promise<ShownRecord> {
  const row = await findFacts(deps.logStore, requestId, deps.clock())
  if (!row || !mayRead(caller, row)) throw new AppError('not_found')
  if (!isOwnCall(caller, row))
    await noteReading(deps, actor, row, isManager(caller, row) ? 'record_read_by_member' : 'record_read')
  const sealed = await findSealed(deps.logStore, requestId)
  if (!sealed) throw new AppError('not_found')
  const sides = await openRecord({ ...row, sealed }, deps.vault)
  const isShown = caller.role >= role.admin ? () => true : ({ name }: { name: string }) => isClientSide(name)
  return { facts: factsOf(row, caller), sides: sides.filter(isShown) }
}

const isClientSide = (name: string): boolean => (clientSides as readonly string[]).includes(name)

/** Written before a byte is shown: to the audit, and to the log that the owner reads. */
async function noteReading(
  { store }: ReadRecordDeps,
  actor: Actor,
  { request_id, user_id, account_id }: FactsRow,
  event: 'record_read' | 'record_read_by_member',
): Promise<void> {
  const owner = await findUser(store, user_id)
  // cancelled: its records are about to be deleted
  if (!owner || owner.deleted_at !== null) throw new AppError('not_found')
  await store.transaction().execute(async (transaction) => {
    await writeAudit(transaction, actor, { action: 'prompt_record.read', target: request_id, detail: { user_id } })
    await logAdminAction(transaction, actor, {
      user: owner,
      event,
      account_id,
      params: { call: request_id },
    })
  })
}

export async function removeRecord(
  deps: ReadRecordDeps,
  { caller, actor }: Reader,
  requestId: string,
): Promise<undefined> {
  const row = await findFacts(deps.logStore, requestId, deps.clock())
  if (!row || !mayRead(caller, row)) throw new AppError('not_found')
  if (!mayDelete(caller, row)) throw new AppError(isOwnCall(caller, row) ? 'record_of_group' : 'org_forbidden')
  await deleteRecord(deps.logStore, requestId)
  const detail = { user_id: row.user_id }
  await writeAudit(deps.store, actor, { action: 'prompt_record.delete', target: requestId, detail })
}
