import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBothDatabases } from '../../test/harness/databases.ts'
import type { LedgerKind } from './schema/money.ts'
import type { Store } from './store.ts'

const person = (name: string) => ({ username: name, username_key: name.toLowerCase(), created_at: 1 })
const addUser = async (store: Store, user: object = {}) =>
  (
    await store
      .insertInto('users')
      .values({ ...person('ada'), ...user })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const entry = (user_id: number, reference: string, change: object = {}) => ({
  user_id,
  kind: 'charge' as LedgerKind,
  reference,
  amount: 5,
  created_at: 1,
  ...change,
})
const post = (store: Store, row: ReturnType<typeof entry>) => store.insertInto('ledger').values(row).execute()

onBothDatabases('a user name is taken whatever its case, and stays taken after deletion', async ({ store }) => {
  await addUser(store, { ...person('Ada'), deleted_at: 5 })
  await assert.rejects(addUser(store, person('ADA')))
  await addUser(store, person('Bob'))
})

onBothDatabases('an address belongs to one live account; no address is no clash', async ({ store }) => {
  const email = 'ada@example.com'
  await addUser(store, { ...person('ada'), email, deleted_at: 5 })
  await addUser(store, { ...person('bob'), email })
  await assert.rejects(addUser(store, { ...person('eve'), email }))
  for (const name of ['one', 'two']) await addUser(store, person(name))
})

onBothDatabases('a third-party identity opens one account, even after deletion', async ({ store }) => {
  for (const column of ['github_id', 'wechat_id', 'telegram_id', 'linux_do_id']) {
    await addUser(store, { ...person(`${column} first`), [column]: '77', deleted_at: 5 })
    await assert.rejects(addUser(store, { ...person(`${column} second`), [column]: '77' }), column)
  }
})

onBothDatabases("invitation codes and access tokens are nobody else's", async ({ store }) => {
  for (const column of ['aff_code', 'access_token_hash']) {
    await addUser(store, { ...person(`${column} first`), [column]: 'abcd' })
    await assert.rejects(addUser(store, { ...person(`${column} second`), [column]: 'abcd' }), column)
  }
})

onBothDatabases(
  'a balance may fall below zero, a sum of holds may not, and neither holds fractions',
  async ({ store }) => {
    const id = await addUser(store)
    const set = (change: object) => store.updateTable('users').set(change).where('id', '=', id).execute()
    await set({ quota: -5 })
    await assert.rejects(set({ held: -1 }))
    await assert.rejects(set({ quota: 1.5 }))
    await assert.rejects(set({ held: 0.5 }))
    await set({ quota: Number.MAX_SAFE_INTEGER })
    await assert.rejects(set({ quota: sql`quota + 1` }), 'beyond what a number holds exactly')
  },
)

onBothDatabases('the kind of an entry decides which balance it moves and in which direction', async ({ store }) => {
  const id = await addUser(store)
  const effects: Record<LedgerKind, [posted: number, affiliate: number]> = {
    top_up: [5, 0],
    redemption: [5, 0],
    grant: [5, 0],
    refund: [5, 0],
    adjustment_credit: [5, 0],
    invite_reward: [0, 5],
    transfer: [5, -5],
    charge: [-5, 0],
    adjustment_debit: [-5, 0],
    manual_refund: [5, 0],
    rule_refund: [5, 0],
    service_credit: [5, 0],
    order_refund: [-5, 0],
    plan_purchase: [-5, 0],
    plan_grant: [0, 0],
    plan_expiry: [0, 0],
    org_transfer_in: [5, 0],
    org_transfer_out: [-5, 0],
    dividend: [0, 5],
    dividend_reversal: [0, -5],
    withdrawal: [0, -5],
  }
  for (const kind of Object.keys(effects) as LedgerKind[]) await post(store, entry(id, 'once', { kind }))
  const rows = await store.selectFrom('ledger').select(['kind', 'posted', 'affiliate']).execute()
  assert.deepEqual(Object.fromEntries(rows.map(({ kind, posted, affiliate }) => [kind, [posted, affiliate]])), effects)
  await assert.rejects(post(store, entry(id, 'odd', { kind: 'gift' })), 'an unknown kind')
})

onBothDatabases('amounts of entries are positive whole numbers within range', async ({ store }) => {
  const id = await addUser(store)
  for (const amount of [0, -1, 1.5]) await assert.rejects(post(store, entry(id, 'r', { amount })), String(amount))
  await assert.rejects(post(store, entry(id, 'r', { amount: sql`9007199254740992` })))
  await assert.rejects(post(store, entry(id, 'r', { overdraft: 6 })), 'more overdrawn than charged')
  await post(store, entry(id, 'r', { amount: Number.MAX_SAFE_INTEGER }))
})

onBothDatabases(
  'an entry counts once per kind and reference, and needs a person and a reference',
  async ({ store }) => {
    const id = await addUser(store)
    await post(store, entry(id, 'request-1'))
    await assert.rejects(post(store, entry(id, 'request-1', { amount: 9 })))
    await post(store, entry(id, 'request-1', { kind: 'refund' }))
    await assert.rejects(post(store, entry(id, '')))
    await assert.rejects(post(store, entry(id + 1, 'request-2')))
  },
)

onBothDatabases('the ledger is append-only', async ({ store, dialect }) => {
  const id = await addUser(store)
  await post(store, entry(id, 'request-1'))
  await assert.rejects(store.updateTable('ledger').set({ amount: 1 }).execute(), /append-only/)
  await assert.rejects(store.deleteFrom('ledger').execute(), /append-only/)
  if (dialect === 'sqlite')
    await assert.rejects(
      store
        .replaceInto('ledger')
        .values(entry(id, 'request-1', { amount: 1 }))
        .execute(),
      /append-only/,
    )
  else await assert.rejects(sql`TRUNCATE ledger`.execute(store), /append-only/)
  await assert.rejects(store.deleteFrom('users').where('id', '=', id).execute(), 'nor does its owner go')
  assert.deepEqual(await store.selectFrom('ledger').select(['reference', 'amount']).execute(), [
    { reference: 'request-1', amount: 5 },
  ])
})

onBothDatabases('a request has one hold, and a hold is never negative', async ({ store }) => {
  const add = (request_id: string, amount: number) =>
    store
      .insertInto('holds')
      .values({ request_id, user_id: 1, token_id: 1, amount, price_snapshot: '{}', created_at: 1, expires_at: 2 })
      .execute()
  await assert.rejects(add('r', -1))
  await add('r', 0)
  await assert.rejects(add('r', 5))
})

onBothDatabases('a redemption code is worth something, and is used exactly when it has a user', async ({ store }) => {
  const code = { user_id: 1, key_cipher: 'c', key_hash: 'h', name: 'n', quota: 5, created_time: 1 }
  await assert.rejects(
    store
      .insertInto('redemptions')
      .values({ ...code, quota: 0 })
      .execute(),
  )
  await store.insertInto('redemptions').values(code).execute()
  await assert.rejects(store.insertInto('redemptions').values(code).execute(), 'the same code twice')
  await assert.rejects(store.updateTable('redemptions').set({ status: 3 }).execute())
  await store.updateTable('redemptions').set({ status: 3, used_user_id: 9 }).execute()
  await assert.rejects(store.updateTable('redemptions').set({ status: 1 }).execute())
})

onBothDatabases('an order number is credited to one order', async ({ store }) => {
  const order = {
    user_id: 1,
    provider: 'epay',
    payment_method: 'wx',
    amount: 1,
    money: '7.30',
    quota: 5,
    price_snapshot: '{}',
  }
  const add = (trade_no: string) =>
    store
      .insertInto('top_ups')
      .values({ ...order, trade_no, create_time: 1 })
      .execute()
  await add('a')
  await assert.rejects(add('a'))
})

onBothDatabases('abilities go with their channel', async ({ store }) => {
  const channel = { type: 1, key_cipher: 'c', key_hash: 'h', name: 'n', created_time: 1 }
  const { id } = await store.insertInto('channels').values(channel).returning('id').executeTakeFirstOrThrow()
  const ability = { group: 'default', model: 'gpt-4o', channel_id: id, enabled: 1 as const }
  await store.insertInto('abilities').values(ability).execute()
  await assert.rejects(
    store
      .insertInto('abilities')
      .values({ ...ability, channel_id: id + 1 })
      .execute(),
  )
  await store.deleteFrom('channels').execute()
  assert.deepEqual(await store.selectFrom('abilities').select('model').execute(), [])
})

onBothDatabases('sessions go with their user', async ({ store }) => {
  const user_id = await addUser(store)
  await store
    .insertInto('sessions')
    .values({ id_hash: 'h', user_id, version: 1, created_at: 1, seen_at: 1, expires_at: 2 })
    .execute()
  await store.deleteFrom('users').execute()
  assert.deepEqual(await store.selectFrom('sessions').select('id_hash').execute(), [])
})

onBothDatabases('a request is logged as consumption once; other rows may repeat its id', async ({ store }) => {
  const log = (type: number, request_id: string) =>
    store.insertInto('logs').values({ user_id: 1, created_at: 1, type, request_id }).execute()
  await log(2, 'r')
  await assert.rejects(log(2, 'r'))
  for (const _ of [1, 2]) await log(5, 'r')
  for (const _ of [1, 2]) await log(2, '')
})

onBothDatabases('an hour of a model is one dashboard row per user', async ({ store }) => {
  const row = { user_id: 1, username: 'ada', model_name: 'gpt-4o', created_at: 3600 }
  await store.insertInto('quota_data').values(row).execute()
  await assert.rejects(store.insertInto('quota_data').values(row).execute())
})
