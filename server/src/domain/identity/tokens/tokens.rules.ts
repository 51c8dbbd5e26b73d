import {
  type Token,
  type TokenChange,
  type TokenFields,
  tokenStatus,
  tokensMax,
} from '@turnpike/contract/identity/token'
import type { Undoable } from '@turnpike/contract/system/history'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { type Caller, mayReadSecrets } from '../../../http/caller.ts'
import { maskKey } from '../../../secrets/redact.ts'
import type { Vault } from '../../../secrets/vault.ts'
import type { Store } from '../../../store/store.ts'
import { usableGroups } from '../../routing/catalogue/usable-groups.ts'
import { writeLimits } from '../../routing/limits/stored-limits.ts'
import { budgetsOfTokens } from '../../routing/limits/token-budgets.rules.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import type { RecordedFields } from '../../system/audit/recorded-change.ts'
import { checkSeen, rowRevision } from '../../system/audit/row-revision.ts'
import { checkGroup, editOf } from './token-edit.ts'
import { newSealedKey } from './token-key.ts'
import { normalAddresses, normalModels } from './token-lists.ts'
import { isExhausted, isExpired, standingOf } from './token-standing.ts'
import {
  countTokens,
  deleteToken,
  editToken,
  findToken,
  insertToken,
  lockOwner,
  lockToken,
  readTokens,
  setTokenStatus,
  type TokenRow,
} from './tokens.queries.ts'

type TokensDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'clock' | 'limits' | 'forgetKey'>
type Found = { data: Token[]; total: number; page_size: number }

export async function listTokens(
  deps: TokensDeps,
  caller: Caller,
  { p, size }: { p: number; size: number },
): Promise<Found> {
  const { store, vault, clock } = deps
  const rows = await readTokens(store, caller.id, { limit: size, offset: p * size })
  const total = await countTokens(store, caller.id)
  const tokens = rows.map((row) => wireToken(row, vault, clock()))
  return { data: await shownPage(deps, caller, rows, tokens), total, page_size: size }
}

type Search = { keyword?: string | undefined; token?: string | undefined; p: number; size: number }

/**
 * Keys are encrypted, so a part of one can only be searched after decrypting them all; a user has a thousand at most.
 * Callers who may not read keys find a token by its whole key only: parts would reveal the key character by character.
 */
export async function searchTokens(
  deps: TokensDeps,
  caller: Caller,
  { keyword = '', token = '', p, size }: Search,
): Promise<Found> {
  const { store, vault, clock, limits } = deps
  await limits.take('search', String(caller.id))
  const part = token.trim().replace(/^sk-/, '')
  const name = keyword.trim().toLowerCase()
  const rows = await readTokens(store, caller.id, { limit: tokensMax, offset: 0 })
  const found = rows
    .filter((row) => row.name.toLowerCase().includes(name))
    .map((row) => wireToken(row, vault, clock()))
    .filter(({ key }) => (part === '' || mayReadSecrets(caller) ? key.includes(part) : key === part))
  const page = found.slice(p * size, (p + 1) * size)
  return { data: await shownPage(deps, caller, rows, page), total: found.length, page_size: size }
}

/** A page of the list: keys as far as the caller may read them, and the use of the budgets. */
async function shownPage(
  deps: TokensDeps,
  caller: Caller,
  rows: readonly TokenRow[],
  page: readonly Token[],
): Promise<Token[]> {
  const ids = new Set(page.map(({ id }) => id))
  const budgets = await budgetsOfTokens(
    deps,
    rows.filter(({ id }) => ids.has(id)),
  )
  return page.map((token) => {
    const own = budgets.get(token.id)
    return { ...shownTo(caller, token), ...(own && { budgets: own }) }
  })
}

export async function getToken({ store, vault, clock }: TokensDeps, caller: Caller, id: number): Promise<Token> {
  return shownTo(caller, wireToken(existing(await findToken(store, caller.id, id)), vault, clock()))
}

export async function createToken(
  { store, vault, options, clock, limits }: TokensDeps,
  caller: Caller,
  fields: TokenFields,
): Promise<Token> {
  await limits.take('token creation', String(caller.id))
  const now = clock()
  if (isExpired(fields, now)) throw new AppError('token_expiry_invalid')
  checkGroup(fields.group, usableGroups(options.current(), caller.group))
  const token = {
    ...fields,
    ...newSealedKey(vault),
    user_id: caller.id,
    model_limits: normalModels(fields.model_limits),
    allow_ips: normalAddresses(fields.allow_ips),
    unlimited_quota: fields.unlimited_quota ? 1 : 0,
    model_limits_enabled: fields.model_limits_enabled ? 1 : 0,
    limits: writeLimits(fields.limits),
    created_time: now,
    accessed_time: now,
  } as const
  const row = await store.transaction().execute(async (transaction) => {
    await lockOwner(transaction, caller.id)
    if ((await countTokens(transaction, caller.id)) >= tokensMax)
      throw new AppError('token_too_many', { params: { maximum: tokensMax } })
    return insertToken(transaction, token)
  })
  return wireToken(row, vault, now)
}

