import { hourKey, hourSums } from '../../../usage/logs/usage-hour.ts'
import { costKey, costSums } from '../../pricing/cost/cost-hour.ts'

/*
 * The columns that the ledger reads and writes, each table once. The statements of both databases, the types of the
 * rows (`plan.ts`) and the functions that bind values (`column-binders.ts`) are made from these lists.
 */

export const userColumns = [
  'id',
  'username',
  'status',
  'deleted_at',
  'quota',
  'held',
  'used_quota',
  'request_count',
] as const

export const tokenColumns = [
  'id',
  'user_id',
  'caller_id',
  'name',
  'status',
  'deleted_at',
  'expired_time',
  'unlimited_quota',
  'remain_quota',
  'held',
  'used_quota',
  'accessed_time',
] as const

export const holdColumns = [
  'request_id',
  'user_id',
  'caller_id',
  'token_id',
  'channel_id',
  'model_name',
  'group',
  'price_snapshot',
  'amount',
  'accrued',
  'created_at',
  'expires_at',
  'is_reopened',
  'limits',
  'parts',
  'from_pots',
] as const

export const entryColumns = [
  'user_id',
  'caller_id',
  'kind',
  'reference',
  'amount',
  'overdraft',
  'from_pots',
  'token_id',
  'channel_id',
  'detail',
  'is_logged',
  'limits',
  'created_at',
] as const

/** The columns of an entry that tell whether its call is settled. */
export const settlingColumns = [
  'kind',
  'reference',
  'amount',
  'from_pots',
  'channel_id',
  'detail',
  'limits',
  'is_logged',
  'created_at',
] as const

export const potMoveColumns = ['pot_id', 'kind', 'reference', 'request_id', 'amount', 'created_at'] as const

/** The row of a call has no texts of its own. */
export const callLogColumns = [
  'user_id',
  'username',
  'created_at',
  'type',
  'quota',
  'channel',
  'token_id',
  'token_name',
  'model_name',
  'prompt_tokens',
  'completion_tokens',
  'use_time',
  'is_stream',
  'group',
  'facts',
  'request_id',
  'account_id',
] as const
export const logColumns = [...callLogColumns, 'content', 'other'] as const

export const hourColumns = [...hourKey, 'account_id', ...hourSums] as const
const modelHourKey = ['hour', 'model_name'] as const
export const modelHourColumns = [...modelHourKey, ...hourSums] as const
export const costColumns = [...costKey, ...costSums] as const

export const listed = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

const addSums = (table: string, key: readonly string[], sums: readonly string[]) =>
  `ON CONFLICT (${listed(key)}) DO UPDATE SET ${sums
    .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
    .join(', ')}`

/** Adds to the row of an hour or a day where there is one. */
export const addToHour = (table: 'usage_hours' | 'usage_days') => addSums(table, hourKey, hourSums)
export const addToModelHour = addSums('usage_model_hours', modelHourKey, hourSums)
export const addToCost = addSums('cost_hours', costKey, costSums)
export const addToCounter = 'DO UPDATE SET amount = limit_counters.amount + excluded.amount'
