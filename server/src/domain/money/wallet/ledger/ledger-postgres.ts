import { firstStep } from '../../../routing/limits/window.ts'
import { callersOf, seatsIn } from '../members/callers.ts'
import { type PotRow, potColumns } from '../pots/pot.ts'
import {
  addToCost,
  addToCounter,
  addToHour,
  addToModelHour,
  costColumns,
  entryColumns,
  holdColumns,
  hourColumns,
  listed,
  logColumns,
  modelHourColumns,
  potMoveColumns,
  settlingColumns,
  tokenColumns,
  userColumns,
} from './columns.ts'
import { countersFrom, isLimited, sharedKeys } from './counters.ts'
import { decide } from './decide.ts'
import { type Executor, LeftOut, type LockMode, lockName } from './executor.ts'
import { ask, openSession, type Session } from './ledger-session.ts'
import { isFirstCapture, isFreeCapture, type Operation, type Outcome } from './operations.ts'
import type {
  CallerRow,
  Change,
  Count,
  HoldRow,
  Plan,
  Rows,
  Settled,
  SettlingEntry,
  TokenRow,
  UserRow,
} from './plan.ts'
import { isFromPots, needsSettled, restReference, type SettledMove, settledMoveColumns, settledOf } from './settled.ts'
import { slicePrefix } from './slice-id.ts'
import { potsOfHold } from './sources.ts'

/** Runs batches on two connections of its own, so that operations that wait for locks do not delay the others. */
export function postgresExecutor(url: string): Executor {
  const [main, beside] = [new Connection(url), new Connection(url)]
  return {
    execute: (operations, mode) => (mode === 'skip' ? main : beside).execute(operations, mode),
    async close() {
      await Promise.all([main.drop(), beside.drop()])
    },
  }
}

/**
 * Reads with one statement per table and writes all tables with one statement. Independent statements are pipelined, so
 * a batch of any size takes two or three round trips. The commit is sent together with the changes: a process that
 * freezes cannot keep the rows of channels locked, for which all instances contend.
 */
class Connection {
  readonly #url: string
  #session: Promise<Session> | undefined

  constructor(url: string) {
    this.#url = url
  }

  async execute(operations: readonly Operation[], mode: LockMode): Promise<(Outcome | LeftOut)[]> {
    this.#session ??= openSession(this.#url)
    try {
      const session = await this.#session
      const { rows, lockOf } = await read(session, operations, mode)
      const locks = operations.map(lockOf)
      const { plan, outcomes } = decide(
        rows,
        operations.filter((_, index) => locks[index] === undefined),
      )
      await write(session, plan)
      const decided = outcomes.values()
      return locks.map((lock) => (lock === undefined ? (decided.next().value as Outcome) : new LeftOut(lock)))
    } catch (error) {
      void this.drop() // rolls back, and forgets statements that are half prepared
      throw error
    }
  }

  async drop(): Promise<void> {
    const dropped = this.#session
    this.#session = undefined
    await dropped?.then(({ client }) => client.end()).catch(() => {})
  }
}

// NO KEY UPDATE, like the UPDATE that follows: sessions and tokens of the same user may be created in the meantime.
const lock = (table: string, columns: readonly string[]) => {
  const waiting = `SELECT ${listed(columns)} FROM ${table} WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`
  return {
    waiting,
    skipping: `${waiting} SKIP LOCKED`,
    existing: `SELECT id FROM ${table} WHERE id = ANY ($1::bigint[])`,
  }
}
const [users, tokens, channels] = [lock('users', userColumns), lock('tokens', tokenColumns), lock('channels', ['id'])]
// Members are not locked: they join and leave under the lock of their organisation, whose row is locked.
const readCallers = `SELECT account_id, users.id AS caller_id, username, status, deleted_at,
    (SELECT count(*)::int FROM organisation_members WHERE org_id = account_id AND user_id = users.id) AS is_member
  FROM unnest($1::bigint[], $2::bigint[]) AS seats (account_id, caller_id) JOIN users ON users.id = caller_id`