export async function changeToken(
  { store, vault, options, clock, forgetKey }: TokensDeps,
  caller: Caller,
  change: TokenChange,
): Promise<Token> {
  const now = clock()
  const groups = usableGroups(options.current(), caller.group)
  const row = await store.transaction().execute(async (transaction) => {
    const current = existing(await lockToken(transaction, caller.id, change.id))
    const { id: subject, seen_revision: seen } = change
    await checkSeen(transaction, { kind: 'token', subject, seen, stored: tokenRevision(current), by: caller.username })
    return editToken(transaction, current, editOf(current, change, { groups, now }))
  })
  const token = wireToken(row, vault, now)
  forgetKey(token.key)
  return token
}

/** Owners set the statuses enabled and disabled only; expired and exhausted follow from time and quota. */
export async function switchToken(
  { store, vault, forgetKey }: TokensDeps,
  caller: Caller,
  actor: Actor,
  { id, status }: TokenChange,
): Promise<{ data: Token } & Undoable> {
  if (status !== tokenStatus.enabled && status !== tokenStatus.disabled) throw new AppError('invalid_parameter')
  const { row, undo_id } = await store.transaction().execute(async (transaction) => {
    const current = existing(await lockToken(transaction, caller.id, id))
    if (status === tokenStatus.enabled) checkEnabling(current, actor.at)
    const row = await setTokenStatus(transaction, current, status)
    if (current.status === status) return { row }
    const action = status === tokenStatus.enabled ? 'token.enable' : 'token.disable'
    const fields = { status: { before: current.status, after: status } }
    return { row, undo_id: await recordToken(transaction, actor, action, row, fields) }
  })
  const token = wireToken(row, vault, actor.at)
  forgetKey(token.key)
  return { data: token, ...(undo_id !== undefined && { undo_id }) }
}

export function checkEnabling(token: TokenRow, now: number): void {
  if (isExpired(token, now)) throw new AppError('token_enable_expired')
  if (isExhausted(token)) throw new AppError('token_enable_exhausted')
}

/** The key stops working at once; the row stays, so that the deletion can be undone. */
export async function removeToken(
  { store, vault, forgetKey }: TokensDeps,
  caller: Caller,
  actor: Actor,
  id: number,
): Promise<{ data: undefined } & Undoable> {
  const { key_cipher, undo_id } = await store.transaction().execute(async (transaction) => {
    const deleted = await deleteToken(transaction, caller.id, id, actor.at)
    if (!deleted) throw new AppError('not_found', { detail: { token_id: id } })
    const fields = { deleted_at: { before: null, after: actor.at } }
    const undo_id = await recordToken(transaction, actor, 'token.delete', { id, name: deleted.name }, fields)
    return { key_cipher: deleted.key_cipher, undo_id }
  })
  forgetKey(vault.decrypt(key_cipher, 'token key'))
  return { data: undefined, undo_id }
}

/** Writes an act of the owner to the audit log, from which it can be undone. */
const recordToken = (
  transaction: Store,
  actor: Actor,
  action: string,
  { id, name }: Pick<TokenRow, 'id' | 'name'>,
  fields: RecordedFields,
) =>
  writeAudit(transaction, actor, {
    action,
    target: `#${id} ${name}`,
    changes: [{ kind: 'token', subject: id, fields }],
  })

/** Another user's token and a missing one give the same refusal. */
export function existing(row: TokenRow | undefined): TokenRow {
  if (!row) throw new AppError('not_found')
  return row
}

/** A token as its owner reads it. The relay stores an expiry only at a call, so the status is computed here. */
function wireToken(token: TokenRow, vault: Vault, now: number): Token {
  const { key_cipher, limits: _, ...row } = token
  return {
    ...row,
    key: vault.decrypt(key_cipher, 'token key'),
    status: row.status === tokenStatus.enabled ? standingOf(row, now) : row.status,
    unlimited_quota: row.unlimited_quota === 1,
    model_limits_enabled: row.model_limits_enabled === 1,
    DeletedAt: null,
    revision: tokenRevision(token),
  }
}

const shownTo = (caller: Caller, token: Token): Token =>
  mayReadSecrets(caller) ? token : { ...token, key: maskKey(token.key) }

/** Of the fields that the owner edits: calls change the status and the quota, which moves by differences. */
const tokenRevision = (token: TokenRow): string =>
  rowRevision(
    token.name,
    token.expired_time,
    token.group,
    token.unlimited_quota,
    token.model_limits_enabled,
    token.model_limits,
    token.allow_ips,
  )
