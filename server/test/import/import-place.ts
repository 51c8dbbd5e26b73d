import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { verifyLedger } from '../../src/domain/money/wallet/verify/verify.ts'
import { runImport } from '../../src/import/run-import.ts'
import { openSource } from '../../src/import/sources/open-source.ts'
import { createLog } from '../../src/log.ts'
import { openVault } from '../../src/secrets/vault.ts'
import type { OpenStore } from '../../src/store/store.ts'
import { atEnd } from '../harness/at-end.ts'
import { type DatabaseKind, freshDatabase, openTest } from '../harness/databases.ts'
import { secretKey } from '../harness/harness.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { accessToken, adaKey, adaPassword, rootPassword, unusedCode } from './family-rows.ts'
import type { Version } from './family-schema.ts'
import { assertPlansMovedIn } from './plans-moved-in.ts'

export type Place = { relay: RelayServer; open: OpenStore }

/** A server that runs, and a second handle on its database, as the import has one. */
export async function startPlace(t: TestContext, kind: DatabaseKind): Promise<Place> {
  const database = await freshDatabase(kind)
  atEnd(t, database.drop)
  const relay = await startRelay(database.address)
  atEnd(t, relay.stop)
  const open = await openTest(database.address)
  atEnd(t, open.close)
  return { relay, open }
}

export async function importFrom(
  open: OpenStore,
  named: string,
  choices: { apply?: boolean; logsSince?: number } = {},
) {
  const source = await openSource(named, {})
  try {
    return await runImport(open, openVault(Buffer.from(secretKey, 'hex')), source, {
      named,
      isDryRun: !choices.apply,
      logsSince: choices.logsSince,
      say: () => {},
      log: createLog('error', { write: () => {} }),
    })
  } finally {
    await source.source.close()
  }
}

export const userNamed = (open: OpenStore, username_key: string) =>
  open.store.selectFrom('users').selectAll().where('username_key', '=', username_key).executeTakeFirstOrThrow()

export async function assertClean(open: OpenStore) {
  const { drifts } = await verifyLedger(open, Math.floor(Date.now() / 1000))
  assert.deepEqual(drifts, [])
}

/** What every version must keep: people, keys, prices and money. */
export async function assertMovedIn({ relay, open }: Place, version: Version) {
  const isNewApi = version.startsWith('new-api')
  const ada = await userNamed(open, 'ada')
  assert.deepEqual(
    [ada.id, ada.quota, ada.used_quota, ada.request_count, ada.email, ada.inviter_id, ada.wechat_id, ada.aff_code],
    [2, 1_000_000, 123_456, 77, 'ada@example.com', 1, 'wechat-ada', 'aff2'],
  )
  if (isNewApi) assert.deepEqual([ada.aff_quota, ada.aff_count, ada.aff_history_quota], [500, 2, 900])
  const identities = await open.store.selectFrom('user_identities').select(['issuer', 'subject', 'user_id']).execute()
  const hasOidc = version !== 'one-api 0.5' && version !== 'new-api 0.4'
  const identity = { issuer: 'https://id.example.com', subject: 'subject-ada', user_id: 2 }
  assert.deepEqual(identities, hasOidc ? [identity] : [])
  const debtor = await userNamed(open, 'debtor')
  assert.deepEqual([debtor.quota, debtor.used_quota, debtor.role], [-250, 999, 10])
  assert.equal((await userNamed(open, 'rich')).quota, Number.MAX_SAFE_INTEGER)
  assert.deepEqual(
    [(await userNamed(open, 'ada_5')).quota, (await userNamed(open, 'ada_5')).claimed_email],
    [10, 'ada@example.com'],
  )
  assert.deepEqual([(await userNamed(open, '🦊 fox')).quota, (await userNamed(open, '🦊 fox')).group], [20, 'vip'])
  const isCurrent = version === 'new-api current'
  const fox = await userNamed(open, '🦊 fox')
  assert.deepEqual(
    [fox.github_id, fox.github_name],
    isCurrent ? ['583231', ''] : ['', '583231'],
    'a login name is no id',
  )
  assert.equal((await userNamed(open, 'user_7')).quota, 30)
  assert.equal((await userNamed(open, 'banned')).status, 2)
  assert.equal((await userNamed(open, 'banned')).role, 1)
  if (isCurrent) await assertPlansMovedIn(open)
  else assert.equal(ada.billing_preference, version === 'new-api 0.8' ? 'wallet_first' : 'subscription_first')
  await assertClean(open)

  const client = relay.client()
  await client.signIn('ada', adaPassword)
  assert.match(
    (await userNamed(open, 'ada')).password_hash,
    /^\$argon2id\$/,
    'the hash is made anew at the first sign-in',
  )
  await relay.client().signIn('ada', adaPassword)
  await relay.client().signIn('root', rootPassword)
  const self = await fetch(`${relay.url}/api/user/self`, {
    headers: { authorization: accessToken, 'new-api-user': '2' },
  })
  assert.equal(((await self.json()) as { data?: { username?: string } }).data?.username, 'ada')
  if (isNewApi) {
    const redeemed = await client.call(redemptionApi.redeem, { body: { key: unusedCode } })
    assert.equal(redeemed.response.success, true)
  }

  await relay.deps.reload()
  const before = (await userNamed(open, 'ada')).used_quota
  const { prompt_tokens, completion_tokens } = await call(relay, 'my-model')
  const after = await userNamed(open, 'ada')
  // Ratio of the model × group × (input + output × completion ratio), as the family computes it.
  assert.equal(after.used_quota - before, 2 * 1 * (prompt_tokens + completion_tokens * 3))
  await call(relay, 'fixed-model')
  assert.equal((await userNamed(open, 'ada')).used_quota - after.used_quota, 0.02 * 500_000)
  await assertClean(open)
}

async function call(relay: RelayServer, model: string) {
  const response = await fetch(`${relay.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${adaKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'count to three' }], max_tokens: 50 }),
  })
  const result = (await response.json()) as { usage: { prompt_tokens: number; completion_tokens: number } }
  assert.equal(response.status, 200, JSON.stringify(result))
  return result.usage
}
