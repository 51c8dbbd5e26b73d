import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { post } from '../../../server/src/domain/money/wallet/ledger/ledger-post.ts'
import { createRoot } from '../../../server/src/domain/system/setup/create-root.ts'
import { loadSecretKey } from '../../../server/src/secrets/secret-key.ts'
import { openVault, type Vault } from '../../../server/src/secrets/vault.ts'
import type { Store } from '../../../server/src/store/store.ts'
import { openData } from '../server-process.ts'

const balance = 1_000_000_000

/**
 * The models of the benchmark: one whose upstream speaks the client's dialect, and one whose responses are translated.
 */
const channels = [
  { type: 1, name: 'same dialect', models: 'gpt-4o' },
  { type: 14, name: 'translated', models: 'claude-sonnet-4-5' },
]

/** A channel per dialect, and one key per user, each with a balance: the calls of one user are limited. */
export async function seedRelay(
  dataDir: string,
  upstream: string,
  { env = {}, users = 1 }: { env?: Record<string, string>; users?: number } = {},
): Promise<string[]> {
  const open = await openData(dataDir, env)
  const { key: secret } = loadSecretKey(undefined, join(dataDir, 'secret-key'))
  const vault = openVault(secret)
  const now = Math.floor(Date.now() / 1000)
  await createRoot(open.store, defaultRoot.password, now)
  const upstreamKey = 'sk-upstream'
  await open.store
    .insertInto('channels')
    .values(
      channels.map((channel) => ({
        ...channel,
        key_cipher: vault.encrypt(upstreamKey, 'channel key'),
        key_hash: vault.hash(upstreamKey, 'channel key'),
        base_url: upstream,
        group: 'default',
        created_time: now,
      })),
    )
    .execute()
  const keys = await open.store
    .transaction()
    .execute((transaction) =>
      Promise.all(Array.from({ length: users }, (_, index) => seedKey(transaction, vault, `bench-${index}`, now))),
    )
  await open.close()
  return keys
}

async function seedKey(store: Store, vault: Vault, name: string, now: number): Promise<string> {
  const { id } = await store
    .insertInto('users')
    .values({ username: name, username_key: name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await post(store, { user_id: id, kind: 'grant', reference: name, amount: balance, at: now })
  return seedToken(store, vault, { user_id: id, name, created_time: now })
}

/** A token without a spending limit. Returns its key. */
export async function seedToken(
  store: Store,
  vault: Vault,
  token: { user_id: number; caller_id?: number; name: string; created_time: number },
): Promise<string> {
  const key = randomBytes(24).toString('hex')
  await store
    .insertInto('tokens')
    .values({
      ...token,
      key_cipher: vault.encrypt(key, 'token key'),
      key_hash: vault.hash(key, 'token key'),
      unlimited_quota: 1,
    })
    .execute()
  return `sk-${key}`
}
