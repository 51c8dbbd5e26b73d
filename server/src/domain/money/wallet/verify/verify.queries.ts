import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'

/** Two amounts that a law of the ledger says are equal, and are not. */
export type Drift = {
  law: string
  what: string
  id: string | number
  expected: number | string
  found: number | string
}

/** Kinds that take back a charge, and so the sums that it was added to. */
const refunds = sql`('refund', 'manual_refund', 'rule_refund')`

/** The most rows reported per comparison. */
const rowsMax = 100

const rowsOf = async <Row>(store: Store, query: ReturnType<typeof sql<Row>>) => (await query.execute(store)).rows

/** Users whose balances differ from the sums of their entries and open holds. */
export const findUserDrift = (store: Store) =>
  rowsOf(
    store,
    sql<
      Record<
        'id' | 'quota' | 'aff_quota' | 'used_quota' | 'held' | 'posted' | 'affiliate' | 'spent' | 'overdraft' | 'open',
        number
      >
    >`
      WITH entries AS (
        SELECT user_id, sum(posted) AS posted, sum(affiliate) AS affiliate, sum(overdraft) AS overdraft,
          sum(CASE WHEN kind = 'charge' THEN amount WHEN kind IN ${refunds} THEN -amount ELSE 0 END) AS spent
        FROM ledger GROUP BY user_id
      ), sums AS (
        SELECT users.id, users.quota, users.aff_quota, users.used_quota, users.held,
          coalesce(posted, 0) AS posted, coalesce(affiliate, 0) AS affiliate,
          coalesce(spent, 0) + coalesce(opening.amount, 0) AS spent,
          coalesce(overdraft, 0) AS overdraft, coalesce(open.amount, 0) AS open
        FROM users LEFT JOIN entries ON entries.user_id = users.id
        LEFT JOIN opening_figures AS opening ON opening.subject = 'user' AND opening.id = users.id
        LEFT JOIN (SELECT user_id, sum(amount - from_pots) AS amount FROM holds GROUP BY user_id) AS open ON open.user_id = users.id
      )
      SELECT * FROM sums
      WHERE quota <> posted OR aff_quota <> affiliate OR used_quota <> spent OR held <> open OR quota < -overdraft
      ORDER BY id LIMIT ${rowsMax}`,
  )

/** Pots whose amount differs from their grants and expiries, which name the pot, and from what was taken of it. */
export const findPotDrift = (store: Store) =>
  rowsOf(
    store,
    sql<Record<'id' | 'quota' | 'expected', number>>`
      WITH grants AS (
        SELECT detail AS pot, sum(CASE kind WHEN 'plan_grant' THEN amount ELSE -amount END) AS amount
        FROM ledger WHERE kind IN ('plan_grant', 'plan_expiry') GROUP BY detail
      ), moves AS (SELECT pot_id, sum(amount) AS amount FROM pot_moves GROUP BY pot_id), sums AS (
        SELECT pots.id, pots.quota, coalesce(grants.amount, 0) - coalesce(moves.amount, 0) AS expected
        FROM pots LEFT JOIN grants ON grants.pot = CAST(pots.id AS TEXT) LEFT JOIN moves ON moves.pot_id = pots.id
      )
      SELECT * FROM sums WHERE quota <> expected ORDER BY id LIMIT ${rowsMax}`,
  )

/** What pots have reserved, and the holds that reserve it. */
export const readPotsHeld = (store: Store) =>
  store.selectFrom('pots').select(['id', 'held']).where('held', '<>', 0).execute()
export const readHoldsOfPots = (store: Store) =>
  store.selectFrom('holds').select(['parts', 'from_pots']).where('parts', '<>', '').execute()

/** Entries whose part of pots differs from what pots paid or got. */
export const findMoveDrift = (store: Store) =>
  rowsOf(
    store,
    sql<{ kind: string; reference: string; from_pots: number; moved: number }>`
      WITH moves AS (SELECT kind, reference, abs(sum(amount)) AS moved FROM pot_moves GROUP BY kind, reference)
      SELECT ledger.kind, ledger.reference, ledger.from_pots, coalesce(moves.moved, 0) AS moved
      FROM ledger LEFT JOIN moves ON moves.kind = ledger.kind AND moves.reference = ledger.reference
      WHERE ledger.from_pots > 0 AND ledger.from_pots <> coalesce(moves.moved, 0)
      UNION ALL
      SELECT moves.kind, moves.reference, coalesce(ledger.from_pots, 0) AS from_pots, moves.moved
      FROM moves LEFT JOIN ledger ON ledger.kind = moves.kind AND ledger.reference = moves.reference
      WHERE coalesce(ledger.from_pots, 0) = 0
      LIMIT ${rowsMax}`,
  )

