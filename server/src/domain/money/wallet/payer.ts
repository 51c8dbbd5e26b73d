/** A row that tells of a call: `user_id` has called, and `account_id` is the organisation that pays, or 0. */
type Told = { user_id: number; account_id: number }

/** Whose balance pays for a call. */
export const payerOf = ({ user_id, account_id }: Told): number => account_id || user_id
