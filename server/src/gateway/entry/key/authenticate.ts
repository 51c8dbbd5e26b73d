import { orgMay } from '@turnpike/contract/identity/organisation'
import { neverExpires, tokenStatus } from '@turnpike/contract/identity/token'
import { role, userStatus } from '@turnpike/contract/identity/user'
import type { RecordTerms } from '@turnpike/contract/usage/prompt-records'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../deps.ts'
import { findTokenWithOwner, markToken } from '../../../domain/identity/tokens/tokens.queries.ts'
import { readPayingPlans } from '../../../domain/money/plans/paying-plans.queries.ts'
import type { PayingPlans } from '../../../domain/money/plans/paying-plans.ts'
import { toldOf } from '../../../domain/money/wallet/payer.ts'
import type { Limit } from '../../../domain/routing/limits/counter-key.ts'
import { ownLimits } from '../../../domain/routing/limits/limits-of-caller.ts'
import { type KeptTerms, readTerms, termsOfCall } from '../../../domain/usage/prompt-records/stored-terms.ts'
import { isListed, parseAddressList } from '../../../http/address-list.ts'
import { maskKey } from '../../../secrets/redact.ts'
import type { Store } from '../../../store/store.ts'
import { commaSeparatedValues } from '../../routing/channel.ts'
import type { Snapshot } from '../../routing/snapshot.ts'
import { Refusal } from '../errors/refusals.ts'
import type { Credential } from './credentials.ts'

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findTokenWithOwner>>>

/** The caller and its permissions: read once per call, from rows that are at most a second old. */
export type RelayCaller = {
  user_id: number
  /** The organisation that pays; 0 where the user does. */
  account_id: number
  username: string
  role: number
  /** 0 in the playground, where no key is involved. */
  token_id: number
  token_name: string
  unlimited: boolean
  /** Whose channels and ratio apply. */
  group: string
  /** The group of who pays, which the token's may differ from. */
  own_group: string
  /** Undefined: any model. */
  models: ReadonlySet<string> | undefined
  /** Set when an administrator pinned a channel in the key. */
  pin: string | undefined
  /** The limits of token and user; undefined if there are none. */
  limits: Limit[] | undefined
  /** The terms for recording prompt and response; undefined if they are not recorded. */
  record: readonly KeptTerms[] | undefined
  /** The plans of who pays; undefined if there are none. */
  plans: PayingPlans | undefined
}

/** The key is known but may not be used. Its owner can see why. */
export class RefusedKey extends Refusal {
  readonly caller: RelayCaller
  constructor(refusal: Refusal, caller: RelayCaller) {
    super(refusal.code, refusal.about)
    this.caller = caller
  }
}

/** Synchronous if the key's rows are cached. Throws, or rejects, with the Refusal. */
export type Authenticator = (
  credential: Credential | undefined,
  address: string,
  snapshot: Snapshot,
) => RelayCaller | Promise<RelayCaller>

export type Keys = {
  authenticate: Authenticator
  /** Drops the cached rows of a key (without its `sk-`), so that the next call reads them again. */
  forget(key: string): void
}

// Cached rows can only refuse a call. The hold reads the database and alone grants it.
const cachedMs = 1000
const cacheMax = 20_000

type Cached = {
  row: TokenRow
  models: ReadonlySet<string> | undefined
  limits: Limit[] | undefined
  record: RecordTerms | undefined
  plans: PayingPlans | undefined
}

