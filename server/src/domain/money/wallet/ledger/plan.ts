import type { Flag } from '../../../../store/schema/flag.ts'
import type { UsageHour, UsageModelHour } from '../../../usage/logs/usage-hour.ts'
import type { CostHour } from '../../pricing/cost/cost-hour.ts'
import type { ConsumptionLog } from './operations.ts'

export type UserRow = {
  id: number
  username: string
  status: number
  deleted_at: number | null
  quota: number
  held: number
  used_quota: number
  request_count: number
}

export type TokenRow = {
  id: number
  user_id: number
  name: string
  status: number
  deleted_at: number | null
  expired_time: number
  unlimited_quota: Flag
  remain_quota: number
  held: number
  used_quota: number
  accessed_time: number
}

export type HoldRow = {
  request_id: string
  user_id: number
  token_id: number
  channel_id: number
  amount: number
  accrued: number
  model_name: string
  group: string
  price_snapshot: string
  created_at: number
  expires_at: number
  is_reopened: Flag
  /** Its counters, one per line (`limits/counter-key.ts`). */
  limits: string
}

/** The settled charge of a call that has no hold any more. */
export type Settled = {
  charged: number
  channel_id: number
  /** The budgets that the charge counted towards, and its time. */
  budgets: string
  at: number
  /** The charge is in the log. */
  isLogged: boolean
  /** False while the charge is that of an expired hold: the call may still report its own. */
  isFinal: boolean
}

/** The rows that the operations of a batch need, read under lock. */
export type Rows = {
  users: ReadonlyMap<number, UserRow>
  tokens: ReadonlyMap<number, TokenRow>
  holds: ReadonlyMap<string, HoldRow>
  settled: ReadonlyMap<string, Settled>
  /** Only those that decide about an operation. */
  counters: ReadonlyMap<string, Counter>
}

/** What counts towards a limit: reserved by running calls, and used by step of time. */
export type Counter = { reserved: number; steps: ReadonlyMap<number, number> }

/** An amount to add to a step of a counter, or with `since` 0 to what it has reserved. */
export type Count = { key: string; since: number; amount: number }

export type NewEntry = {
  user_id: number
  kind: 'charge' | 'refund'
  reference: string
  amount: number
  overdraft: number
  token_id: number
  channel_id: number
  detail: string
  is_logged: Flag
  /** The keys of the budgets that it counts towards, one per line. */
  limits: string
  created_at: number
}

export type NewLog = Omit<ConsumptionLog, 'first_ms' | 'cost' | 'facts' | 'content' | 'other'> & {
  facts: string
  content: string
  other: string
  user_id: number
  created_at: number
  type: number
  quota: number
  channel: number
  token_id: number
  request_id: string
}

/** A row as read and as to be written: written as a difference, and only if the row is still as read. */
export type Change<Row> = { before: Row; after: Row }

/** The writes of a batch, in one transaction. */
export type Plan = {
  users: Change<UserRow>[]
  tokens: Change<TokenRow>[]
  /** The amounts to add to each channel's used quota. */
  channels: { id: number; used_quota: number }[]
  opened: HoldRow[]
  changed: HoldRow[]
  /** Request ids. */
  closed: string[]
  entries: NewEntry[]
  logs: NewLog[]
  hours: UsageHour[]
  days: UsageHour[]
  modelHours: UsageModelHour[]
  /** In the order of their keys, so that two instances never deadlock. */
  counts: Count[]
  /** Of the calls with a known cost. */
  costs: CostHour[]
}
