import { hourKey, hourSums, type UsageHour, type UsageModelHour } from '../../../usage/logs/usage-hour.ts'
import { type CostHour, costKey, costSums } from '../../pricing/cost/cost-hour.ts'
import type { HoldRow, NewEntry, NewLog, TokenRow, UserRow } from './plan.ts'

export const listed = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

type Columns<Row> = readonly (keyof Row & string)[]

const balance = ['quota', 'held', 'used_quota', 'request_count'] as const
const limit = ['remain_quota', 'held', 'used_quota', 'accessed_time'] as const
const tokenFacts = ['id', 'user_id', 'name', 'status', 'deleted_at', 'expired_time', 'unlimited_quota'] as const
const call = ['request_id', 'user_id', 'token_id', 'channel_id', 'model_name', 'group', 'price_snapshot'] as const
const owner = ['user_id', 'username', 'created_at', 'type', 'quota', 'channel', 'token_id', 'token_name'] as const
const consumption = ['model_name', 'prompt_tokens', 'completion_tokens', 'use_time', 'is_stream', 'group'] as const

/** The columns read and written of each table, in one order for both databases. */
export const userColumns: Columns<UserRow> = ['id', 'username', 'status', 'deleted_at', ...balance]
export const tokenColumns: Columns<TokenRow> = [...tokenFacts, ...limit]
export const holdColumns: Columns<HoldRow> = [
  ...call,
  'amount',
  'accrued',
  'created_at',
  'expires_at',
  'is_reopened',
  'limits',
]
export const entryColumns: Columns<NewEntry> = [
  'user_id',
  'kind',
  'reference',
  'amount',
  'overdraft',
  'token_id',
  'channel_id',
  'detail',
  'is_logged',
  'limits',
  'created_at',
]
/** Of a call's row, which has no texts of its own. */
export const callLogColumns: Columns<NewLog> = [...owner, ...consumption, 'facts', 'request_id']
export const logColumns: Columns<NewLog> = [...callLogColumns, 'content', 'other']
export const hourColumns: Columns<UsageHour> = [...hourKey, ...hourSums]

export const modelHourColumns: Columns<UsageModelHour> = ['hour', 'model_name', ...hourSums]

const add = (table: string, key: readonly string[], sums: readonly string[] = hourSums) =>
  `ON CONFLICT (${listed(key)}) DO UPDATE SET ${sums
    .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
    .join(', ')}`

export const costColumns: Columns<CostHour> = [...costKey, ...costSums]
export const addToCost = add('cost_hours', costKey, costSums)

/** Adds to an hour or a day that is there. */
export const addToHour = (table: 'usage_hours' | 'usage_days') => add(table, hourKey)
export const addToModelHour = add('usage_model_hours', ['hour', 'model_name'])
export const addToCounter = 'DO UPDATE SET amount = limit_counters.amount + excluded.amount'