const readHolds = `SELECT ${listed(holdColumns)} FROM holds WHERE request_id = ANY ($1::text[])`
const readPots = `SELECT ${listed(potColumns)} FROM pots WHERE id = ANY ($1::bigint[])`
const readMoves = `SELECT ${listed(settledMoveColumns)} FROM pot_moves WHERE request_id = ANY ($1::text[]) ORDER BY id`
const readSlices = `SELECT ${listed(holdColumns)} FROM holds WHERE user_id = ANY ($1::bigint[]) AND request_id LIKE '${slicePrefix}%'`
const readEntries = `SELECT ${listed(settlingColumns)} FROM ledger
  WHERE (kind = 'charge' AND reference = ANY ($1::text[])) OR (kind = 'refund' AND reference = ANY ($1::text[]))
    OR (kind = 'manual_refund' AND reference = ANY ($1::text[]))`
// Prevents a second log row of a free call: no unique index spans the months of the log. An earlier settlement of the call
// ran under the lock of its user, which this transaction holds, so its row is visible.
const readLogged = `SELECT request_id FROM logs WHERE request_id = ANY ($1::text[]) AND type = 2 AND request_id <> ''`

// The counters of one user change under the lock of the user. Counters that users share have a row to lock, which is made if
// it is missing. A batch locks all counters that it changes, also at the ends of calls, in the order of their keys, so that
// batches do not deadlock. A later statement reads them, and so sees the commit that the lock waited for.
const makeCounters = `INSERT INTO limit_counters (key, since, amount)
  SELECT key, 0, 0 FROM unnest($1::text[]) AS key ORDER BY key ON CONFLICT DO NOTHING`
const lockCounters =
  'SELECT key FROM limit_counters WHERE key = ANY ($1::text[]) AND since = 0 ORDER BY key FOR NO KEY UPDATE'
const readCounters = `SELECT key, since, amount FROM limit_counters
  JOIN unnest($1::text[], $2::bigint[]) AS wanted (wanted_key, first) ON key = wanted_key
  WHERE since = 0 OR since >= first`

type Read = {
  rows: Rows
  /** The lock that forces an operation to be left out. */
  lockOf(operation: Operation): string | undefined
}

/** Users are locked first: holds and entries of a user change only under that lock. */
async function read(session: Session, operations: readonly Operation[], mode: LockMode): Promise<Read> {
  const how = mode === 'wait' ? 'waiting' : 'skipping'
  const userIds = idsOf(operations.map(({ user_id }) => user_id))
  const tokenIds = idsOf(operations.map(({ token_id }) => token_id))
  const seats = seatsIn(operations)
  const potIds = idsOf(operations.flatMap(({ sources }) => sources ?? []))
  const recalledFrom = operations.filter(({ kind }) => kind === 'recall').map(({ user_id }) => user_id)
  const [, lockedUsers, lockedTokens, holds, slices, callers, namedPots] = await Promise.all([
    ask(session, session.begin),
    ask<UserRow>(session, users[how], [userIds]),
    ask<TokenRow>(session, tokens[how], [tokenIds]),
    ask<HoldRow>(session, readHolds, [[...new Set(operations.flatMap(holdsOf))]]),
    recalledFrom.length > 0 ? ask<HoldRow>(session, readSlices, [recalledFrom]) : { rows: [] },
    seats.length > 0
      ? ask<CallerRow>(session, readCallers, [
          seats.map(({ account_id }) => account_id),
          seats.map(({ caller_id }) => caller_id),
        ])
      : { rows: [] },
    potIds.length > 0 ? ask<PotRow>(session, readPots, [potIds]) : { rows: [] },
  ])
  const open = new Map([...holds.rows, ...slices.rows].map((row) => [row.request_id, row]))
  const closed = operations.filter((operation) => needsSettled(operation, open.get(operation.request_id)))
  const settled = closed.length > 0 ? await readSettled(session, closed) : new Map<string, Settled>()
  const rows: Rows = {
    users: new Map(lockedUsers.rows.map((row) => [row.id, row])),
    tokens: new Map(lockedTokens.rows.map((row) => [row.id, row])),
    callers: callersOf(callers.rows),
    holds: open,
    pots: await readFurtherPots(session, namedPots.rows, [...open.values()], [...settled.values()]),
    settled,
    counters: await readCountersOf(session, operations, sharedKeys(operations, open)),
  }
  if (mode === 'wait') return { rows, lockOf: () => undefined }
  const channelsOf = (operation: Operation) => [
    'channel_id' in operation ? operation.channel_id : 0,
    open.get(operation.request_id)?.channel_id ?? 0,
    rows.settled.get(operation.request_id)?.channel_id ?? 0,
  ]
  const [usersElsewhere, tokensElsewhere, channelsElsewhere] = await Promise.all([
    lockedElsewhere(session, users.existing, userIds, lockedUsers.rows),
    lockedElsewhere(session, tokens.existing, tokenIds, lockedTokens.rows),
    mode === 'skip all' ? lockChannels(session, idsOf(operations.flatMap(channelsOf))) : nothing,
  ])
  return {
    rows,
    lockOf(operation) {
      const { user_id, token_id } = operation
      if (usersElsewhere.has(user_id)) return lockName.user(user_id)
      if (tokensElsewhere.has(token_id)) return lockName.token(token_id)
      const channel_id = channelsOf(operation).find((id) => channelsElsewhere.has(id))
      return channel_id === undefined ? undefined : lockName.channel(channel_id)
    },
  }
}

