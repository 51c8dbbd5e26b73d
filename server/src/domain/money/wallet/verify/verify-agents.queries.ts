import { sql } from 'kysely'
import type { Store } from '../../../../store/store.ts'
import type { Drift } from './verify.queries.ts'

/** The most rows reported per comparison. */
const rowsMax = 100

type Row = Pick<Drift, 'id' | 'expected' | 'found'>
const read = async (store: Store, query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(store)).rows

/** Agents whose entries of shares differ from what their shares are worth, and what they owe for shares that had left. */
export const findShareDrift = (store: Store) =>
  read(
    store,
    sql<Row>`
      WITH entries AS (
        SELECT user_id, sum(CASE kind WHEN 'dividend' THEN amount ELSE -amount END) AS earned
        FROM ledger WHERE kind IN ('dividend', 'dividend_reversal') GROUP BY user_id
      ), worths AS (
        SELECT agent_id, sum(amount - reversed) AS worth FROM dividends GROUP BY agent_id
      ), sums AS (
        SELECT users.id, coalesce(worths.worth, 0) + coalesce(agents.debt, 0) AS expected,
          coalesce(entries.earned, 0) AS found
        FROM users LEFT JOIN entries ON entries.user_id = users.id LEFT JOIN worths ON worths.agent_id = users.id
        LEFT JOIN agents ON agents.user_id = users.id
      )
      SELECT * FROM sums WHERE expected <> found ORDER BY id LIMIT ${rowsMax}`,
  )

/** Shares without their entry, or with one of another amount or user. */
export const findUnpostedShares = (store: Store) =>
  read(
    store,
    sql<Row>`
      SELECT dividends.id, dividends.amount AS expected, coalesce(ledger.amount, 0) AS found
      FROM dividends LEFT JOIN ledger ON ledger.kind = 'dividend'
        AND ledger.reference = dividends.cause || ' ' || dividends.reference || ' ' || CAST(dividends.level AS TEXT)
      WHERE ledger.id IS NULL OR ledger.amount <> dividends.amount OR ledger.user_id <> dividends.agent_id
      ORDER BY dividends.id LIMIT ${rowsMax}`,
  )

/** Payouts that were paid without an entry of their amount, or have one without being paid; and entries of no payout. */
export const findUnjustifiedPayouts = (store: Store) =>
  read(
    store,
    sql<Row>`
      SELECT CAST(withdrawals.id AS TEXT) AS id, withdrawals.status AS expected,
        CAST(coalesce(ledger.amount, 0) AS TEXT) AS found
      FROM withdrawals LEFT JOIN ledger ON ledger.kind = 'withdrawal'
        AND ledger.reference = CAST(withdrawals.id AS TEXT)
      WHERE (withdrawals.status = 'paid') <> (ledger.id IS NOT NULL)
        OR ledger.amount <> withdrawals.amount OR ledger.user_id <> withdrawals.agent_id
      UNION ALL
      SELECT ledger.reference AS id, 'none' AS expected, CAST(ledger.amount AS TEXT) AS found
      FROM ledger LEFT JOIN withdrawals ON ledger.reference = CAST(withdrawals.id AS TEXT)
      WHERE ledger.kind = 'withdrawal' AND withdrawals.id IS NULL
      LIMIT ${rowsMax}`,
  )

/** Agents whose open requests for payouts have reserved more than they have earned. */
export const findOverReserved = (store: Store) =>
  read(
    store,
    sql<Row>`
      SELECT users.id, users.aff_quota AS expected, reserved.amount AS found
      FROM users JOIN (
        SELECT agent_id, sum(amount) AS amount FROM withdrawals WHERE status IN ('asked', 'approved') GROUP BY agent_id
      ) AS reserved ON reserved.agent_id = users.id
      WHERE reserved.amount > users.aff_quota ORDER BY users.id LIMIT ${rowsMax}`,
  )
