import type { BilledCall } from './ledger/operations.ts'

/** A row that tells of a call: `user_id` has called, and `account_id` is the organisation that pays, or 0. */
type Told = { user_id: number; account_id: number }

/** Whose balance pays for a call. */
export const payerOf = ({ user_id, account_id }: Told): number => account_id || user_id

/** A call as the ledger knows it: who pays, and who calls at an organisation's expense. */
export const billedCall = (
  request_id: string,
  { user_id, account_id, token_id }: Told & { token_id: number },
): BilledCall =>
  account_id === 0
    ? { request_id, user_id, token_id }
    : { request_id, user_id: account_id, caller_id: user_id, token_id }