const holdsOf = (operation: Operation): string[] => {
  const slice = 'slice' in operation && operation.slice ? [operation.slice.id] : []
  return isFirstCapture(operation) ? slice : [operation.request_id, ...slice]
}

const nothing: ReadonlySet<number> = new Set()

/** Distinct ids. 0 stands for none and is left out. */
const idsOf = (ids: number[]) => [...new Set(ids)].filter((id) => id !== 0)

/** The existing rows that this transaction could not lock: another one has them. */
async function lockedElsewhere(session: Session, existing: string, ids: number[], locked: readonly { id: number }[]) {
  if (locked.length === ids.length) return nothing
  const ours = new Set(locked.map(({ id }) => id))
  const { rows } = await ask<{ id: number }>(session, existing, [ids.filter((id) => !ours.has(id))])
  return new Set(rows.map(({ id }) => id))
}

async function lockChannels(session: Session, ids: number[]) {
  if (ids.length === 0) return nothing
  const { rows } = await ask<{ id: number }>(session, channels.skipping, [ids])
  return lockedElsewhere(session, channels.existing, ids, rows)
}

async function readSettled(session: Session, closed: readonly Operation[]): Promise<Rows['settled']> {
  const references = closed.flatMap(({ request_id }) => [request_id, restReference(request_id)])
  const [entries, logged] = await Promise.all([
    ask<SettlingEntry>(session, readEntries, [references]),
    ask<{ request_id: string }>(session, readLogged, [
      closed.filter(isFreeCapture).map(({ request_id }) => request_id),
    ]),
  ])
  const ids = logged.rows.map(({ request_id }) => request_id)
  if (!entries.rows.some(isFromPots)) return settledOf(entries.rows, ids)
  const moves = await ask<SettledMove>(session, readMoves, [closed.map(({ request_id }) => request_id)])
  return settledOf(entries.rows, ids, moves.rows)
}

/** Operations name their pots, except for those that end the call of another process. */
async function readFurtherPots(
  session: Session,
  known: readonly PotRow[],
  holds: readonly HoldRow[],
  settled: readonly Settled[],
): Promise<Map<number, PotRow>> {
  const pots = new Map(known.map((row) => [row.id, row]))
  const named = [...holds.flatMap(potsOfHold), ...settled.flatMap(({ moves }) => moves.map(({ id }) => id))]
  const missing = idsOf(named.filter((id) => !pots.has(id)))
  if (missing.length === 0) return pots
  const { rows } = await ask<PotRow>(session, readPots, [missing])
  for (const row of rows) pots.set(row.id, row)
  return pots
}

