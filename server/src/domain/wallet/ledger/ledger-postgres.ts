import { Client, DatabaseError, type QueryResultRow } from 'pg'
import { postgresClient } from '../../../store/postgres.ts'
import { entryColumns, holdColumns, hourColumns, listed, logColumns, tokenColumns, userColumns } from './columns.ts'
import { DatabaseAway } from './database-failure.ts'
import { decide } from './decide.ts'
import { type Executor, expectWritten } from './executor.ts'
import { isFreeCapture, type Operation } from './operations.ts'
import type { HoldRow, Plan, Rows, TokenRow, UserRow } from './plan.ts'
import { needsSettled, restReference, type SettlingEntry, settledOf } from './settled.ts'

/** A server that does not answer a query within this time counts as away. */
const queryTimeoutMs = 1500
/** Longer than a batch of another instance takes, much shorter than the time an operation waits for its commit. */
const lockTimeoutMs = 250
const idleInTransactionTimeoutMs = 60_000

/**
 * Runs a batch with one statement per table, on a connection of its own. Independent statements are pipelined: a batch
 * is three round trips, however large it is.
 */
export function postgresExecutor(url: string): Executor {
  let connection: Promise<Client> | undefined
  const drop = async () => {
    const dropped = connection
    connection = undefined
    await dropped?.then((client) => client.end()).catch(() => {})
  }
  return {
    async execute(operations) {
      connection ??= connect(url)
      try {
        const client = await connection
        const { plan, outcomes } = decide(await read(client, operations), operations)
        await write(client, plan)
        await ask(client, 'COMMIT')
        return outcomes
      } catch (error) {
        void drop() // rolls back, and leaves no statement half prepared
        throw error
      }
    },
    close: drop,
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ ...postgresClient(url), pipeline: true, query_timeout: queryTimeoutMs })
  client.on('error', () => {}) // the failing query reports it as well
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseAway('no connection', { cause: error })
  }
  await ask(client, `SET lock_timeout = ${lockTimeoutMs}`)
  await ask(client, `SET idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`)
  return client
}

/** An error of the server is thrown as it is; any other error of a query is a lost connection. */
async function ask<Row extends QueryResultRow>(client: Client, text: string, values?: unknown[]) {
  try {
    // A statement with values is prepared once per connection, under its own text.
    return await client.query<Row>(values ? { name: nameOf(text), text, values } : text)
  } catch (error) {
    throw error instanceof DatabaseError || error instanceof RangeError
      ? error
      : new DatabaseAway('the connection was lost', { cause: error })
  }
}

const names = new Map<string, string>()
function nameOf(text: string): string {
  const name = names.get(text) ?? `ledger_${names.size}`
  names.set(text, name)
  return name
}

// NO KEY UPDATE, as the later UPDATE takes: sessions and tokens of the same user may be created meanwhile.
const lockUsers = `SELECT ${listed(userColumns)} FROM users WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`
const lockTokens = `SELECT ${listed(tokenColumns)} FROM tokens WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`
const readHolds = `SELECT ${listed(holdColumns)} FROM holds WHERE request_id = ANY ($1::text[])`
const readEntries = `SELECT kind, reference, amount, channel_id, detail FROM ledger
  WHERE (kind = 'charge' AND reference = ANY ($1::text[])) OR (kind = 'refund' AND reference = ANY ($1::text[]))`
// Keeps a free call from being logged twice, since no unique index spans the months of the log. An earlier settlement
// of the call ran under the lock of its user, which this transaction holds by now, so its row is visible.
const readLogged = `SELECT request_id FROM logs WHERE request_id = ANY ($1::text[]) AND type = 2 AND request_id <> ''`

/** Users are locked first: holds and entries of a user change only under that lock. */
async function read(client: Client, operations: readonly Operation[]): Promise<Rows> {
  const unique = <Key>(keys: Key[]) => [...new Set(keys)]
  const [, users, tokens, holds] = await Promise.all([
    ask(client, 'BEGIN'),
    ask<UserRow>(client, lockUsers, [unique(operations.map(({ user_id }) => user_id))]),
    ask<TokenRow>(client, lockTokens, [unique(operations.map(({ token_id }) => token_id))]),
    ask<HoldRow>(client, readHolds, [unique(operations.map(({ request_id }) => request_id))]),
  ])
  const open = new Map(holds.rows.map((row) => [row.request_id, row]))
  const closed = operations.filter((operation) => needsSettled(operation, open.get(operation.request_id)))
  return {
    users: new Map(users.rows.map((row) => [row.id, row])),
    tokens: new Map(tokens.rows.map((row) => [row.id, row])),
    holds: open,
    settled: closed.length > 0 ? await readSettled(client, closed) : new Map(),
  }
}

