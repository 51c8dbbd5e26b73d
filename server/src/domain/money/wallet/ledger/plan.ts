import type { Selectable } from 'kysely'
import type { Flag } from '../../../../store/schema/flag.ts'
import type { Database } from '../../../../store/schema.ts'
import type { Counter } from '../../../routing/limits/free-at.ts'
import type { UsageHour, UsageModelHour } from '../../../usage/logs/usage-hour.ts'
import type { CostHour } from '../../pricing/cost/cost-hour.ts'
import type { PotRow } from '../pots/pot.ts'
import type {
  entryColumns,
  holdColumns,
  logColumns,
  potMoveColumns,
  settlingColumns,
  tokenColumns,
  userColumns,
} from './columns.ts'

type Columns<Table extends keyof Database, Names extends readonly (keyof Selectable<Database[Table]>)[]> = Pick<
  Selectable<Database[Table]>,
  Names[number]
>

export type UserRow = Columns<'users', typeof userColumns>
/** A member, or a former member, of an organisation. */
export type CallerRow = {
  account_id: number
  caller_id: number
  username: string
  status: number
  deleted_at: number | null
  is_member: Flag
}
export type TokenRow = Columns<'tokens', typeof tokenColumns>
export type HoldRow = Columns<'holds', typeof holdColumns>
/** An entry that settles a call. */
export type SettlingEntry = Columns<'ledger', typeof settlingColumns>

/** What may pay for a call: a pot, or the balance as 0; with the amount that is held or was taken of it. */
export type Part = { id: number; amount: number }

/** The charge of a call that is settled and has no hold any more. */
export type Settled = {
  charged: number
  channel_id: number
  /** The budgets that the charge counted towards, and the time of the charge. */
  budgets: string
  at: number
  /** The charge is in the log. */
  isLogged: boolean
  /** False if the charge is that of an expired hold: the call may still report its own. */
  isFinal: boolean
  /** What pots paid of the charge, first taken first. */
  moves: readonly Part[]
}

/** The rows that the operations of a batch need, read under lock. */
export type Rows = {
  users: ReadonlyMap<number, UserRow>
  tokens: ReadonlyMap<number, TokenRow>
  /** Those that operations, holds and settled charges name. They change only under the lock of their user. */
  pots: ReadonlyMap<number, PotRow>
  /** Of the calls that an organisation pays, by `callerKey`. They are read and not locked. */
  callers: ReadonlyMap<string, CallerRow>
  holds: ReadonlyMap<string, HoldRow>
  settled: ReadonlyMap<string, Settled>
  /** Only the counters that operations of the batch are checked against. */
  counters: ReadonlyMap<string, Counter>
}

/** An amount to add to a step of a counter, or to its reserved amount if `since` is 0. */
export type Count = { key: string; since: number; amount: number }

export type NewEntry = Columns<'ledger', typeof entryColumns> & { kind: 'charge' | 'refund' | 'plan_expiry' }
export type NewPotMove = Columns<'pot_moves', typeof potMoveColumns>
export type NewLog = Columns<'logs', typeof logColumns>

/** A row before and after the batch. The difference is written, and only if the row is still as it was read. */
export type Change<Row> = { before: Row; after: Row }

/** The writes of a batch, in one transaction. */
export type Plan = {
  users: Change<UserRow>[]
  tokens: Change<TokenRow>[]
  pots: Change<PotRow>[]
  potMoves: NewPotMove[]
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
  /** The costs of calls whose cost is known. */
  costs: CostHour[]
}