async function readCountersOf(
  session: Session,
  operations: readonly Operation[],
  shared: readonly string[],
): Promise<Rows['counters']> {
  const first = new Map<string, number>()
  for (const { limits, at } of operations.filter(isLimited))
    for (const { key } of limits) if (!first.has(key)) first.set(key, firstStep(key, at))
  if (first.size + shared.length === 0) return new Map()
  const [, , counts] = await Promise.all([
    shared.length > 0 && ask(session, makeCounters, [shared]),
    shared.length > 0 && ask(session, lockCounters, [shared]),
    ask<Count>(session, readCounters, [[...first.keys()], [...first.values()]]),
  ])
  return countersFrom(counts.rows)
}

const changeUsers = `UPDATE users SET quota = users.quota + d.quota, held = users.held + d.held,
    used_quota = users.used_quota + d.used_quota, request_count = users.request_count + d.request_count
  FROM json_to_recordset($1) AS d (id bigint, quota bigint, held bigint, used_quota bigint, request_count bigint,
    seen_quota bigint, seen_held bigint)
  WHERE users.id = d.id AND users.quota = d.seen_quota AND users.held = d.seen_held RETURNING 1`
const changeTokens = `UPDATE tokens SET remain_quota = tokens.remain_quota + d.remain_quota, held = tokens.held + d.held,
    used_quota = tokens.used_quota + d.used_quota, accessed_time = d.accessed_time
  FROM json_to_recordset($2) AS d (id bigint, remain_quota bigint, held bigint, used_quota bigint, accessed_time bigint,
    seen_remain_quota bigint, seen_held bigint)
  WHERE tokens.id = d.id AND tokens.remain_quota = d.seen_remain_quota AND tokens.held = d.seen_held RETURNING 1`
const changeHolds = `UPDATE holds SET amount = d.amount, accrued = d.accrued, channel_id = d.channel_id, expires_at = d.expires_at, limits = d.limits,
    parts = d.parts, from_pots = d.from_pots
  FROM json_populate_recordset(NULL::holds, $4) AS d WHERE holds.request_id = d.request_id RETURNING 1`
const closeHolds = 'DELETE FROM holds WHERE request_id = ANY ($5::text[]) RETURNING 1'
/** The parts of a statement run in no fixed order. A part that counts the rows of `after` runs after it. */
const insertInto = (table: string, columns: readonly string[], value: string, after?: string) =>
  `INSERT INTO ${table} (${listed(columns)})
  SELECT ${listed(columns)} FROM json_populate_recordset(NULL::${table}, ${value})
  WHERE ${after ? `(SELECT count(*) FROM ${after}) >= 0` : 'true'}`
/** Fails the statement, with a readable reason, unless exactly `count` rows were changed. */
const exactly = (what: string, changed: string, count: string) => `CASE
    WHEN (SELECT count(*) FROM ${changed}) = ${count} THEN 0
    ELSE ('the ledger wrote ' || (SELECT count(*) FROM ${changed}) || ' ${what} instead of ' || ${count})::int END`

/** Statements of their own: most users have no plan. */
const changePots = `WITH changed_pots AS (UPDATE pots SET quota = pots.quota + d.quota, held = pots.held + d.held,
    windows = d.windows
  FROM json_to_recordset($1) AS d (id bigint, quota bigint, held bigint, windows text, seen_quota bigint, seen_held bigint)
  WHERE pots.id = d.id AND pots.quota = d.seen_quota AND pots.held = d.seen_held RETURNING 1)
  SELECT ${exactly('pots', 'changed_pots', 'json_array_length($1)')}`
const addPotMoves = insertInto('pot_moves', potMoveColumns, '$1')
/** A statement of its own, after the hours: most installations know no costs. */
const addCosts = `${insertInto('cost_hours', costColumns, '$1')} ${addToCost}`
// In order of id, so that two instances never deadlock.
const changeChannels = `UPDATE channels SET used_quota = channels.used_quota + d.used_quota
  FROM (
    SELECT channels.id, gain.used_quota FROM json_to_recordset($1) AS gain (id bigint, used_quota bigint)
    JOIN channels ON channels.id = gain.id ORDER BY channels.id FOR NO KEY UPDATE OF channels
  ) AS d
  WHERE channels.id = d.id`

