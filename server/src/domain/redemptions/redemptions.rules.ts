import { randomBytes } from 'node:crypto'
import { type CodeChange, type NewCodes, type Redemption, redemptionStatus } from '@turnpike/contract/redemption'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Vault } from '../../secrets/vault.ts'
import type { Store } from '../../store/store.ts'
import { type Actor, type AuditEntry, logAdminAction, writeAudit } from '../audit/audit.queries.ts'
import { shownQuota } from '../logs/quota-text.ts'
import {
  countRedemptions,
  deleteRedemption,
  editUnused,
  findRedemption,
  insertRedemptions,
  type RedemptionRow,
  readRedemptions,
  switchUnlessUsed,
} from './redemptions.queries.ts'

type Needs = Pick<Deps, 'store' | 'vault' | 'options'>
type Paging = { p: number; page_size: number; keyword?: string | undefined }

export async function listCodes({ store, vault }: Needs, { p, page_size, keyword }: Paging) {
  const rows = await readRedemptions(store, { keyword, limit: page_size, offset: (p - 1) * page_size })
  const total = await countRedemptions(store, keyword)
  return { items: rows.map((row) => wireCode(row, vault)), total, page: p, page_size }
}

export async function getCode({ store, vault }: Needs, id: number): Promise<Redemption> {
  return wireCode(existing(await findRedemption(store, id)), vault)
}

/** Makes all the codes or none, and returns them unencrypted. */
export async function makeCodes(
  { store, vault, options }: Needs,
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
  { store, vault }: Needs,
  actor: Actor,
  { id, name, quota }: CodeChange,
): Promise<Redemption> {
  return store.transaction().execute(async (transaction) => {
    const before = existing(await findRedemption(transaction, id))
    const fields = { ...(name !== undefined && { name }), ...(quota !== undefined && { quota }) }
    if (!(await editUnused(transaction, id, fields))) throw await refusalOf(transaction, id)
    const from = { name: before.name, quota: before.quota }
    await record(transaction, actor, { action: 'code.update', target: targetOf(id), detail: { from, to: fields } })
    return wireCode(existing(await findRedemption(transaction, id)), vault)
  })
}

export async function switchCode({ store, vault }: Needs, actor: Actor, change: CodeChange): Promise<Redemption> {
  const { id, status } = change
  if (status !== redemptionStatus.unused && status !== redemptionStatus.disabled)
    throw new AppError('invalid_parameter')
  return store.transaction().execute(async (transaction) => {
    if (!(await switchUnlessUsed(transaction, id, status))) throw await refusalOf(transaction, id)
    const action = status === redemptionStatus.unused ? 'code.enable' : 'code.disable'
    await record(transaction, actor, { action, target: targetOf(id) })
    return wireCode(existing(await findRedemption(transaction, id)), vault)
  })
}

export async function removeCode({ store }: Needs, actor: Actor, id: number): Promise<undefined> {
  await store.transaction().execute(async (transaction) => {
    if (!(await deleteRedemption(transaction, id, actor.at))) throw new AppError('not_found')
    await record(transaction, actor, { action: 'code.delete', target: targetOf(id) })
  })
}

const targetOf = (id: number) => `#${id}`

/** Why a code could not be changed, by its current status. */
async function refusalOf(transaction: Store, id: number): Promise<AppError> {
  const row = await findRedemption(transaction, id)
  if (!row) return new AppError('not_found')
  return new AppError(row.status === redemptionStatus.used ? 'code_used_fixed' : 'code_not_unused')
}

/** Writes the change to the audit and to the actor's log. Neither contains a code. */
async function record(transaction: Store, actor: Actor, entry: AuditEntry & { target: string }): Promise<void> {
  await writeAudit(transaction, actor, entry)
  const params = { action: entry.action.replace('code.', ''), target: entry.target }
  await logAdminAction(transaction, actor, { user: actor, event: 'codes_changed', params })
}

function existing(row: RedemptionRow | undefined): RedemptionRow {
  if (!row) throw new AppError('not_found')
  return row
}

function wireCode({ key_cipher, ...row }: RedemptionRow, vault: Vault): Redemption {
  return {
    ...row,
    key: vault.decrypt(key_cipher, 'redemption code'),
    count: 0,
    used_username: row.used_username ?? '',
    DeletedAt: null,
  }
}
