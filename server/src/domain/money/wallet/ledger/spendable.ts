import type { ErrorCode } from '@turnpike/contract/errors'
import { neverExpires, tokenStatus } from '@turnpike/contract/identity/token'
import { userStatus } from '@turnpike/contract/identity/user'
import type { Draft } from './draft.ts'
import type { BilledCall } from './operations.ts'
import type { CallerRow, HoldRow, TokenRow, UserRow } from './plan.ts'
import { balance, freeHold, type Held, lackOf, reserveOf, type Wanted } from './sources.ts'

export function holdOf(draft: Draft, { request_id, user_id, token_id }: BilledCall): HoldRow | undefined {
  const hold = draft.hold(request_id)
  if (hold && (hold.user_id !== user_id || hold.token_id !== token_id))
    throw new Error(`the hold of request ${request_id} belongs to another user or token`)
  return hold
}

/** The rows of those who spend: who pays, the member who calls at an organisation's expense, and the token. */
export type Spenders = { user: UserRow | undefined; caller: CallerRow | undefined; token: TokenRow | undefined }

export const spendersOf = (
  draft: Draft,
  { user_id, caller_id, token_id }: Pick<BilledCall, 'user_id' | 'caller_id' | 'token_id'>,
): Spenders => ({
  user: draft.user(user_id),
  caller: caller_id ? draft.caller(user_id, caller_id) : undefined,
  token: draft.token(token_id),
})

type Spending = Omit<BilledCall, 'request_id'> & { at: number }

/** The reason why user and token may not spend `amount` more, or undefined. */
export const refusalOf = (
  draft: Draft,
  spenders: Spenders,
  spending: Spending,
  amount: number,
): ErrorCode | undefined =>
  refusalOfSpenders(spenders, spending, amount) ??
  (spenders.user && lackOf(draft, spenders.user, { sources: spending.sources, amount, at: spending.at }))

/** The same but for what pays. */
export function refusalOfSpenders(
  { user, caller, token }: Spenders,
  { user_id, caller_id = 0, token_id, at }: Spending,
  amount: number,
): ErrorCode | undefined {
  if (!user || user.deleted_at !== null) return 'user_missing'
  if (user.status !== userStatus.enabled) return 'user_banned'
  if (caller_id !== 0) {
    if (!caller || caller.deleted_at !== null || !caller.is_member) return 'org_member_missing'
    if (caller.status !== userStatus.enabled) return 'user_banned'
  }
  if (token_id !== 0) {
    if (!token || token.deleted_at !== null || token.user_id !== user_id || token.caller_id !== caller_id)
      return 'token_invalid'
    const { status, expired_time, unlimited_quota, remain_quota, held } = token
    if (status === tokenStatus.expired || (expired_time !== neverExpires && expired_time <= at)) return 'token_expired'
    if (status === tokenStatus.exhausted) return 'token_exhausted'
    if (status !== tokenStatus.enabled) return 'token_disabled'
    if (!unlimited_quota && remain_quota - held < amount) return 'token_exhausted'
  }
  return undefined
}

/** Whether a part of what does not suffice is held. A hold that ends makes it free again. */
export function isHeld(
  draft: Draft,
  { user_id, token_id, sources }: Pick<BilledCall, 'user_id' | 'token_id' | 'sources'>,
  lack: ErrorCode,
): boolean {
  if (lack === 'token_exhausted') return (draft.token(token_id)?.held ?? 0) > 0
  if (lack !== 'quota_insufficient' && lack !== 'plan_insufficient') return false
  return (sources ?? [balance]).some((id) => ((id === balance ? draft.user(user_id) : draft.pot(id))?.held ?? 0) > 0)
}

export function reserve(draft: Draft, { user, token }: Pick<Spenders, 'user' | 'token'>, wanted: Wanted): Held {
  if (token) token.held += wanted.amount
  return reserveOf(draft, user, wanted)
}

/** What a hold, or a part of it, has reserved is free again. */
export function free(draft: Draft, hold: HoldRow): void {
  const token = draft.token(hold.token_id)
  if (token) token.held -= hold.amount
  freeHold(draft, draft.user(hold.user_id), hold)
}

/** The smaller of an amount and what a token can still spend, without what is held. */
export const withinToken = (amount: number, token: TokenRow | undefined): number =>
  !token || token.unlimited_quota ? amount : Math.min(amount, token.remain_quota - token.held)
