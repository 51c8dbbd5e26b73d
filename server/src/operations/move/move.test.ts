import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { logType } from '@turnpike/contract/usage/log'
import { databaseKinds, givenStore } from '../../../test/harness/databases.ts'
import { givenToken, givenUser, holdFor } from '../../../test/harness/ledger.ts'
import { callOfMember, givenOrganisation } from '../../../test/ledger/organisations.ts'
import { readConfig } from '../../config.ts'
import { post } from '../../domain/money/wallet/ledger/ledger-post.ts'
import { openPot } from '../../domain/money/wallet/pots/pots.queries.ts'
import type { DatabaseAddress } from '../../store/dsn.ts'
import { migrate } from '../../store/migrate.ts'
import { type OpenStore, openStore } from '../../store/store.ts'
import { openDraft, openSnapshot } from '../copy/open-side.ts'
import { differingTables, digestDatabase } from '../copy/table-digest.ts'
import { givenEmpty, givenFolder, installationEnv, silent } from '../testing.ts'
import { move, moveText } from './move.ts'

async function fill({ store }: OpenStore): Promise<void> {
  const user = {
    username: 'a',
    username_key: 'a',
    password_hash: '',
    display_name: 'ä"\n',
    aff_code: 'a',
    created_at: 5,
  }
  const { id } = await store.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  const grant = { user_id: id, kind: 'grant', reference: 'a', amount: 4_503_599_627_370_497, at: 5 } as const
  await store.transaction().execute((transaction) => post(transaction, grant))
  const log = { user_id: id, created_at: 1_700_000_000, type: logType.system, content: 'x' }
  for (let count = 0; count < 1203; count++) await store.insertInto('logs').values(log).execute()
}

/** Every table and column of an organisation, none of them at its default. */
async function fillOrganisation({ store }: OpenStore): Promise<void> {
  const [owner, member] = [await givenUser(store), await givenUser(store)]
  const org_id = await givenOrganisation(store, owner)
  const caps = { limits: '{"calls_at_once":1}', models: 'gpt-4o', groups: 'vip' }
  await store
    .insertInto('organisation_members')
    .values({ org_id, user_id: member, role: 'member', joined_at: 6, ...caps })
    .execute()
  const times = { created_at: 6, expires_at: 7 }
  await store
    .insertInto('organisation_invitations')
    .values({ org_id, code_hash: 'h', email: 'a@b.example', role: 'viewer', created_by: owner, ...times })
    .execute()
  await store
    .insertInto('organisation_transfers')
    .values({ org_id, from_user: owner, to_user: member, ...times })
    .execute()
  await store.updateTable('organisations').set({ written_off: 3 }).execute()
  const call = callOfMember(org_id, member, await givenToken(store, org_id, { caller_id: member }))
  const charge = { user_id: org_id, caller_id: member, kind: 'top_up', reference: 'b', amount: 5, at: 6 } as const
  await store.transaction().execute((transaction) => post(transaction, charge))
  const { at, amount, sources, ...hold } = holdFor(call, 0)
  await store
    .insertInto('holds')
    .values({ ...hold, amount, created_at: at })
    .execute()
  const log = { user_id: member, account_id: org_id, created_at: 1_700_000_000, type: logType.system, content: 'y' }
  await store.insertInto('logs').values(log).execute()
}

