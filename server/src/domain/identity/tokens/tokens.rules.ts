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
import { groupsOfCaller } from '../../routing/catalogue/usable-groups.ts'
import { writeLimits } from '../../routing/limits/stored-limits.ts'
import { budgetsOfTokens } from '../../routing/limits/token-budgets.rules.ts'
import { type Actor, writeAudit } from '../../system/audit/audit.queries.ts'
import type { RecordedFields } from '../../system/audit/recorded-change.ts'
import { checkSeen, rowRevision } from '../../system/audit/row-revision.ts'
import { checkGroup, editOf } from './token-edit.ts'
import { newSealedKey } from './token-key.ts'
import { normalAddresses, normalModels } from './token-lists.ts'
import { heldBy, isHeldBy, managedBy, type TokenOwner } from './token-owner.ts'
import { lockForTokens } from './token-seat.rules.ts'
import { isExhausted, isExpired, standingOf } from './token-standing.ts'
import {
  countTokens,
  deleteToken,
  editToken,
  findHolder,
  findToken,
  findTokenByKey,
  insertToken,
  lockToken,
  readHolders,
  readTokens,
  setTokenStatus,
  type TokenRow,
} from './tokens.queries.ts'

type TokensDeps = Pick<Deps, 'store' | 'vault' | 'options' | 'clock' | 'limits' | 'forgetKey'>
type Found = { data: Token[]; total: number; page_size: number }

export async function listTokens(
  deps: TokensDeps,
  caller: Caller,
  { p, size, owner: of }: { p: number; size: number; owner?: string | undefined },
): Promise<Found> {
  const { store } = deps
  const owner = await ownerOf(store, caller, of)
  const rows = await readTokens(store, owner, { limit: size, offset: p * size })
  const total = await countTokens(store, owner)
  return { data: await shownPage(deps, caller, rows), total, page_size: size }
}

/** Of a member by name, for those who see the tokens of all. */
async function ownerOf(store: Store, caller: Caller, username: string | undefined): Promise<TokenOwner> {
  const owner = managedBy(caller)
  if (!username || owner.caller_id !== undefined) return owner
  return { ...owner, caller_id: (await findHolder(store, username))?.id ?? nobody }
}
/** No token has this holder. */
const nobody = -1

type Search = {
  keyword?: string | undefined
  token?: string | undefined
  owner?: string | undefined
  p: number
  size: number
}

/** The newest tokens of an organisation that are searched; of one member it has `tokensMax` at most. */
const searchedMax = 20_000

/**
 * Keys are encrypted, so a part of one can only be searched after decrypting them all; a user has a thousand at most.
 * Callers who may not read a key find its token by the whole key only: parts would reveal it character by character.
 */
export async function searchTokens(
  deps: TokensDeps,
  caller: Caller,
  { keyword = '', token = '', owner: of, p, size }: Search,
): Promise<Found> {
  const { store, limits } = deps
  await limits.take('search', String(caller.id))
  const part = token.trim().replace(/^sk-/, '')
  const name = keyword.trim().toLowerCase()
  const owner = await ownerOf(store, caller, of)
  const all = await readTokens(store, owner, { limit: caller.org ? searchedMax : tokensMax, offset: 0 })
  const named = all.filter((row) => row.name.toLowerCase().includes(name))
  const found = part === '' ? named : await withKey(deps, caller, named, part)
  const page = found.slice(p * size, (p + 1) * size)
  return { data: await shownPage(deps, caller, page), total: found.length, page_size: size }
}

/** The tokens with this part of a key, where the caller may read the key, and with this whole key elsewhere. */
async function withKey({ store, vault }: TokensDeps, caller: Caller, rows: readonly TokenRow[], part: string) {
  const whole = await findTokenByKey(store, managedBy(caller), vault.hash(part, 'token key'))
  return rows.filter(
    (row) =>
      row.id === whole?.id || (mayReadKey(caller, row) && vault.decrypt(row.key_cipher, 'token key').includes(part)),
  )
}

/** A page of the list: keys as far as the caller may read them, the members, and the use of the budgets. */
async function shownPage(deps: TokensDeps, caller: Caller, rows: readonly TokenRow[]): Promise<Token[]> {
  const budgets = await budgetsOfTokens(deps, rows)
  return (await shownTokens(deps, caller, rows)).map((token) => {
    const own = budgets.get(token.id)
    return own ? { ...token, budgets: own } : token
  })
}

/** Tokens as the caller may see them; in an organisation with the members who hold them. */
async function shownTokens({ store, vault, clock }: TokensDeps, caller: Caller, rows: readonly TokenRow[]) {
  const names = caller.org ? await readHolders(store, [...new Set(rows.map(({ caller_id }) => caller_id))]) : undefined
  return rows.map((row) => shownTo(caller, row, wireToken(row, vault, clock()), names))
}

