import type { Selectable } from 'kysely'
import type { Database } from '../../../../store/schema.ts'
import type { UsageHour, UsageModelHour } from '../../../usage/logs/usage-hour.ts'
import type { CostHour } from '../../pricing/cost/cost-hour.ts'
import type { entryColumns, holdColumns, logColumns, settlingColumns, tokenColumns, userColumns } from './columns.ts'

type Columns<Table extends keyof Database, Names extends readonly (keyof Selectable<Database[Table]>)[]> = Pick<
  Selectable<Database[Table]>,
  Names[number]
>

export type UserRow = Columns<'users', typeof userColumns>
export type TokenRow = Columns<'tokens', typeof tokenColumns>
export type HoldRow = Columns<'holds', typeof holdColumns>
/** An entry that settles a call. */
export type SettlingEntry = Columns<'ledger', typeof settlingColumns>

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

export type NewEntry = Columns<'ledger', typeof entryColumns> & { kind: 'charge' | 'refund' }
export type NewLog = Columns<'logs', typeof logColumns>

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
