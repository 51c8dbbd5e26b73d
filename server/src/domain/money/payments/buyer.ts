import type { OrderRow } from './orders.queries.ts'

type Ordered = Pick<OrderRow, 'user_id' | 'caller_id'>

/** The person who ordered, and the organisation that they ordered for, or 0. */
export const buyerOf = ({ user_id, caller_id }: Ordered): { user_id: number; account_id: number } =>
  caller_id === 0 ? { user_id, account_id: 0 } : { user_id: caller_id, account_id: user_id }