/** Tokens whose counters differ from the sums of their entries and open holds. */
export const findTokenDrift = (store: Store) =>
  rowsOf(
    store,
    sql<Record<'id' | 'used_quota' | 'held' | 'spent' | 'open', number>>`
      WITH entries AS (
        SELECT token_id, sum(CASE kind WHEN 'charge' THEN amount ELSE -amount END) AS spent
        FROM ledger WHERE kind = 'charge' OR kind IN ${refunds} GROUP BY token_id
      ), sums AS (
        SELECT tokens.id, tokens.used_quota, tokens.held, coalesce(spent, 0) + coalesce(opening.amount, 0) AS spent,
          coalesce(open.amount, 0) AS open
        FROM tokens LEFT JOIN entries ON entries.token_id = tokens.id
        LEFT JOIN opening_figures AS opening ON opening.subject = 'token' AND opening.id = tokens.id
        LEFT JOIN (SELECT token_id, sum(amount) AS amount FROM holds GROUP BY token_id) AS open ON open.token_id = tokens.id
      )
      SELECT * FROM sums WHERE used_quota <> spent OR held <> open ORDER BY id LIMIT ${rowsMax}`,
  )

export const findChannelDrift = (store: Store) =>
  rowsOf(
    store,
    sql<Record<'id' | 'used_quota' | 'spent', number>>`
      WITH entries AS (
        SELECT channel_id, sum(CASE kind WHEN 'charge' THEN amount ELSE -amount END) AS spent
        FROM ledger WHERE kind = 'charge' OR kind IN ${refunds} GROUP BY channel_id
      ), sums AS (
        SELECT channels.id, channels.used_quota, coalesce(spent, 0) + coalesce(opening.amount, 0) AS spent
        FROM channels LEFT JOIN entries ON entries.channel_id = channels.id
        LEFT JOIN opening_figures AS opening ON opening.subject = 'channel' AND opening.id = channels.id
      )
      SELECT * FROM sums WHERE used_quota <> spent ORDER BY id LIMIT ${rowsMax}`,
  )

/** What counters have reserved, and the holds that reserve it. */
export const readReserved = (store: Store) =>
  store.selectFrom('limit_counters').select(['key', 'amount']).where('since', '=', 0).execute()
export const readLimitedHolds = (store: Store) =>
  store.selectFrom('holds').select(['limits', 'amount']).where('limits', '<>', '').execute()

/** Holds that are long expired, or whose user or token is missing. */
export const findStrayHolds = (store: Store, expiredBefore: number) =>
  rowsOf(
    store,
    sql<{ request_id: string; expires_at: number; user_id: number; token_id: number }>`
      SELECT request_id, expires_at, user_id, token_id FROM holds
      WHERE expires_at < ${expiredBefore} OR NOT EXISTS (SELECT 1 FROM users WHERE users.id = holds.user_id)
        OR (token_id <> 0 AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.id = holds.token_id))
      ORDER BY request_id LIMIT ${rowsMax}`,
  )

export const findRepeatedEntries = (store: Store) =>
  rowsOf(
    store,
    sql<{ kind: string; reference: string; count: number }>`
      SELECT kind, reference, count(*) AS count FROM ledger GROUP BY kind, reference HAVING count(*) > 1
      ORDER BY kind, reference LIMIT ${rowsMax}`,
  )

/**
 * Codes, orders and refunds of orders whose status and entry disagree: used without a credit, or credited without being used. Those that
 * were credited before they were imported have an opening figure instead of an entry.
 */
