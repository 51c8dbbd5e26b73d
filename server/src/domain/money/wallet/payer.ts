import type { BilledCall } from './ledger/operations.ts'

/** A row that tells of a call: `user_id` has called, and `account_id` is the organisation that pays, or 0. */
type Told = { user_id: number; account_id: number }
/** A row of money: `user_id` pays, and `caller_id` is the member who acts for an organisation, or 0. */
type Paid = { user_id: number; caller_id: number }

/** Whose balance pays for a call. */
export const payerOf = ({ user_id, account_id }: Told): number => account_id || user_id

export const toldOf = ({ user_id, caller_id }: Paid): Told =>
  caller_id === 0 ? { user_id, account_id: 0 } : { user_id: caller_id, account_id: user_id }

export const paidOf = ({ user_id, account_id }: Told): Paid =>
  account_id === 0 ? { user_id, caller_id: 0 } : { user_id: account_id, caller_id: user_id }

/** A call as the ledger knows it. */
export const billedCall = (
  request_id: string,
  { user_id, account_id, token_id }: Told & { token_id: number },
  sources?: BilledCall['sources'],
): BilledCall => ({
  request_id,
  user_id: account_id || user_id,
  caller_id: account_id === 0 ? 0 : user_id,
  token_id,
  sources,
})
