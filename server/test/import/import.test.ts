import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { verifyLedger } from '../../src/domain/money/wallet/verify/verify.ts'
import type { Report } from '../../src/import/report.ts'
import { reportText } from '../../src/import/report-text.ts'
import { runImport } from '../../src/import/run-import.ts'
import { openSource } from '../../src/import/sources/open-source.ts'
import { createLog } from '../../src/log.ts'
import { openVault } from '../../src/secrets/vault.ts'
import type { OpenStore } from '../../src/store/store.ts'
import { atEnd } from '../harness/at-end.ts'
import { type DatabaseKind, databaseKinds, freshDatabase, openTest } from '../harness/databases.ts'
import { secretKey } from '../harness/harness.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { startMariadb } from '../outside/mariadb.ts'
import { accessToken, adaKey, adaPassword, firstLogTime, rootPassword, unusedCode } from './family-rows.ts'
import { type Version, versions } from './family-schema.ts'
import { makeSqliteSource, sourceStatements } from './make-source.ts'

type Place = { relay: RelayServer; open: OpenStore }

/** A server that runs, and a second handle on its database, as the import has one. */
async function startPlace(t: TestContext, kind: DatabaseKind): Promise<Place> {
  const database = await freshDatabase(kind)
  atEnd(t, database.drop)
  const relay = await startRelay(database.address)
  atEnd(t, relay.stop)
  const open = await openTest(database.address)
  atEnd(t, open.close)
  return { relay, open }
}