export function createAuthenticator({
  store,
  vault,
  clock,
  limits,
  log,
}: Pick<Deps, 'store' | 'vault' | 'clock' | 'limits' | 'log'>): Keys {
  const cache = new LRUCache<string, Cached>({ max: cacheMax, ttl: cachedMs, ttlResolution: 50 })

  /** Lookups that have begun: calls that come together, with a key that was not read for a second, share one. */
  const lookups = new Map<string, Promise<Cached | undefined>>()

  const readKey = async (key: string): Promise<Cached | undefined> => {
    const row = await findTokenWithOwner(store, vault.hash(key, 'token key'))
    return row && readToken(row, await plansOf(store, row, clock()))
  }
  const findToken = (key: string): Promise<Cached | undefined> => {
    if (!/^[0-9A-Za-z]{1,128}$/.test(key)) return Promise.resolve(undefined)
    const begun = lookups.get(key)
    if (begun) return begun
    const isLatest = () => lookups.get(key) === lookup
    const lookup = readKey(key)
      .then((found) => {
        if (found && isLatest()) cache.set(key, found)
        return found
      })
      .finally(() => isLatest() && lookups.delete(key))
    lookups.set(key, lookup)
    return lookup
  }
  const mark = (row: TokenRow, status: typeof tokenStatus.expired | typeof tokenStatus.exhausted) => {
    markToken(store, row.id, status, clock()).catch((error: unknown) =>
      log.warn('token status not written', { token_id: row.id, error }),
    )
  }

  const authenticate: Authenticator = (credential, address, snapshot) => {
    if (!credential) throw new Refusal('token_missing')
    const known = cache.get(credential.key)
    return known ? judge(known, credential, address, snapshot) : look(credential, address, snapshot)
  }
  const look = async (credential: Credential, address: string, snapshot: Snapshot): Promise<RelayCaller> => {
    const found = await findToken(credential.key)
    if (found) return judge(found, credential, address, snapshot)
    await limits.take('invalid relay key', address)
    throw new Refusal('invalid_token')
  }
  const judge = (cached: Cached, credential: Credential, address: string, snapshot: Snapshot): RelayCaller => {
    const caller = callerOf(cached, credential.pin)
    try {
      check(cached.row, credential, address)
      caller.group = effectiveGroup(cached.row.group, cached.row.user_group, snapshot)
      const { records } = snapshot
      if (records !== undefined) caller.record = termsOfCall(cached.record, records.get(caller.group))
      if (caller.pin !== undefined && caller.role < role.admin) throw new Refusal('channel_pin_forbidden')
      return caller
    } catch (error) {
      throw error instanceof Refusal ? new RefusedKey(error, caller) : error
    }
  }
  const check = (row: TokenRow, credential: Credential, address: string): void => {
    const fault = faultOfToken(row, clock())
    if (fault?.mark) mark(row, fault.mark)
    if (fault) throw fault.code === 'token_exhausted' ? exhausted(credential) : new Refusal(fault.code)
    checkAddress(row.allow_ips, address)
    if (isBanned(row)) throw new Refusal('user_banned')
    const ofSeat = faultOfSeat(row)
    if (ofSeat) throw ofSeat
  }
  const forget = (key: string): void => {
    cache.delete(key)
    lookups.delete(key) // what it reads may be old already
  }
  return { authenticate, forget }
}

type Fault = {
  code: 'token_exhausted' | 'token_expired' | 'token_disabled'
  /** The status to store in the token's row. */
  mark?: typeof tokenStatus.expired | typeof tokenStatus.exhausted
}
type TokenState = Pick<TokenRow, 'status' | 'expired_time' | 'unlimited_quota' | 'remain_quota'>

/** Why a token cannot be used; undefined if it can. */
export function faultOfToken(token: TokenState, now: number): Fault | undefined {
  if (token.status === tokenStatus.exhausted) return { code: 'token_exhausted' }
  if (token.status === tokenStatus.expired) return { code: 'token_expired' }
  if (token.status !== tokenStatus.enabled) return { code: 'token_disabled' }
  if (token.expired_time !== neverExpires && token.expired_time < now)
    return { code: 'token_expired', mark: tokenStatus.expired }
  if (!token.unlimited_quota && token.remain_quota <= 0) return { code: 'token_exhausted', mark: tokenStatus.exhausted }
  return undefined
}

type Owners = Pick<TokenRow, 'user_status' | 'user_deleted_at' | 'payer_status' | 'payer_deleted_at'>

/** Whether the owner of a token, or the organisation that pays, may not call. */
export const isBanned = ({ user_status, user_deleted_at, payer_status, payer_deleted_at }: Owners): boolean =>
  user_status !== userStatus.enabled ||
  user_deleted_at !== null ||
  payer_status !== userStatus.enabled ||
  payer_deleted_at !== null