export const findUnjustified = (store: Store) =>
  rowsOf(
    store,
    sql<{ what: string; id: number; status: number | string; credited: number }>`
      SELECT 'redemption' AS what, redemptions.id, CAST(redemptions.status AS TEXT) AS status,
        coalesce(ledger.amount, opening.amount, 0) AS credited
      FROM redemptions LEFT JOIN ledger ON kind = 'redemption' AND reference = CAST(redemptions.id AS TEXT)
      LEFT JOIN opening_figures AS opening ON opening.subject = 'redemption' AND opening.id = redemptions.id
      WHERE (redemptions.status = 3) <> (ledger.id IS NOT NULL OR opening.id IS NOT NULL)
        OR coalesce(ledger.amount, opening.amount) <> redemptions.quota OR ledger.user_id <> redemptions.used_user_id
      UNION ALL
      SELECT 'top-up' AS what, top_ups.id, top_ups.status, coalesce(ledger.amount, opening.amount, 0) AS credited
      FROM top_ups LEFT JOIN ledger ON kind = 'top_up' AND reference = top_ups.trade_no
      LEFT JOIN opening_figures AS opening ON opening.subject = 'top_up' AND opening.id = top_ups.id
      WHERE (top_ups.status = 'success') <> (ledger.id IS NOT NULL OR opening.id IS NOT NULL)
        OR coalesce(ledger.amount, opening.amount) <> top_ups.quota OR ledger.user_id <> top_ups.user_id
      UNION ALL
      SELECT 'refund of an order' AS what, order_refunds.id, order_refunds.status, coalesce(ledger.amount, 0) AS credited
      FROM order_refunds LEFT JOIN ledger ON kind = 'order_refund' AND reference = CAST(order_refunds.id AS TEXT)
      WHERE coalesce(ledger.amount, 0) <> order_refunds.quota OR ledger.user_id <> order_refunds.user_id
      LIMIT ${rowsMax}`,
  )

/** A sum per account, member of an organisation, token and channel. */
export type Spending = { user_id: number; caller_id: number; token_id: number; channel_id: number; amount: number }

/** The time from which the consumption log is complete: older rows may have been cleared. */
export async function oldestConsumption(store: Store): Promise<number | undefined> {
  const [row] = await rowsOf(
    store,
    sql<{ oldest: number | null }>`
      SELECT min(created_at) AS oldest FROM logs WHERE type = 2 AND request_id <> '' AND quota > 0`,
  )
  return row?.oldest ?? undefined
}

/** Charges without what was refunded of them; the log has a row of its own for a refund. */
export const sumLoggedCharges = (store: Store, since: number) =>
  rowsOf(
    store,
    sql<Spending>`
      SELECT user_id, caller_id, token_id, channel_id,
        sum(CASE kind WHEN 'charge' THEN amount ELSE -amount END) AS amount
      FROM ledger
      WHERE (kind = 'charge' OR kind IN ${refunds}) AND is_logged = 1 AND created_at >= ${since}
      GROUP BY user_id, caller_id, token_id, channel_id`,
  )

export const sumLog = (store: Store, since: number) =>
  rowsOf(
    store,
    sql<Spending>`
      SELECT CASE WHEN account_id = 0 THEN user_id ELSE account_id END AS user_id,
        CASE WHEN account_id = 0 THEN 0 ELSE user_id END AS caller_id, token_id, channel AS channel_id, sum(quota) AS amount
      FROM logs
      WHERE request_id <> '' AND ((type = 2 AND quota > 0) OR (type = 4 AND quota < 0)) AND created_at >= ${since}
      GROUP BY account_id, logs.user_id, token_id, channel`,
  )

/** The number of rows checked, for the report. */
export const countRows = (store: Store) =>
  rowsOf(
    store,
    sql<{ users: number; tokens: number; entries: number; holds: number }>`
      SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM tokens) AS tokens,
        (SELECT count(*) FROM ledger) AS entries, (SELECT count(*) FROM holds) AS holds`,
  )

/**
 * Reading a whole ledger takes longer than the ordinary statement timeout, and the snapshot is idle while a separate
 * log database is read. It only reads, so no call waits for its locks.
 */
export async function allowLongStatements(store: Store): Promise<void> {
  await sql`SET LOCAL statement_timeout = 0`.execute(store)
  await sql`SET LOCAL idle_in_transaction_session_timeout = '1h'`.execute(store)
}
