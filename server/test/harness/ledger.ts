import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLedger, type ExactLedger, type LedgerDeps } from '../../src/domain/money/wallet/ledger/ledger.ts'
import { post } from '../../src/domain/money/wallet/ledger/ledger-post.ts'
import type { BilledCall as Call, CaptureOperation } from '../../src/domain/money/wallet/ledger/operations.ts'
import { verifyLedger } from '../../src/domain/money/wallet/verify/verify.ts'
import type { Log } from '../../src/log.ts'
import type { Flag } from '../../src/store/schema/flag.ts'
import type { OpenStore, Store } from '../../src/store/store.ts'
import { onBothDatabases } from './databases.ts'
import { patientLedger } from './patience.ts'

/** The time of tests that do not let it pass. */
export const now = 1_800_000_000

const nothing = () => {}
export const silent: Log = { error: nothing, warn: nothing, info: nothing, debug: nothing }

export async function withLedger(
  open: OpenStore,
  body: (ledger: ExactLedger, spoolFolder: string) => Promise<void>,
  { spoolFolder = '', ...deps }: Partial<LedgerDeps> = {},
): Promise<void> {
  const folder = spoolFolder || mkdtempSync(join(tmpdir(), 'turnpike-test-'))
  const ledger = createLedger({
    open,
    clock: () => now,
    log: silent,
    spoolFolder: folder,
    limits: patientLedger,
    ...deps,
  })
  try {
    await body(ledger, folder)
  } finally {
    await ledger.close()
    if (!spoolFolder) rmSync(folder, { recursive: true, force: true })
  }
}

/** A test on both databases, after which the books must balance. */
export const onLedger = (name: string, body: (ledger: ExactLedger, open: OpenStore) => Promise<void>) =>
  onBothDatabases(name, (open) =>
    withLedger(open, async (ledger) => {
      await body(ledger, open)
      assert.deepEqual(await driftsOf(open), [])
    }),
  )

/** A user whose balance has its entry. */
export async function givenUser(store: Store, { quota = 1000, status = 1 } = {}): Promise<number> {
  const name = randomUUID()
  return store.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('users')
      .values({ username: name, username_key: name, status, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (quota > 0) await post(transaction, { user_id: id, kind: 'grant', reference: name, amount: quota, at: now })
    return id
  })
}

type GivenToken = {
  caller_id?: number
  remain_quota?: number
  unlimited_quota?: Flag
  status?: number
  expired_time?: number
}

/** Unlimited unless it is given a limit. */
export async function givenToken(store: Store, user_id: number, token: GivenToken = {}): Promise<number> {
  const unlimited_quota = token.remain_quota === undefined ? 1 : 0
  const { id } = await store
    .insertInto('tokens')
    .values({
      user_id,
      key_cipher: 'c',
      key_hash: randomUUID(),
      name: 'my key',
      created_time: now,
      unlimited_quota,
      ...token,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function givenChannel(store: Store): Promise<number> {
  const { id } = await store
    .insertInto('channels')
    .values({ type: 1, key_cipher: 'c', key_hash: 'h', name: 'n', created_time: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const callBy = (user_id: number, token_id = 0, request_id: string = randomUUID()): Call => ({
  request_id,
  user_id,
  token_id,
})

export const holdFor = (call: Call, amount: number, at = now) => ({
  ...call,
  amount,
  model_name: 'gpt-4o',
  group: 'default',
  price_snapshot: '{"ratio":1}',
  at,
  expires_at: at + 300,
})

export const captureFor = (call: Call, charge: number, channel_id = 0, at = now): Omit<CaptureOperation, 'kind'> => ({
  ...call,
  channel_id,
  charge,
  log: {
    content: '模型倍率 1，补全倍率 1，分组倍率 1',
    username: 'ada',
    token_name: 'my key',
    model_name: 'gpt-4o',
    prompt_tokens: 10,
    completion_tokens: 20,
    use_time: 3,
    is_stream: 1,
    group: 'default',
    other: '{"model_ratio":1}',
    first_ms: 700,
  },
  at,
})

export const readUser = (store: Store, id: number) =>
  store
    .selectFrom('users')
    .select(['quota', 'held', 'used_quota', 'request_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const readToken = (store: Store, id: number) =>
  store
    .selectFrom('tokens')
    .select(['remain_quota', 'held', 'used_quota', 'accessed_time'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const readCharges = (store: Store) =>
  store
    .selectFrom('ledger')
    .select(['kind', 'reference', 'amount', 'overdraft', 'token_id', 'channel_id', 'detail', 'is_logged'])
    .where('kind', 'in', ['charge', 'refund'])
    .orderBy('id')
    .execute()

export const readHolds = (store: Store) => store.selectFrom('holds').selectAll().orderBy('request_id').execute()

/** Everything the law says must agree, does; otherwise what does not. */
export const driftsOf = async (open: OpenStore, at = now) => (await verifyLedger(open, at)).drifts