async function readSettled(client: Client, closed: readonly Operation[]): Promise<Rows['settled']> {
  const references = closed.flatMap(({ request_id }) => [request_id, restReference(request_id)])
  const [entries, logged] = await Promise.all([
    ask<SettlingEntry>(client, readEntries, [references]),
    ask<{ request_id: string }>(client, readLogged, [closed.filter(isFreeCapture).map(({ request_id }) => request_id)]),
  ])
  const ids = logged.rows.map(({ request_id }) => request_id)
  return settledOf(entries.rows, ids)
}

const changeUsers = `UPDATE users SET quota = users.quota + d.quota, held = users.held + d.held,
    used_quota = users.used_quota + d.used_quota, request_count = users.request_count + d.request_count
  FROM json_to_recordset($1) AS d (id bigint, quota bigint, held bigint, used_quota bigint, request_count bigint,
    seen_quota bigint, seen_held bigint)
  WHERE users.id = d.id AND users.quota = d.seen_quota AND users.held = d.seen_held`
const changeTokens = `UPDATE tokens SET remain_quota = tokens.remain_quota + d.remain_quota, held = tokens.held + d.held,
    used_quota = tokens.used_quota + d.used_quota, accessed_time = d.accessed_time
  FROM json_to_recordset($1) AS d (id bigint, remain_quota bigint, held bigint, used_quota bigint, accessed_time bigint,
    seen_remain_quota bigint, seen_held bigint)
  WHERE tokens.id = d.id AND tokens.remain_quota = d.seen_remain_quota AND tokens.held = d.seen_held`
// In order of id, so that two instances never deadlock.
const changeChannels = `UPDATE channels SET used_quota = channels.used_quota + d.used_quota
  FROM (
    SELECT channels.id, gain.used_quota FROM json_to_recordset($1) AS gain (id bigint, used_quota bigint)
    JOIN channels ON channels.id = gain.id ORDER BY channels.id FOR NO KEY UPDATE OF channels
  ) AS d
  WHERE channels.id = d.id`
const changeHolds = `UPDATE holds SET amount = d.amount, accrued = d.accrued, channel_id = d.channel_id,
    expires_at = d.expires_at
  FROM json_populate_recordset(NULL::holds, $1) AS d WHERE holds.request_id = d.request_id`
const closeHolds = 'DELETE FROM holds WHERE request_id = ANY ($1::text[])'
const insertInto = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${table} (${listed(columns)}) SELECT ${listed(columns)} FROM json_populate_recordset(NULL::${table}, $1)`
const openHolds = insertInto('holds', holdColumns)
const addEntries = insertInto('ledger', entryColumns)
const addLogs = insertInto('logs', logColumns)
const addToHours = `${insertInto('quota_data', hourColumns)}
  ON CONFLICT (user_id, model_name, created_at) DO UPDATE SET username = excluded.username,
    token_used = quota_data.token_used + excluded.token_used, count = quota_data.count + excluded.count,
    quota = quota_data.quota + excluded.quota`

async function write(client: Client, plan: Plan): Promise<void> {
  const users = plan.users.map(({ before, after }) => ({
    id: before.id,
    quota: after.quota - before.quota,
    held: after.held - before.held,
    used_quota: after.used_quota - before.used_quota,
    request_count: after.request_count - before.request_count,
    seen_quota: before.quota,
    seen_held: before.held,
  }))
  const tokens = plan.tokens.map(({ before, after }) => ({
    id: before.id,
    remain_quota: after.remain_quota - before.remain_quota,
    held: after.held - before.held,
    used_quota: after.used_quota - before.used_quota,
    accessed_time: after.accessed_time,
    seen_remain_quota: before.remain_quota,
    seen_held: before.held,
  }))
  const put = async (text: string, rows: readonly unknown[], value: unknown = JSON.stringify(rows)) =>
    rows.length === 0 ? 0 : ((await ask(client, text, [value])).rowCount ?? 0)
  const [changedUsers, changedTokens, opened, changed, closed] = await Promise.all([
    put(changeUsers, users),
    put(changeTokens, tokens),
    put(openHolds, plan.opened),
    put(changeHolds, plan.changed),
    put(closeHolds, plan.closed, plan.closed),
    put(addEntries, plan.entries),
    put(addLogs, plan.logs),
    put(addToHours, plan.hours),
    put(changeChannels, plan.channels), // last, because all instances contend for the same few rows
  ])
  expectWritten('users', users.length, changedUsers)
  expectWritten('tokens', tokens.length, changedTokens)
  expectWritten('holds', plan.opened.length, opened)
  expectWritten('holds', plan.changed.length, changed)
  expectWritten('holds', plan.closed.length, closed)
}
