import assert from 'node:assert/strict'
import { logType } from '@turnpike/contract/usage/log'
import { adminRow } from '../../src/domain/usage/logs/log-row.ts'
import type { StoredLog } from '../../src/domain/usage/logs/logs.queries.ts'
import { eventually } from '../harness/eventually.ts'
import type { GivenKey, RelayServer } from '../harness/relay-harness.ts'
import { balanceOf, holdsOfCalls, tokenBalanceOf } from '../ledger/held-for-calls.ts'

/** What the books say about one user who had a fresh balance. */
export type Books = Awaited<ReturnType<typeof booksOf>>

const fresh = 100_000_000

export async function booksOf({ deps: { store, ledger } }: RelayServer, { user_id, token_id }: GivenKey) {
  // On a busy machine a settlement may lie in the spool for a moment, as it does while the database is away.
  await eventually('the spool is empty', () => ledger.counts().spooled === 0).catch(() => {})
  // Balances come last: they are settled if the hold was gone and the log row was there before.
  const holds = await holdsOfCalls(store).where('user_id', '=', user_id).execute()
  const rows = await store
    .selectFrom('logs')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('type', '<>', logType.failure) // which costs nothing and is written later
    .orderBy('id')
    .execute()
  const charges = await store
    .selectFrom('ledger')
    .select(['amount', 'reference'])
    .where('user_id', '=', user_id)
    .where('kind', '=', 'charge')
    .execute()
  const token = await tokenBalanceOf(store, token_id)
  const user = await balanceOf(store, user_id)
  return { user, token, charges, rows: rows.map(readRow), holds }
}

/** A row as administrators read it, with its `other` parsed. */
function readRow(row: StoredLog) {
  const { content, other } = adminRow(row)
  return { ...row, content, other: JSON.parse(other) }
}

/** The books once a call of this user is over and settled. */
export async function settledBooks(relay: RelayServer, mine: GivenKey): Promise<Books> {
  await eventually('the call is settled', async () => {
    const { rows, holds } = await booksOf(relay, mine)
    return rows.length > 0 && holds.length === 0
  })
  return booksOf(relay, mine) // tables that were read before the settlement are read again
}

/** One call was charged this much, everywhere the books speak of it. Gives its log row. */
export function assertCharged(books: Books, amount: number) {
  const { user, token, charges, rows, holds } = books
  assert.equal(rows.length, 1, 'one row in the log')
  const [row] = rows
  assert.equal(row?.quota, amount)
  assert.deepEqual(user, { quota: fresh - amount, held: 0, used_quota: amount, request_count: 1 })
  assert.deepEqual([token.used_quota, token.held], [amount, 0])
  assert.deepEqual(charges, amount > 0 ? [{ amount, reference: row?.request_id }] : [])
  assert.deepEqual(holds, [])
  return row as NonNullable<typeof row>
}

/** Nothing was charged, held or written down. */
export function assertFree({ user, token, charges, rows, holds }: Books) {
  assert.deepEqual(user, { quota: fresh, held: 0, used_quota: 0, request_count: 0 })
  assert.deepEqual([token.used_quota, token.held], [0, 0])
  assert.deepEqual({ charges, rows, holds }, { charges: [], rows: [], holds: [] })
}
