import { type Token, type TokenChange, type TokenFields, tokenStatus, tokensMax } from '@turnpike/contract/token'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Caller } from '../../http/caller.ts'
import type { Vault } from '../../secrets/vault.ts'
import { usableGroups } from '../catalogue/usable-groups.ts'
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

type Needs = Pick<Deps, 'store' | 'vault' | 'options' | 'clock' | 'limits' | 'forgetKey'>
type Found = { data: Token[]; total: number; page_size: number }

export async function listTokens(
  { store, vault, clock }: Needs,
  caller: Caller,
  { p, size }: { p: number; size: number },
): Promise<Found> {
  const rows = await readTokens(store, caller.id, { limit: size, offset: p * size })
  const total = await countTokens(store, caller.id)
  return { data: rows.map((row) => wireToken(row, vault, clock())), total, page_size: size }
}

type Search = { keyword?: string | undefined; token?: string | undefined; p: number; size: number }

/** Keys are encrypted, so a part of one can only be searched after decrypting them all; a user has a thousand at most. */
export async function searchTokens(
  { store, vault, clock, limits }: Needs,
  caller: Caller,
  { keyword = '', token = '', p, size }: Search,
): Promise<Found> {
  await limits.take('search', String(caller.id))
  const part = token.trim().replace(/^sk-/, '')
  const name = keyword.trim().toLowerCase()
  const rows = await readTokens(store, caller.id, { limit: tokensMax, offset: 0 })
  const found = rows
    .filter((row) => row.name.toLowerCase().includes(name))
    .map((row) => wireToken(row, vault, clock()))
    .filter(({ key }) => key.includes(part))
  return { data: found.slice(p * size, (p + 1) * size), total: found.length, page_size: size }
}

export async function getToken({ store, vault, clock }: Needs, caller: Caller, id: number): Promise<Token> {
  return wireToken(existing(await findToken(store, caller.id, id)), vault, clock())
}

export async function createToken(
  { store, vault, options, clock, limits }: Needs,
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
  { store, vault, options, clock, forgetKey }: Needs,
  caller: Caller,
  change: TokenChange,
): Promise<Token> {
  const now = clock()
  const groups = usableGroups(options.current(), caller.group)
  const row = await store.transaction().execute(async (transaction) => {
    const current = existing(await lockToken(transaction, caller.id, change.id))
    return editToken(transaction, current, editOf(current, change, { groups, now }))
  })
  const token = wireToken(row, vault, now)
  forgetKey(token.key)
  return token
}

/** Owners set the statuses enabled and disabled only; expired and exhausted follow from time and quota. */
export async function switchToken(
  { store, vault, clock, forgetKey }: Needs,
  caller: Caller,
  { id, status }: TokenChange,
): Promise<Token> {
  if (status !== tokenStatus.enabled && status !== tokenStatus.disabled) throw new AppError('invalid_parameter')
  const now = clock()
  const row = await store.transaction().execute(async (transaction) => {
    const current = existing(await lockToken(transaction, caller.id, id))
    if (status === tokenStatus.enabled) {
      if (isExpired(current, now)) throw new AppError('token_enable_expired')
      if (isExhausted(current)) throw new AppError('token_enable_exhausted')
    }
    return setTokenStatus(transaction, current, status)
  })
  const token = wireToken(row, vault, now)
  forgetKey(token.key)
  return token
}

export async function removeToken(
  { store, vault, clock, forgetKey }: Needs,
  caller: Caller,
  id: number,
): Promise<undefined> {
  const deleted = await deleteToken(store, caller.id, id, clock())
  if (!deleted) throw new AppError('not_found', { detail: { token_id: id } })
  forgetKey(vault.decrypt(deleted.key_cipher, 'token key'))
}

/** Another user's token and a missing one give the same refusal. */
function existing(row: TokenRow | undefined): TokenRow {
  if (!row) throw new AppError('not_found')
  return row
}

/** A token as its owner reads it. The relay stores an expiry only at a call, so the status is computed here. */
function wireToken({ key_cipher, ...row }: TokenRow, vault: Vault, now: number): Token {
  return {
    ...row,
    key: vault.decrypt(key_cipher, 'token key'),
    status: row.status === tokenStatus.enabled ? standingOf(row, now) : row.status,
    unlimited_quota: row.unlimited_quota === 1,
    model_limits_enabled: row.model_limits_enabled === 1,
    DeletedAt: null,
  }
}
