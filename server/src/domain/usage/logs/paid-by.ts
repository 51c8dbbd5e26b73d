import { type SqlBool, sql } from 'kysely'

/** Calls that an organisation pays for, or those that users pay for themselves: 0. The index needs the second condition. */
export const paidBy = (account_id: number) =>
  account_id === 0 ? sql<SqlBool>`account_id = 0` : sql<SqlBool>`(account_id = ${account_id} AND account_id <> 0)`