// The client's cost is per statement, not per row: so one statement writes all tables except the channels. All writers lock
// hours, days and hours of models in this order, so that none deadlock. Counters come before the hours: another transaction
// may hold an hour and wait for a counter that a limited call has locked.
const count = `INSERT INTO limit_counters (key, since, amount)
  SELECT key, since, amount FROM json_populate_recordset(NULL::limit_counters, $1) ON CONFLICT (key, since) ${addToCounter}`
const openOnly = `WITH changed_users AS (${changeUsers}), changed_tokens AS (${changeTokens}),
  opened AS (${insertInto('holds', holdColumns, '$3')})
  SELECT ${exactly('users', 'changed_users', 'json_array_length($1)')}
    + ${exactly('tokens', 'changed_tokens', 'json_array_length($2)')}`
const writeAll = `WITH changed_users AS (${changeUsers}), changed_tokens AS (${changeTokens}),
  opened AS (${insertInto('holds', holdColumns, '$3')}),
  changed_holds AS (${changeHolds}), closed AS (${closeHolds}),
  entries AS (${insertInto('ledger', entryColumns, '$6')}),
  logged AS (${insertInto('logs', logColumns, '$7')}),
  hours AS (${insertInto('usage_hours', hourColumns, '$8')} ${addToHour('usage_hours')} RETURNING 1),
  days AS (${insertInto('usage_days', hourColumns, '$9', 'hours')} ${addToHour('usage_days')} RETURNING 1),
  model_hours AS (${insertInto('usage_model_hours', modelHourColumns, '$10', 'days')} ${addToModelHour})
  SELECT ${exactly('users', 'changed_users', 'json_array_length($1)')}
    + ${exactly('tokens', 'changed_tokens', 'json_array_length($2)')}
    + ${exactly('holds', 'changed_holds', 'json_array_length($4)')}
    + ${exactly('holds', 'closed', 'cardinality($5::text[])')}`

/** Writes the plan and commits. */
async function write(session: Session, plan: Plan): Promise<void> {
  const changes = [JSON.stringify(plan.users.map(userChange)), JSON.stringify(plan.tokens.map(tokenChange))]
  const opened = JSON.stringify(plan.opened)
  const isOpenOnly = plan.changed.length + plan.closed.length + plan.entries.length + plan.logs.length === 0
  await Promise.all([
    plan.counts.length > 0 && ask(session, count, [JSON.stringify(plan.counts)]),
    isOpenOnly
      ? ask(session, openOnly, [...changes, opened])
      : ask(session, writeAll, [
          ...changes,
          opened,
          JSON.stringify(plan.changed),
          plan.closed,
          JSON.stringify(plan.entries),
          JSON.stringify(plan.logs),
          JSON.stringify(plan.hours),
          JSON.stringify(plan.days),
          JSON.stringify(plan.modelHours),
        ]),
    plan.pots.length > 0 && ask(session, changePots, [JSON.stringify(plan.pots.map(potChange))]),
    plan.potMoves.length > 0 && ask(session, addPotMoves, [JSON.stringify(plan.potMoves)]),
    plan.costs.length > 0 && ask(session, addCosts, [JSON.stringify(plan.costs)]),
    // Last, because all instances contend for the same few rows.
    plan.channels.length > 0 && ask(session, changeChannels, [JSON.stringify(plan.channels)]),
    ask(session, 'COMMIT'), // rolls back if an earlier statement failed
  ])
}

const userChange = ({ before, after }: Change<UserRow>) => ({
  id: before.id,
  quota: after.quota - before.quota,
  held: after.held - before.held,
  used_quota: after.used_quota - before.used_quota,
  request_count: after.request_count - before.request_count,
  seen_quota: before.quota,
  seen_held: before.held,
})

const potChange = ({ before, after }: Change<PotRow>) => ({
  id: before.id,
  quota: after.quota - before.quota,
  held: after.held - before.held,
  windows: after.windows,
  seen_quota: before.quota,
  seen_held: before.held,
})

const tokenChange = ({ before, after }: Change<TokenRow>) => ({
  id: before.id,
  remain_quota: after.remain_quota - before.remain_quota,
  held: after.held - before.held,
  used_quota: after.used_quota - before.used_quota,
  accessed_time: after.accessed_time,
  seen_remain_quota: before.remain_quota,
  seen_held: before.held,
})