async function importFrom(open: OpenStore, named: string, choices: { apply?: boolean; logsSince?: number } = {}) {
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

const tableOf = (report: Report, table: string) => {
  const found = report.tables.find((one) => one.table === table)
  assert.ok(found, table)
  return found
}
const whatOf = (notes: { what: string }[]) => notes.map(({ what }) => what).join('\n')

const userNamed = (open: OpenStore, username_key: string) =>
  open.store.selectFrom('users').selectAll().where('username_key', '=', username_key).executeTakeFirstOrThrow()

const countAll = async ({ store }: OpenStore) => {
  const counts: Record<string, number> = {}
  for (const table of [
    'users',
    'tokens',
    'channels',
    'ledger',
    'redemptions',
    'top_ups',
    'tasks',
    'logs',
    'imports',
  ] as const) {
    const { count } = await store
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}

async function assertClean(open: OpenStore) {
  const { drifts } = await verifyLedger(open, Math.floor(Date.now() / 1000))
  assert.deepEqual(drifts, [])
}

/** What every version must keep: people, keys, prices and money. */
async function assertMovedIn({ relay, open }: Place, version: Version) {
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
    assert.equal(redeemed.answer.success, true)
  }

  await relay.deps.reload()
  const before = (await userNamed(open, 'ada')).used_quota
  const { prompt_tokens, completion_tokens } = await ask(relay, 'my-model')
  const after = await userNamed(open, 'ada')
  // Ratio of the model × group × (input + output × completion ratio), as the family computes it.
  assert.equal(after.used_quota - before, 2 * 1 * (prompt_tokens + completion_tokens * 3))
  await ask(relay, 'fixed-model')
  assert.equal((await userNamed(open, 'ada')).used_quota - after.used_quota, 0.02 * 500_000)
  await assertClean(open)
}

async function ask(relay: RelayServer, model: string) {
  const response = await fetch(`${relay.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer sk-${adaKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'count to three' }], max_tokens: 50 }),
  })
  const answer = (await response.json()) as { usage: { prompt_tokens: number; completion_tokens: number } }
  assert.equal(response.status, 200, JSON.stringify(answer))
  return answer.usage
}

for (const kind of databaseKinds)
  for (const version of versions)
    test(`${version} moves in, once [${kind}]`, async (t) => {
      const place = await startPlace(t, kind)
      const path = makeSqliteSource(version, place.relay.mock.url)
      const bytes = createHash('sha256').update(readFileSync(path)).digest('hex')
      const untouched = await countAll(place.open)

      const planned = await importFrom(place.open, path, { logsSince: firstLogTime })
      assert.equal(planned.source, version)
      assert.deepEqual(await countAll(place.open), untouched, 'a dry run writes nothing')

      const applied = await importFrom(place.open, path, { apply: true, logsSince: firstLogTime })
      assert.deepEqual(applied, { ...planned, is_dry_run: false }, 'what was announced is what came')
      assert.equal(applied.balances?.equal, true)
      const cut = 9_223_372_036_854_775_807n - BigInt(Number.MAX_SAFE_INTEGER)
      assert.equal(BigInt(applied.balances?.left_out ?? 0), cut)
      assert.doesNotMatch(
        reportText(applied) + JSON.stringify(applied),
        /AdaKey|mail-secret|sk-upstream|second-factor-secret|\$2b\$|11111111/,
      )

      await assertMovedIn(place, version)

      const there = await countAll(place.open)
      const again = await importFrom(place.open, path, { apply: true, logsSince: firstLogTime })
      assert.deepEqual(
        again.tables.map(({ table, comes }) => [table, comes]).filter(([, comes]) => comes !== 0),
        [],
      )
      assert.deepEqual(await countAll(place.open), there, 'a repeated import changes nothing')
      assert.equal(createHash('sha256').update(readFileSync(path)).digest('hex'), bytes, 'the source is as it was')
    })

test('the report says of every row what becomes of it', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  const report = await importFrom(open, makeSqliteSource('new-api current', relay.mock.url), {
    logsSince: firstLogTime,
  })
  assert.deepEqual(report.not_imported, ['two_fas'])
  const users = tableOf(report, 'users')
  assert.deepEqual([users.found, users.deleted, users.comes], [9, 1, 8])
  assert.match(whatOf(users.changed), /the user name is missing or taken/)
  assert.match(whatOf(users.changed), /GitHub is known by its login name only/)
  const tokens = tableOf(report, 'tokens')
  assert.deepEqual([tokens.found, tokens.comes], [8, 4])
  assert.deepEqual(
    tokens.cannot.map(({ what, count }) => [what, count]),
    [
      ['the owner does not come', 2],
      ['the key is empty, too long, or has characters that no client can send', 1],
    ],
  )
  assert.match(whatOf(tokens.conflicts), /another token has this key already/)
  const channels = tableOf(report, 'channels')
  assert.deepEqual([channels.found, channels.comes], [8, 6])
  assert.match(whatOf(channels.changed), /its proxy has no equivalent here: it comes disabled/)
  assert.match(whatOf(channels.cannot), /channel type 999 does not exist here/)
  assert.match(whatOf(channels.changed), /its setting cannot be read/)
  assert.match(whatOf(channels.changed), /its model mapping cannot be read: it comes disabled/)
  const options = tableOf(report, 'options')
  assert.deepEqual(
    options.cannot.map(({ what, examples }) => [what, ...examples]),
    [
      ['there is no such option here', 'SomethingNew', 'oidc.well_known'],
      ['the value cannot be read', 'Chats'],
      ['what it needs is not set: set that first, then switch it on', 'GitHubOAuthEnabled'],
    ],
  )
  assert.deepEqual(
    tableOf(report, 'redemptions').cannot.map(({ what }) => what),
    ['the code is worth nothing'],
  )
  assert.match(whatOf(tableOf(report, 'top_ups').cannot), /the order is not paid/)
  assert.match(whatOf(tableOf(report, 'tasks').cannot), /it has not ended/)
  const logs = tableOf(report, 'logs')
  assert.deepEqual([logs.found, logs.comes], [5, 4])
})

test('a channel keeps its keys with their states, its status and its figures', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  await importFrom(open, makeSqliteSource('new-api current', relay.mock.url), { apply: true })
  const vault = openVault(Buffer.from(secretKey, 'hex'))
  const keys = await open.store
    .selectFrom('channel_keys')
    .selectAll()
    .where('channel_id', '=', 2)
    .orderBy('position')
    .execute()
  assert.deepEqual(
    keys.map(({ key_cipher, status }) => [vault.decrypt(key_cipher, 'channel key'), status]),
    [
      ['sk-one', 1],
      ['sk-two', 1],
      ['sk-three', 2],
    ],
  )
  const rows = await open.store.selectFrom('channels').selectAll().orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ id, status, used_quota, auto_ban, group }) => [id, status, used_quota, auto_ban, group]),
    [
      [1, 1, 5000, 1, 'default,vip'],
      [2, 2, 0, 1, 'default,vip'],
      [4, 2, 0, 1, 'default,vip'],
      [5, 2, 0, 1, 'default,vip'],
      [7, 3, 0, 0, 'default'],
      [8, 2, 0, 1, 'default,vip'],
    ],
  )
})

test('log rows and hours come as history that moves no balance', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  await importFrom(open, makeSqliteSource('new-api current', relay.mock.url), { apply: true, logsSince: firstLogTime })
  const rows = await open.store
    .selectFrom('logs')
    .selectAll()
    .where('type', 'in', [2, 4])
    .where('username', '=', 'ada')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ type, quota, other, request_id, channel, token_id }) => [
      type,
      quota,
      other,
      request_id,
      channel,
      token_id,
    ]),
    [
      [2, 20, '{"model_ratio":2}', '', 1, 1],
      [2, 30, '{}', '', 1, 1],
      [4, 0, '', '', 1, 1],
      [4, -15, '', '', 1, 1], // a refund
    ],
  )
  const hours = await open.store.selectFrom('usage_hours').select(['calls', 'quota']).orderBy('hour').execute()
  assert.deepEqual(hours, [
    { calls: 3, quota: 99 },
    { calls: 2, quota: 50 - 15 },
  ])
  await assertClean(open)
})

test('the report names models of imported channels that have no price', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  const report = await importFrom(open, makeSqliteSource('new-api 0.8', relay.mock.url), { apply: false })
  const note = tableOf(report, 'channels').remarks.find(({ what }) => /without a price/.test(what))
  assert.deepEqual(note?.examples, ['only-here'], 'prices come too, so that the other models have one')
})

test('accounts and options that are here stay as they are', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  const own = await relay.given.user({ username: 'Ada' })
  await relay.options({ SystemName: 'Mine', ModelRatio: '{"my-model":9}' })
  const report = await importFrom(open, makeSqliteSource('new-api 0.8', relay.mock.url), { apply: true })
  assert.match(whatOf(tableOf(report, 'options').conflicts), /an option that was set here stays/)
  assert.match(whatOf(tableOf(report, 'options').conflicts), /a price set here already stays/)
  assert.equal((await userNamed(open, 'ada')).id, own)
  assert.equal((await userNamed(open, 'ada_2')).quota, 1_000_000)
  await relay.deps.reload()
  assert.equal(relay.deps.options.current().SystemName, 'Mine')
  assert.equal(relay.deps.options.current().ModelRatio['my-model'], 9)
})

test('rows that changed at the source since are reported and left', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  const path = makeSqliteSource('one-api 0.6', relay.mock.url)
  await importFrom(open, path, { apply: true })
  const more = { text: 'UPDATE users SET quota = 5 WHERE id = 2', values: [] }
  const moved = makeSqliteSource('one-api 0.6', relay.mock.url, [more])
  const report = await importFrom(open, moved, { apply: true })
  assert.match(whatOf(tableOf(report, 'users').remarks), /changed at the source since/)
  assert.equal((await userNamed(open, 'ada')).quota, 1_000_000)
  assert.equal(tableOf(report, 'users').comes, 0, 'the same server is recognised in another file, by its keys')
})

test('a balance that the one here leaves no room for is cut, and the others come whole', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  const before = (await userNamed(open, 'root')).quota
  assert.ok(before > 0)
  const more = { text: 'UPDATE users SET quota = 9007199254740991 WHERE id = 1', values: [] }
  const report = await importFrom(open, makeSqliteSource('one-api 0.6', relay.mock.url, [more]), { apply: true })
  assert.equal((await userNamed(open, 'root')).quota, Number.MAX_SAFE_INTEGER)
  assert.equal((await userNamed(open, 'ada')).quota, 1_000_000)
  assert.equal(report.balances?.equal, true)
  await assertClean(open)
})

test('a PostgreSQL source moves in and is as it was', async (t) => {
  const place = await startPlace(t, 'sqlite')
  const { address, drop } = await freshDatabase('postgres', { migrated: false })
  atEnd(t, drop)
  assert.ok(address.kind === 'postgres')
  const client = new Client({ connectionString: address.url })
  await client.connect()
  for (const { text, values } of sourceStatements('postgres', 'new-api current', place.relay.mock.url))
    await client.query(text, values)
  const sums = async () =>
    (await client.query('SELECT count(*), sum(quota), sum(hashtext(users::text)::bigint) FROM users')).rows
  const before = await sums()
  const report = await importFrom(place.open, address.url, { apply: true, logsSince: firstLogTime })
  assert.equal(report.source, 'new-api current')
  assert.equal(report.balances?.equal, true)
  assert.deepEqual(await sums(), before)
  await client.end()
  await assertMovedIn(place, 'new-api current')
})

test('a MariaDB source moves in and is as it was', async (t) => {
  const place = await startPlace(t, 'sqlite')
  const server = await startMariadb()
  atEnd(t, server.stop)
  const connection = await createConnection({ uri: server.url.replace(/old$/, 'mysql'), charset: 'utf8mb4' })
  await connection.query('CREATE DATABASE old CHARACTER SET utf8mb4 COLLATE utf8mb4_bin')
  await connection.query('USE old')
  await connection.query(`SET SESSION sql_mode = 'ANSI_QUOTES'`)
  for (const { text, values } of sourceStatements('mysql', 'new-api 0.8', place.relay.mock.url))
    await connection.query(text, values)
  const sums = async () => (await connection.query('CHECKSUM TABLE users, tokens, channels, options'))[0]
  const before = await sums()
  const dsn = server.url.replace(/^mysql:\/\/root@([^/]+)\/old$/, 'root:@tcp($1)/old?charset=utf8mb4')
  const report = await importFrom(place.open, dsn, { apply: true, logsSince: firstLogTime })
  assert.equal(report.source, 'new-api 0.8')
  assert.equal(report.balances?.equal, true)
  assert.deepEqual(await sums(), before)
  await connection.end()
  await assertMovedIn(place, 'new-api 0.8')
})
