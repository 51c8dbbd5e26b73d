import type { HoldRow, Rows, TokenRow, UserRow } from '../../src/domain/money/wallet/ledger/plan.ts'

const ada: UserRow = {
  id: 1,
  username: 'ada',
  status: 1,
  deleted_at: null,
  quota: 100,
  held: 0,
  used_quota: 0,
  request_count: 0,
}
const key: TokenRow = {
  id: 7,
  user_id: 1,
  caller_id: 0,
  name: 'key',
  status: 1,
  deleted_at: null,
  expired_time: -1,
  unlimited_quota: 0,
  remain_quota: 100,
  held: 0,
  used_quota: 0,
  accessed_time: 0,
}
export type GivenRows = { user?: Partial<UserRow>; token?: Partial<TokenRow>; holds?: HoldRow[] }
/** A user and one of the user's tokens, each with 100 unless it is said otherwise. */
export const rowsOf = ({ user, token, holds = [] }: GivenRows): Rows => ({
  users: new Map([[1, { ...ada, ...user }]]),
  tokens: new Map([[7, { ...key, ...token }]]),
  pots: new Map(),
  callers: new Map(),
  holds: new Map(holds.map((hold) => [hold.request_id, hold])),
  settled: new Map(),
  counters: new Map(),
})
