import { randomBytes } from 'node:crypto'
import { type CodeChange, type NewCodes, type Redemption, redemptionStatus } from '@turnpike/contract/money/redemption'
import type { Undoable } from '@turnpike/contract/system/history'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Caller, mayReadSecrets } from '../../../http/caller.ts'
import { maskKey } from '../../../secrets/redact.ts'
import type { Vault } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import { type Actor, type AuditEntry, logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import {
  inverted,
  type RecordedChange,
  type RecordedField,
  type RecordedFields,
} from '../../system/audit/recorded-change.ts'
import { checkSeen, rowRevision } from '../../system/audit/row-revision.ts'
import { changedSince, claimAct, onlyChange } from '../../system/audit/undo.rules.ts'
import { shownQuota } from '../../usage/logs/quota-text.ts'
import { toldOf } from '../wallet/payer.ts'
import {
  type CodeFilters,
  countRedemptions,
  deleteRedemption,
  editUnused,
  findRedemption,
  insertRedemptions,
  lockRedemption,
  type RedemptionRow,
  readRedemptions,
  restoreRedemption,
  switchUnlessUsed,
} from './redemptions.queries.ts'

type RedemptionsDeps = Pick<Deps, 'store' | 'vault' | 'options'>
type Paging = { p: number; page_size: number } & CodeFilters

export async function listCodes({ store, vault }: RedemptionsDeps, caller: Caller, query: Paging) {
  const { p, page_size, keyword, status } = query
  const rows = await readRedemptions(store, { keyword, status, limit: page_size, offset: (p - 1) * page_size })
  const total = await countRedemptions(store, { keyword, status })
  return { items: rows.map((row) => shownTo(caller, wireCode(row, vault))), total, page: p, page_size }
}

export async function getCode({ store, vault }: RedemptionsDeps, caller: Caller, id: number): Promise<Redemption> {
  return shownTo(caller, wireCode(existing(await findRedemption(store, id)), vault))
}

/** Makes all the codes or none, and returns them unencrypted. */
export async function makeCodes(
  { store, vault, options }: RedemptionsDeps,
  actor: Actor,
  { name: given, quota, count }: NewCodes,
): Promise<string[]> {
  const name = given || shownQuota(quota, options.current())
  const codes = Array.from({ length: count }, () => randomBytes(16).toString('hex'))
  await store.transaction().execute(async (transaction) => {
    const ids = await insertRedemptions(
      transaction,
      codes.map((code) => ({
        user_id: actor.id,
        key_cipher: vault.encrypt(code, 'redemption code'),
        key_hash: vault.hash(code, 'redemption code'),
        name,
        quota,
        created_time: actor.at,
      })),
    )
    await record(transaction, actor, {
      action: 'code.create',
      target: ids.map(targetOf).join(' '),
      detail: { name, quota, count },
    })
  })
  return codes
}

/** Changes the name and quota of a code that is neither used nor disabled. */
export async function changeCode(
  { store, vault }: RedemptionsDeps,
  actor: Actor,
  { id, name, quota, seen_revision: seen }: CodeChange,
): Promise<{ data: Redemption } & Undoable> {
  return store.transaction().execute(async (transaction) => {
    await lockRedemption(transaction, id)
    const before = existing(await findRedemption(transaction, id))
    await checkSeen(transaction, { kind: 'code', subject: id, seen, stored: codeRevision(before) })
    const fields = { ...(name !== undefined && { name }), ...(quota !== undefined && { quota }) }
    if (!(await editUnused(transaction, id, fields))) throw await refusalOf(transaction, id)
    const from = { name: before.name, quota: before.quota }
    const changes = [codeChange(id, changedFields(from, fields))]
    const detail = { from, to: fields }
    await record(transaction, actor, { action: 'code.update', target: targetOf(id), detail, changes })
    return { data: wireCode(existing(await findRedemption(transaction, id)), vault) }
  })
}

type CodeFields = { name?: string; quota?: number }
const changedFields = (from: Required<CodeFields>, to: CodeFields): RecordedFields => ({
  ...(to.name !== undefined && to.name !== from.name && { name: { before: from.name, after: to.name } }),
  ...(to.quota !== undefined && to.quota !== from.quota && { quota: { before: from.quota, after: to.quota } }),
})

const codeChange = (id: number, fields: RecordedFields): RecordedChange => ({ kind: 'code', subject: id, fields })

export async function switchCode(
  { store, vault }: RedemptionsDeps,
  actor: Actor,
  change: CodeChange,
): Promise<{ data: Redemption } & Undoable> {
  const { id, status } = change
  if (status !== redemptionStatus.unused && status !== redemptionStatus.disabled)
    throw new AppError('invalid_parameter')
  return store.transaction().execute(async (transaction) => {
    await lockRedemption(transaction, id)
    const before = (await findRedemption(transaction, id))?.status ?? status
    if (!(await switchUnlessUsed(transaction, id, status))) throw await refusalOf(transaction, id)
    const action = status === redemptionStatus.unused ? 'code.enable' : 'code.disable'
    const isChanged = before !== status
    const changes = isChanged ? [codeChange(id, { status: { before, after: status } })] : []
    const undo_id = await record(transaction, actor, { action, target: targetOf(id), changes })
    const data = wireCode(existing(await findRedemption(transaction, id)), vault)
    return { data, ...(isChanged && { undo_id }) }
  })
}

/** The row stays, so that the deletion can be undone. */
export const removeCode = (
  { store }: RedemptionsDeps,
  actor: Actor,
  id: number,
): Promise<{ data: undefined } & Undoable> =>
  store.transaction().execute(async (transaction) => {
    if (!(await deleteRedemption(transaction, id, actor.at))) throw new AppError('not_found')
    const changes = [codeChange(id, { deleted_at: { before: null, after: actor.at } })]
    const undo_id = await record(transaction, actor, { action: 'code.delete', target: targetOf(id), changes })
    return { data: undefined, undo_id }
  })

/** Undoes that a code was deleted, enabled or disabled. A code that was used since stays used. */
export async function undoCodeAct({ store }: RedemptionsDeps, actor: Actor, actId: number): Promise<undefined> {
  await store.transaction().execute(async (transaction) => {
    const { id, fields } = onlyChange(await claimAct(transaction, 'code', actId, actor.at), 'code')
    await lockRedemption(transaction, id)
    const { deleted_at, status } = fields
    if (deleted_at) {
      if (!(await restoreRedemption(transaction, id, Number(deleted_at.after)))) throw new AppError('undo_missing')
    } else if (status) await switchBack(transaction, id, status)
    else throw new AppError('undo_impossible')
    const changes = [codeChange(id, inverted(fields))]
    await record(transaction, actor, { action: 'code.undo', target: targetOf(id), changes })
  })
}

async function switchBack(transaction: Store, id: number, { before, after }: RecordedField): Promise<void> {
  const code = existing(await findRedemption(transaction, id))
  if (code.status !== after) changedSince(`#${id} ${code.name}`, 'status')
  const { unused, disabled } = redemptionStatus
  const status = before === disabled ? disabled : unused
  if (!(await switchUnlessUsed(transaction, id, status))) throw await refusalOf(transaction, id)
}

const targetOf = (id: number) => `#${id}`

/** Why a code could not be changed, by its current status. */
async function refusalOf(transaction: Store, id: number): Promise<AppError> {
  const row = await findRedemption(transaction, id)
  if (!row) return new AppError('not_found')
  return new AppError(row.status === redemptionStatus.used ? 'code_used_fixed' : 'code_not_unused')
}

/** Writes the change to the audit and to the actor's log. Neither contains a code. */
async function record(transaction: Store, actor: Actor, entry: AuditEntry & { target: string }): Promise<number> {
  const id = await writeAudit(transaction, actor, entry)
  const params = { action: entry.action.replace('code.', ''), target: entry.target }
  await logAdminAction(transaction, actor, { user: actor, event: 'codes_changed', params })
  return id
}

function existing(row: RedemptionRow | undefined): RedemptionRow {
  if (!row) throw new AppError('not_found')
  return row
}

function wireCode({ key_cipher, used_caller_id, ...row }: RedemptionRow, vault: Vault): Redemption {
  const used = toldOf({ user_id: row.used_user_id, caller_id: used_caller_id })
  return {
    ...row,
    used_user_id: used.user_id,
    used_account_id: used.account_id,
    used_account: row.used_account ?? '',
    key: vault.decrypt(key_cipher, 'redemption code'),
    count: 0,
    used_username: row.used_username ?? '',
    DeletedAt: null,
    revision: codeRevision(row),
  }
}

const shownTo = (caller: Caller, code: Redemption): Redemption =>
  mayReadSecrets(caller) ? code : { ...code, key: maskKey(code.key) }

const codeRevision = ({ name, quota }: Pick<RedemptionRow, 'name' | 'quota'>): string => rowRevision(name, quota)
