import assert from 'node:assert/strict'
import { verifyLedger } from '../../../src/domain/money/wallet/verify/verify.ts'
import type { TaskRow } from '../../../src/domain/usage/tasks/tasks.queries.ts'
import { isPostgres } from '../../../src/store/is-postgres.ts'
import type { DatabaseKind } from '../../harness/databases.ts'
import { eventually } from '../../harness/eventually.ts'
import { type GivenKey, type RelayServer, useRelay } from '../../harness/relay-harness.ts'
import { booksOf } from '../books.ts'

/** A relay whose worker polls at every look, so that a test only moves the upstream's clock. */
export const useTaskRelay = (kind: DatabaseKind): RelayServer => useRelay(kind, { TASK_UPDATE_SECONDS: '0.02' })

export const rowsOf = ({ deps: { store } }: RelayServer, { user_id }: GivenKey): Promise<TaskRow[]> =>
  store.selectFrom('tasks').selectAll().where('user_id', '=', user_id).orderBy('id').execute()

/** The newest task of a user, once it is as wanted. */
export const taskOnce = (
  relay: RelayServer,
  mine: GivenKey,
  what: string,
  isThere: (row: TaskRow) => boolean,
): Promise<TaskRow> =>
  eventually(what, async () => {
    const row = (await rowsOf(relay, mine)).at(-1)
    return row && isThere(row) && row
  })

export const finished = (relay: RelayServer, mine: GivenKey): Promise<TaskRow> =>
  taskOnce(relay, mine, 'the task has ended', ({ progress }) => progress === '100%')

/** The charge was given back everywhere the books speak of it, once; the call still counts as one. */
export async function assertRefunded(relay: RelayServer, mine: GivenKey, amount: number): Promise<void> {
  const { user, token, charges, rows, holds } = await booksOf(relay, mine)
  assert.deepEqual(user, { quota: 100_000_000, held: 0, used_quota: 0, request_count: 1 })
  assert.deepEqual([token.used_quota, token.held], [0, 0])
  assert.deepEqual(
    charges.map((charge) => charge.amount),
    [amount],
  )
  const refunds = await relay.deps.store
    .selectFrom('ledger')
    .select(['amount', 'reference'])
    .where('user_id', '=', mine.user_id)
    .where('kind', '=', 'refund')
    .execute()
  assert.deepEqual(refunds, [{ amount, reference: charges[0]?.reference }])
  assert.deepEqual(
    rows.map(({ type, quota }) => [type, quota]),
    [
      [2, amount],
      [4, -amount],
    ],
  )
  assert.deepEqual(holds, [])
}

export async function assertBooksAgree({ deps }: RelayServer): Promise<void> {
  const { store, logStore, clock } = deps
  const dialect = isPostgres(store) ? 'postgres' : 'sqlite'
  const found = await verifyLedger({ store, logStore, dialect }, clock())
  assert.deepEqual(found.drifts, [])
}