const shownTo = (caller: Caller, row: TokenRow, token: Token, names?: ReadonlyMap<number, string>): Token => ({
  ...token,
  key: mayReadKey(caller, row) ? token.key : maskKey(token.key),
  ...(names && { owner: { id: row.caller_id, username: names.get(row.caller_id) ?? '' } }),
})

async function shownToken(deps: TokensDeps, caller: Caller, row: TokenRow): Promise<Token> {
  const { store, vault, clock } = deps
  const names = caller.org && (await readHolders(store, [row.caller_id]))
  return shownTo(caller, row, wireToken(row, vault, clock()), names)
}

/** Managers of an organisation see the tokens of all members, and the keys of their own. */
const mayReadKey = (caller: Caller, row: TokenRow) => mayReadSecrets(caller) && isHeldBy(caller, row)

export async function getToken(deps: TokensDeps, caller: Caller, id: number): Promise<Token> {
  return shownToken(deps, caller, existing(await findToken(deps.store, managedBy(caller), id)))
}

export async function createToken(deps: TokensDeps, caller: Caller, fields: TokenFields): Promise<Token> {
  const { store, vault, options, clock, limits } = deps
  await limits.take('token creation', String(caller.id))
  const now = clock()
  if (isExpired(fields, now)) throw new AppError('token_expiry_invalid')
  checkGroup(fields.group, groupsOfCaller(options.current(), caller))
  const owner = heldBy(caller)
  const token = {
    ...fields,
    ...newSealedKey(vault),
    ...owner,
    model_limits: normalModels(fields.model_limits),
    allow_ips: normalAddresses(fields.allow_ips),
    unlimited_quota: fields.unlimited_quota ? 1 : 0,
    model_limits_enabled: fields.model_limits_enabled ? 1 : 0,
    limits: writeLimits(fields.limits),
    created_time: now,
    accessed_time: now,
  } as const
  const row = await store.transaction().execute(async (transaction) => {
    await lockForTokens(transaction, caller)
    if ((await countTokens(transaction, owner)) >= tokensMax)
      throw new AppError('token_too_many', { params: { maximum: tokensMax } })
    return insertToken(transaction, token)
  })
  return shownToken(deps, caller, row)
}

export async function changeToken(deps: TokensDeps, caller: Caller, change: TokenChange): Promise<Token> {
  const { store, vault, options, clock, forgetKey } = deps
  const now = clock()
  const groups = groupsOfCaller(options.current(), caller)
  const row = await store.transaction().execute(async (transaction) => {
    const current = held(caller, await lockToken(transaction, managedBy(caller), change.id))
    const { id: subject, seen_revision: seen } = change
    await checkSeen(transaction, { kind: 'token', subject, seen, stored: tokenRevision(current), by: caller.username })
    return editToken(transaction, current, editOf(current, change, { groups, now }))
  })
  forgetKey(vault.decrypt(row.key_cipher, 'token key'))
  return shownToken(deps, caller, row)
}

/** Owners set the statuses enabled and disabled only; expired and exhausted follow from time and quota. */
export async function switchToken(
  deps: TokensDeps,
  caller: Caller,
  actor: Actor,
  { id, status }: TokenChange,
): Promise<{ data: Token } & Undoable> {
  if (status !== tokenStatus.enabled && status !== tokenStatus.disabled) throw new AppError('invalid_parameter')
  const { store, vault, forgetKey } = deps
  const isOn = status === tokenStatus.enabled
  const { row, undo_id } = await store.transaction().execute(async (transaction) => {
    if (isOn && caller.org) await lockForTokens(transaction, caller)
    const current = existing(await lockToken(transaction, managedBy(caller), id))
    if (isOn) checkEnabling(held(caller, current), actor.at)
    const row = await setTokenStatus(transaction, current, status)
    if (current.status === status) return { row }
    const action = isOn ? 'token.enable' : 'token.disable'
    const fields = { status: { before: current.status, after: status } }
    return { row, undo_id: await recordToken(transaction, actor, action, row, fields) }
  })
  forgetKey(vault.decrypt(row.key_cipher, 'token key'))
  return { data: await shownToken(deps, caller, row), ...(undo_id !== undefined && { undo_id }) }
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
    const deleted = await deleteToken(transaction, managedBy(caller), id, actor.at)
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

/** The same for what only the member who holds a token may do. */
export function held(caller: Caller, row: TokenRow | undefined): TokenRow {
  const token = existing(row)
  if (!isHeldBy(caller, token)) throw new AppError('org_token_foreign')
  return token
}

/** A token as its owner reads it. The relay stores an expiry only at a call, so the status is computed here. */
function wireToken(token: TokenRow, vault: Vault, now: number): Token {
  const { key_cipher, limits: _, caller_id: __, ...row } = token
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
    token.billing_preference,
  )