/** A plan, its order, its subscription, and a call that its pot paid. */
async function fillPlan({ store }: OpenStore): Promise<void> {
  const user_id = await givenUser(store, { quota: 0 })
  const terms = '{"total_amount":10}'
  const times = { created_at: 6, updated_at: 7 }
  const texts = { title: 'Pro', subtitle: 'ä', currency: 'EUR', terms, stripe_price_id: 'price_1' }
  const { id: plan_id } = await store
    .insertInto('plans')
    .values({ ...texts, ...times, price_amount: '19.99', allow_balance_pay: 0, sort_order: -1, deleted_at: 8 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const spans = { start_time: 6, period_start: 6, end_time: 9, grace_until: 9 }
  const bought = { title: 'Pro', terms, paid: '19.99', currency: 'EUR', worth: 9, trade_no: 'T', renews: 1 } as const
  const { id: subscription_id } = await store
    .insertInto('subscriptions')
    .values({ ...bought, ...spans, ...times, user_id, plan_id, status: 'active', source: 'order', prev_group: 'vip' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pending = { provider: 'stripe', payment_method: 'stripe', price_snapshot: '', status: 'pending' }
  await store
    .insertInto('top_ups')
    .values({ ...pending, user_id, trade_no: 'U', amount: 0, money: '19.99', quota: 9, create_time: 6 })
    .execute()
  await store.updateTable('top_ups').set({ plan_id, terms, subscription_id }).where('trade_no', '=', 'U').execute()
  await store.transaction().execute(async (transaction) => {
    const window = { every: 'hours', hours: 5, amount: 7, used: 5, from: 6, to: 18_006 } as const
    const span = { starts_at: 6, ends_at: 9 }
    const pot = await openPot(transaction, { user_id, subscription_id, amount: 10, windows: [window], ...span }, 6)
    const charge = { user_id, kind: 'charge', reference: 'call', amount: 4, from_pots: 4, created_at: 6 } as const
    await transaction.insertInto('ledger').values(charge).execute()
    const move = { pot_id: pot.id, kind: 'charge', reference: 'call', request_id: 'call', amount: 4 } as const
    await transaction
      .insertInto('pot_moves')
      .values({ ...move, created_at: 6 })
      .execute()
    await transaction.updateTable('pots').set({ quota: 6 }).where('id', '=', pot.id).execute()
    const used = { used_quota: 4, billing_preference: 'wallet_first' } as const
    await transaction.updateTable('users').set(used).where('id', '=', user_id).execute()
  })
}

/** An agent with terms, shares of each kind, a payout, and what the count of spend and disputes keep. */
async function fillAgent({ store }: OpenStore): Promise<void> {
  const [user_id, payer_id] = [await givenUser(store), await givenUser(store)]
  const terms = '{"share":12.5}'
  const person = { status: 'ended', note: 'ä', reason: 'b', decided_by: 'c' } as const
  const times = { applied_at: 5, active_from: 6, ended_at: 7, updated_at: 8 }
  await store
    .insertInto('agents')
    .values({ user_id, ...person, ...times })
    .execute()
  await store
    .insertInto('agent_terms')
    .values({ scope: 'agent', subject: String(user_id), terms, applies_from: 6, actor: 'root' })
    .execute()
  const share = { agent_id: user_id, payer_id, cause: 'payment', base: 40, share: '12.5', terms, amount: 5 } as const
  const decided = { signs: 'device', decision: 'released', decided_by: 'root', reason: 'known' } as const
  await store
    .insertInto('dividends')
    .values({ ...share, ...decided, level: 2, reference: 'U', reversed: 3, changes: 1, final_at: 9, created_at: 6 })
    .execute()
  const earned = { user_id, kind: 'dividend', reference: 'payment U 2', amount: 5, at: 6 } as const
  const taken = { user_id, kind: 'dividend_reversal', reference: 'payment U 2 1', amount: 3, at: 7 } as const
  await store.transaction().execute(async (transaction) => {
    for (const entry of [earned, taken]) await post(transaction, entry)
  })
  await store
    .insertInto('payout_methods')
    .values({ name: 'Bank', name_zh: '银行', fields: '[]', enabled: 0, sort_order: 3 })
    .execute()
  const steps = { created_at: 6, decided_at: 7, decided_by: 'boss', paid_at: 0, paid_by: '' }
  await store
    .insertInto('withdrawals')
    .values({
      agent_id: user_id,
      amount: 2,
      fee: 1,
      method: 'Bank\n银行',
      account_cipher: 'v1.x',
      status: 'approved',
      ...steps,
    })
    .execute()
}

const configOf = (t: TestContext, address: DatabaseAddress) => readConfig(installationEnv(address, givenFolder(t)))

async function digestOf(address: DatabaseAddress) {
  const snapshot = await openSnapshot(address)
  return digestDatabase(snapshot).finally(snapshot.close)
}

for (const [first, second] of [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)
  test(`an installation moves from ${first} to ${second} and back, and is the same table by table`, async (t) => {
    const open = await givenStore(t, first)
    await fill(open)
    await fillOrganisation(open)
    await fillPlan(open)
    await fillAgent(open)
    const [there, back] = [await givenEmpty(t, second), await givenEmpty(t, first)]
    const result = await move(configOf(t, open.main), { main: there }, silent)
    assert.equal(result.ledger.clean, true)
    assert.equal(result.tables.main?.users?.sums.quota, '4503599627375502')
    assert.match(moveText(result), second === 'postgres' ? /set SQL_DSN/ : /remove SQL_DSN/)
    await move(configOf(t, there), { main: back }, silent)
    const [one, two, three] = [await digestOf(open.main), await digestOf(there), await digestOf(back)]
    assert.ok(Object.keys(one).length > 30)
    assert.equal(one.logs?.rows, 1204)
    const ofOrganisations = [
      'organisations',
      'organisation_members',
      'organisation_invitations',
      'organisation_transfers',
    ]
    const ofPlans = ['plans', 'subscriptions', 'pots', 'pot_moves']
    const ofAgents = ['agents', 'agent_terms', 'dividends', 'payout_methods', 'withdrawals']
    for (const table of [...ofOrganisations, ...ofPlans, ...ofAgents]) assert.ok((two[table]?.rows ?? 0) > 0, table)
    assert.deepEqual(differingTables(one, two), [])
    assert.deepEqual(differingTables(one, three), [])
  })

for (const kind of databaseKinds) {
  test(`a source that changes while it is copied is noticed, and the target stays empty [${kind}]`, async (t) => {
    const open = await givenStore(t, kind)
    await fill(open)
    const target = await givenEmpty(t, kind)
    const writes: Promise<unknown>[] = []
    const change = (line: string) => {
      if (line.startsWith('comparing'))
        writes.push(open.store.insertInto('options').values({ key: 'Notice', value: 'new' }).execute())
    }
    await assert.rejects(
      move(configOf(t, open.main), { main: target }, change),
      /has changed while it was copied \(options\)/,
    )
    await Promise.all(writes)
    assert.equal(writes.length, 1)
    await (await openDraft(target)).abandon() // it is empty
    assert.equal((await move(configOf(t, open.main), { main: target }, silent)).ledger.clean, true, 'started again')
    await assert.rejects(move(configOf(t, open.main), { main: target }, silent), /not empty|already/)
  })
}

test('a log database moves with the main one, and must have a place of its own', async (t) => {
  const [{ main: source }, log] = [await givenStore(t, 'sqlite'), await givenEmpty(t, 'sqlite')]
  const open = await openStore({ main: source, log, synchronous: 'NORMAL', poolSize: 2 })
  await migrate(open)
  await open.logStore
    .insertInto('logs')
    .values({ user_id: 1, created_at: 5, type: logType.system, content: 'x' })
    .execute()
  await open.close()
  const config = { ...configOf(t, source), logDatabase: log }
  const [main, logs] = [await givenEmpty(t, 'postgres'), await givenEmpty(t, 'sqlite')]
  await assert.rejects(move(config, { main }, silent), /--log-to/)
  await assert.rejects(move(config, { main, log: main }, silent), /named twice/)
  await assert.rejects(move(config, { main: source, log: logs }, silent), /named twice/)
  const { tables } = await move(config, { main, log: logs }, silent)
  assert.deepEqual([tables.main?.logs?.rows, tables.log?.logs?.rows, tables.log?.users], [0, 1, undefined])
  assert.equal((await digestOf(logs)).logs?.rows, 1)
})

test('a source that is not there is not made', async (t) => {
  const folder = givenFolder(t)
  const target = { kind: 'sqlite', path: join(folder, 'new.db') } as const
  await assert.rejects(move(readConfig({ DATA_DIR: folder }), { main: target }, silent), /no database/)
  assert.equal(existsSync(join(folder, 'turnpike.db')), false)
})
