import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger } from '../../src/domain/money/wallet/ledger/ledger.ts'
import { expireHolds } from '../../src/jobs/expire-holds.ts'
import type { DatabaseAddress } from '../../src/store/dsn.ts'
import { openTest } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { databaseEnv } from '../harness/harness.ts'
import { silent } from '../harness/ledger.ts'
import type { GivenKey, RelayServer } from '../harness/relay-harness.ts'
import { childEnv } from '../processes/child-env.ts'
import { open } from './send.ts'

/** `npm run ledger:verify` on the database, as an operator would run it. */
async function verifyByScript(database: DatabaseAddress): Promise<unknown> {
  const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'ledger-verify.ts')
  const env = { ...childEnv, ...databaseEnv(database) }
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, ...JSON.parse(stdout) }),
    )
  })
}

/** The id of a call whose whole response arrived; nothing when the server went away under it. */
export async function completedId(
  server: { url: string },
  { key }: GivenKey,
  body: object,
): Promise<string | undefined> {
  try {
    const response = await open(server, '/v1/chat/completions', { key, body })
    const text = await response.text()
    const isWhole = response.status === 200 && (text.includes('[DONE]') || text.startsWith('{'))
    return isWhole ? (response.headers.get('x-oneapi-request-id') ?? undefined) : undefined
  } catch {
    return undefined
  }
}

type Calls = { completed: ReadonlySet<string>; sentMax: number; mine: GivenKey; relay: RelayServer }

/** Every completed call is charged, nothing that was never sent is, and no hold is left. */
export async function assertExactBooks(database: DatabaseAddress, { completed, sentMax, mine, relay }: Calls) {
  const readCharges = relay.deps.store
    .selectFrom('ledger')
    .select('reference')
    .where('user_id', '=', mine.user_id)
    .where('kind', '=', 'charge')
  // A charge that was not committed in time is in the spool of its server, which replays it in its own time.
  const charged = await eventually('every completed call is charged', async () => {
    const found = new Set((await readCharges.execute()).map(({ reference }) => reference))
    return completed.isSubsetOf(found) && found
  })
  assert.ok(charged.size <= sentMax, 'charged for what was never sent')
  assert.equal((await relay.balance(mine.user_id)).held, 0)
  const { clean, code, drifts } = (await verifyByScript(database)) as Record<string, unknown>
  assert.deepEqual([clean, code, drifts], [true, 0, []])
}

/** As if ten minutes had passed: the holds of processes that died are settled by the job of another. */
export async function expireEverything(database: DatabaseAddress): Promise<void> {
  const store = await openTest(database)
  const spoolFolder = await mkdtemp(join(tmpdir(), 'turnpike-test-'))
  const later = () => Math.floor(Date.now() / 1000) + 3600
  const ledger = createLedger({ open: store, clock: later, log: silent, spoolFolder })
  const options = { current: () => ({ LogConsumeEnabled: true, DataExportEnabled: true }) }
  try {
    await expireHolds({ store: store.store, clock: later, options, log: silent, ledger } as never, 'test')
  } finally {
    await ledger.close()
    await store.close()
    await rm(spoolFolder, { recursive: true })
  }
}