/** Why the owner of a token may not call at the expense of the organisation; undefined if they may. */
export function faultOfSeat(row: Pick<TokenRow, 'caller_id' | 'seat_role' | 'seat_groups' | 'group' | 'user_group'>) {
  if (row.caller_id === 0) return undefined
  if (row.seat_role === null || !orgMay(row.seat_role, 'call')) return new Refusal('org_member_missing')
  const { group, user_group, seat_groups } = row
  const isOpen = group === user_group || mayUseGroup(seat_groups ?? '', group)
  return isOpen ? undefined : new Refusal('group_forbidden', { params: { group } })
}

/** Whether a member may use a group. The organisation's own, which is the empty one, is open to all members. */
export const mayUseGroup = (groups: string, wanted: string): boolean =>
  wanted === '' || groups === '' || commaSeparatedValues(groups).includes(wanted)

/** The plans that may pay for calls with a token. */
export const plansOf = (
  store: Store,
  { user_id, has_pots, billing_preference, user_preference }: TokenRow,
  at: number,
): Promise<PayingPlans | undefined> =>
  readPayingPlans(store, { user_id, has_pots, preference: billing_preference || user_preference }, at)

function readToken(row: TokenRow, plans: PayingPlans | undefined): Cached {
  const { id, user_id, caller_id, user_limits, seat_limits, limits } = row
  const own = { user_id, userLimits: user_limits, token_id: id, tokenLimits: limits }
  return {
    row,
    models: modelsOf(row),
    limits: ownLimits({ ...own, member_id: caller_id, memberLimits: seat_limits ?? '' }),
    record: readTerms(row.record),
    plans,
  }
}

/** The models that both the token and the organisation allow. Undefined: any. */
function modelsOf({ model_limits_enabled, model_limits, seat_models }: TokenRow): ReadonlySet<string> | undefined {
  const ofToken = model_limits_enabled ? new Set(commaSeparatedValues(model_limits)) : undefined
  return sharedModels(ofToken, modelsOfSeat(seat_models ?? ''))
}

/** The models that a member may call; undefined: any. */
export const modelsOfSeat = (models: string): ReadonlySet<string> | undefined =>
  models === '' ? undefined : new Set(commaSeparatedValues(models))

const sharedModels = (one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined) =>
  one && other ? one.intersection(other) : (one ?? other)

/** The caller of a token that was read from its row. */
export const callerOfToken = (row: TokenRow, plans: PayingPlans | undefined, pin: string | undefined): RelayCaller =>
  callerOf(readToken(row, plans), pin)

const callerOf = ({ row, models, limits, plans }: Cached, pin: string | undefined): RelayCaller => ({
  ...toldOf(row),
  username: row.username,
  role: row.role,
  token_id: row.id,
  token_name: row.name,
  unlimited: row.unlimited_quota === 1,
  group: row.group || row.user_group,
  own_group: row.user_group,
  models,
  pin,
  limits,
  record: undefined,
  plans,
})

const exhausted = ({ key }: Credential) => new Refusal('token_exhausted', { params: { key: maskKey(`sk-${key}`) } })

/** An unparseable list allows no address. It was validated when it was saved, so it is damaged. */
function checkAddress(list: string, address: string) {
  if (list.trim() === '') return
  const parsed = parseAddressList(list)
  if (!parsed.ok || !isListed(address, parsed.ranges)) throw new Refusal('ip_not_allowed', { detail: { address } })
}

/** The token's group if it has one, else its owner's. */
export function effectiveGroup(wanted: string, own: string, { options }: Snapshot): string {
  const group = wanted || own
  if (wanted && wanted !== own && !Object.hasOwn(options.UserUsableGroups, wanted))
    throw new Refusal('group_forbidden', { params: { group: wanted } })
  if (wanted && !Object.hasOwn(options.GroupRatio, wanted))
    throw new Refusal('group_deprecated', { params: { group: wanted } })
  return group
}
