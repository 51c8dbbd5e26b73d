import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Client } from 'pg'
import { type Report, reportText } from '../../src/import/report.ts'
import { openVault } from '../../src/secrets/vault.ts'
import type { OpenStore } from '../../src/store/store.ts'
import { atEnd } from '../harness/at-end.ts'
import { type DatabaseKind, databaseKinds, freshDatabase } from '../harness/databases.ts'
import { secretKey } from '../harness/harness.ts'
import { isLongRun } from '../harness/long-run.ts'
import { firstLogTime } from './family-rows.ts'
import { versions } from './family-schema.ts'
import { assertClean, assertMovedIn, importFrom, startPlace, userNamed } from './import-place.ts'
import { makeSqliteSource, sourceStatements } from './make-source.ts'

const tableOf = (report: Report, table: string) => {
  const found = report.tables.find((one) => one.table === table)
  assert.ok(found, table)
  return found
}
const whatOf = (notes: { what: string }[]) => notes.map(({ what }) => what).join('\n')

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
    'plans',
    'subscriptions',
    'pots',
  ] as const) {
    const { count } = await store
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    counts[table] = Number(count)
  }
  return counts
}

/** The sources are read alike into both databases: in a quick run PostgreSQL gets the newest one. */
const versionsOn = (kind: DatabaseKind) => (kind === 'sqlite' || isLongRun ? versions : versions.slice(-1))

for (const kind of databaseKinds)
  for (const version of versionsOn(kind))
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
  assert.deepEqual([channels.found, channels.comes], [13, 11])
  assert.match(whatOf(channels.changed), /its routes lead to several hosts/)
  assert.match(whatOf(channels.changed), /Coze cannot be called from here: it comes disabled/)
  assert.match(whatOf(channels.changed), /the address of its proxy cannot be read: it comes disabled, without it/)
  assert.match(whatOf(channels.remarks), /sends through its own proxy here too/)
  assert.ok(!JSON.stringify(report).includes('proxy-geheim'))
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
  assert.match(whatOf(tableOf(report, 'top_ups').cannot), /it paid for a plan and credited no balance/)
  const plans = tableOf(report, 'subscription_plans')
  assert.deepEqual([plans.found, plans.comes], [4, 3])
  assert.match(whatOf(plans.cannot), /duration_value cannot be that of a plan here/)
  assert.match(whatOf(plans.changed), /the title or subtitle is too long/)
  assert.match(whatOf(plans.remarks), /it cannot be paid through Creem/)
  assert.match(whatOf(plans.remarks), /here it takes 7.3 times as much for USD/)
  const subscriptions = tableOf(report, 'user_subscriptions')
  assert.deepEqual([subscriptions.found, subscriptions.comes], [10, 8])
  assert.match(whatOf(subscriptions.cannot), /the buyer does not come\nits plan does not come/)
  assert.match(whatOf(subscriptions.remarks), /if Stripe renews it, cancel that there/)
  assert.deepEqual(
    [tableOf(report, 'subscription_orders').found, whatOf(tableOf(report, 'subscription_orders').cannot)],
    [4, 'the order is not paid'],
  )
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
      [8, 1, 0, 1, 'default,vip'],
      [9, 2, 0, 1, 'default,vip'],
      [10, 1, 0, 1, 'default,vip'],
      [11, 1, 0, 1, 'default,vip'],
      [12, 2, 0, 1, 'default,vip'],
      [13, 2, 0, 1, 'default,vip'],
    ],
  )
  const settingOf = (wanted: number) => rows.find(({ id }) => id === wanted)?.setting
  assert.equal(settingOf(8), '{"force_format":true,"proxy":"socks5://ada:•••@10.0.0.1:1080"}')
  assert.equal(settingOf(13), '{"force_format":true}')
  assert.ok(!JSON.stringify(rows).includes('proxy-geheim'))
  const [routed] = rows.filter(({ id }) => id === 11)
  assert.equal(routed?.base_url, relay.mock.url, 'a channel without an address has that of its routes')
  assert.deepEqual(Object.keys(JSON.parse(routed?.setting ?? '{}')), ['advanced_custom'])
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

test('imported orders bring agents nothing', async (t) => {
  const { relay, open } = await startPlace(t, 'sqlite')
  await importFrom(open, makeSqliteSource('new-api current', relay.mock.url), { apply: true })
  const orders = await open.store.selectFrom('top_ups').select(['status', 'shares_due']).execute()
  assert.ok(orders.length > 0)
  assert.ok(orders.every(({ status, shares_due }) => status === 'success' && shares_due === 0))
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
