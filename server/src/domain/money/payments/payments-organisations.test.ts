import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { paymentApi } from '@turnpike/contract/money/payment'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { refundApi } from '@turnpike/contract/money/refund'
import { familyApi } from '@turnpike/contract/system/family'
import { logApi, logType } from '@turnpike/contract/usage/log'
import { clientOf } from '../../../../test/harness/acting-for.ts'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { givenMember, givenOrganisation } from '../../../../test/harness/organisations.ts'
import type { OpenStore } from '../../../store/store.ts'
import { signEpay } from './epay.ts'

type Answer<Data> = { response: { success: true; data: Data } | { success: false; code?: string; message: string } }

function dataOf<Data>({ response }: Answer<Data>): Data {
  assert.ok(response.success, JSON.stringify(response))
  return response.data
}
const codeOf = ({ response }: Answer<unknown>) => (response.success ? 'ok' : response.code)
const key = 'a-key-of-the-merchant'

for (const kind of databaseKinds)
  describe(`topping up an organisation on ${kind}`, () => {
    const servers = useServers(kind, { one: { EGRESS_PRIVATE: 'allow' } })
    const ids: Record<string, number> = {}
    const at: Record<string, Client> = {}
    let acme: number
    let birch: number
    const idOf = (name: string) => ids[name] ?? 0
    const by = (name: string): Client => {
      const client = at[name]
      assert.ok(client, name)
      return client
    }

    // Ann owns Acme and bills for Birch. In Acme, Bill tops up, Ben calls, Vic sees; Ops administers the installation.
    before(async () => {
      const { one } = servers
      const { store, vault } = one.deps
      for (const username of ['ann', 'bill', 'ben', 'vic', 'cleo']) ids[username] = await one.given.user({ username })
      ids.ops = await one.given.user({ username: 'ops', role: role.admin })
      ids.chief = await one.given.user({ username: 'chief', role: role.root })
      acme = await givenOrganisation(store, idOf('ann'), { quota: 0 })
      birch = await givenOrganisation(store, idOf('cleo'), { quota: 0, name: 'Birch' })
      await givenMember(store, birch, idOf('ann'), 'billing')
      await givenMember(store, acme, idOf('bill'), 'billing')
      await givenMember(store, acme, idOf('ben'))
      await givenMember(store, acme, idOf('vic'), 'viewer')
      for (const name of ['ann', 'bill', 'ops', 'chief']) at[name] = await clientOf(one, name)
      for (const name of ['ann', 'bill', 'ben', 'vic', 'cleo']) at[`${name}@acme`] = await clientOf(one, name, acme)
      at['ann@birch'] = await clientOf(one, 'ann', birch)
      await saveOptions(store, vault, {
        ServerAddress: 'https://gate.example.com',
        PayAddress: 'https://pay.example.com/',
        EpayId: '1001',
        EpayKey: key,
        Price: '7.3',
        MinTopUp: '1',
        TopupGroupRatio: '{"default":1,"firm":0.5}',
      })
      await one.deps.reload()
    })

    type Form = Record<string, string>
    const pay = async (name: string, amount = 1) => {
      const body = JSON.stringify({ amount, top_up_code: '', payment_method: 'zfb' })
      const headers = { 'content-type': 'application/json' }
      const response = await by(name).fetch('/api/user/pay', { method: 'POST', body, headers })
      return (await response.json()) as { message: string; code?: string; data: Form; trade_no?: string }
    }
    const notify = async ({ data }: { data: Form }) => {
      const { pid = '', out_trade_no = '', type = '', name = '', money = '' } = data
      const parameters = { pid, trade_no: '20260001', out_trade_no, type, name, money, trade_status: 'TRADE_SUCCESS' }
      const query = new URLSearchParams({ ...parameters, sign_type: 'MD5', sign: signEpay(parameters, key) })
      return (await fetch(`${servers.one.url}/api/user/epay/notify?${query}`)).text()
    }
    const quotaOf = async (id: number) => {
      const { store } = servers.one.deps
      return (await store.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirstOrThrow()).quota
    }
    const ordersOf = async (name: string) =>
      dataOf(await by(name).call(paymentApi.own, { query: { p: 1, page_size: 50 } })).items
    const entriesOf = (reference: string) =>
      servers.one.deps.store
        .selectFrom('ledger')
        .select(['user_id', 'caller_id', 'kind', 'amount'])
        .where('reference', '=', reference)
        .execute()

    test('an order of a member credits the organisation, once, and the person is named in ledger, log and order', async () => {
      const order = await pay('bill@acme')
      const trade_no = order.trade_no ?? ''
      assert.equal(order.message, 'success')
      for (let time = 0; time < 2; time++) assert.equal(await notify(order), 'success')
      assert.deepEqual([await quotaOf(acme), await quotaOf(idOf('bill')), await quotaOf(birch)], [500_000, 0, 0])
      assert.deepEqual(await entriesOf(trade_no), [
        { user_id: acme, caller_id: idOf('bill'), kind: 'top_up', amount: 500_000 },
      ])
      for (const name of ['bill@acme', 'ann@acme', 'vic@acme']) {
        const [shown] = await ordersOf(name)
        assert.deepEqual(
          [shown?.trade_no, shown?.user_id, shown?.username, shown?.account_id, shown?.account],
          [trade_no, idOf('bill'), 'bill', acme, 'Acme'],
          name,
        )
      }
      for (const name of ['bill', 'ann', 'ann@birch']) assert.deepEqual(await ordersOf(name), [], name)
      const told = async (name: string) =>
        dataOf(await by(name).call(logApi.self, { query: { type: logType.topUp } })).items.map(
          ({ username, account_id }) => [username, account_id],
        )
      assert.deepEqual(await told('vic@acme'), [['bill', acme]])
      assert.deepEqual([await told('bill'), await told('ann@birch')], [[], []])
    })

    test('only members who may pay order and redeem, and only those who may watch see the orders', async () => {
      const order = { body: { amount: 1, payment_method: 'zfb' } }
      for (const name of ['ben@acme', 'vic@acme']) {
        assert.equal((await pay(name)).code, 'org_forbidden', name)
        assert.equal(
          codeOf((await by(name).call(redemptionApi.redeem, { body: { key: 'x' } })) as never),
          'org_forbidden',
        )
        const quoted = (await by(name).call(paymentApi.amount, order)) as unknown as Answer<string>
        assert.equal(codeOf(quoted), 'org_forbidden')
      }
      assert.equal((await pay('cleo@acme')).code, 'org_missing')
      assert.equal(codeOf(await by('ben@acme').call(paymentApi.own, { query: {} })), 'org_forbidden')
      assert.equal(codeOf(await by('ben@acme').call(paymentApi.records, { query: {} })), 'org_forbidden')
      assert.equal(codeOf(await by('cleo@acme').call(paymentApi.own, { query: {} })), 'org_missing')
    })

    test('the price is that of the group of the organisation', async () => {
      const { store } = servers.one.deps
      await store.updateTable('users').set({ group: 'firm' }).where('id', '=', acme).execute()
      const ratio = async (name: string) => dataOf(await by(name).call(paymentApi.methods))[0]?.ratio
      assert.deepEqual([await ratio('ann'), await ratio('ann@acme'), await ratio('ann@birch')], [1, 0.5, 1])
      assert.deepEqual([(await pay('ann')).data.money, (await pay('ann@acme')).data.money], ['7.30', '3.65'])
      await store.updateTable('users').set({ group: 'default' }).where('id', '=', acme).execute()
    })

    test('a code adds to the organisation, once, and names who redeemed it', async () => {
      const { store } = servers.one.deps
      const made = await by('ops').call(redemptionApi.create, { body: { name: 'gift', quota: 700, count: 2 } })
      const [code = '', other = ''] = dataOf(made)
      const before = await quotaOf(acme)
      assert.equal(dataOf(await by('ann@acme').call(redemptionApi.redeem, { body: { key: code } })), 700)
      for (const name of ['ann@acme', 'ann@birch', 'ann'])
        assert.equal(codeOf(await by(name).call(redemptionApi.redeem, { body: { key: code } })), 'code_used', name)
      assert.deepEqual([(await quotaOf(acme)) - before, await quotaOf(birch)], [700, 0])
      const row = await store.selectFrom('redemptions').selectAll().where('used_user_id', '=', acme).executeTakeFirst()
      assert.equal(row?.used_caller_id, idOf('ann'))
      assert.deepEqual(await entriesOf(String(row?.id)), [
        { user_id: acme, caller_id: idOf('ann'), kind: 'redemption', amount: 700 },
      ])
      const shown = dataOf(await by('ops').call(redemptionApi.get, { params: { id: String(row?.id) } }))
      assert.deepEqual(
        [shown.used_user_id, shown.used_username, shown.used_account_id, shown.used_account],
        [idOf('ann'), 'ann', acme, 'Acme'],
      )
      const records = dataOf(await by('vic@acme').call(paymentApi.records, { query: {} })).items
      assert.deepEqual(records.map(({ kind: each }) => each).sort(), ['redemption', 'top_up'])
      assert.deepEqual(dataOf(await by('ann').call(paymentApi.records, { query: {} })).items, [])
      assert.equal(dataOf(await by('ann').call(redemptionApi.redeem, { body: { key: other } })), 700)
      assert.equal(await quotaOf(idOf('ann')), 700)
    })

    test('a refund takes the worth from the organisation, and the log of the person who ordered says so', async () => {
      const order = await pay('bill@acme', 2)
      await notify(order)
      const before = await quotaOf(acme)
      const body = { trade_no: order.trade_no ?? '', refunded: '0', reason: 'by mistake' }
      const refunded = dataOf(await by('chief').call(paymentApi.refund, { body }))
      assert.deepEqual([refunded.user_id, refunded.username, refunded.account], [idOf('bill'), 'bill', 'Acme'])
      assert.deepEqual([before - (await quotaOf(acme)), await quotaOf(idOf('bill'))], [1_000_000, 0])
      const { store } = servers.one.deps
      const rows = await store.selectFrom('logs').selectAll().where('user_id', '=', idOf('bill')).execute()
      const told = rows.find(({ other }) => other.includes('order_refunded'))
      assert.deepEqual([told?.account_id, told?.username], [acme, 'bill'])
    })

    test('administrators find orders by the organisation, and nobody completes those of an organisation of theirs', async () => {
      const { store } = servers.one.deps
      const { trade_no = '' } = await pay('ann@birch')
      const found = async (keyword: string) =>
        dataOf(await by('ops').call(paymentApi.all, { query: { keyword } })).items.map((order) => order.trade_no)
      assert.deepEqual(await found('Birc'), [trade_no])
      assert.ok((await found('ann')).includes(trade_no))
      await givenMember(store, birch, idOf('chief'))
      const complete = () => by('chief').call(paymentApi.complete, { body: { trade_no } })
      assert.equal(codeOf(await complete()), 'order_own')
      await store.deleteFrom('organisation_members').where('user_id', '=', idOf('chief')).execute()
      assert.equal(codeOf(await complete()), 'ok')
      assert.equal(await quotaOf(birch), 500_000)
      const family = dataOf(await by('ann@birch').call(familyApi.topUps, { query: {} })).items
      assert.deepEqual(
        family.map((order) => order.trade_no),
        [trade_no],
      )
      const file = await (await by('ops').fetch('/api/topup/export?keyword=Birch')).text()
      const [head = '', line = ''] = file.trim().split('\r\n')
      assert.equal(line.split(',')[head.split(',').indexOf('account_id')], String(birch))
      assert.deepEqual(await driftsOf(servers.one.deps as unknown as OpenStore), [])
    })

    test('the refunds of a call are shown in the account that paid, to who may see the call', async () => {
      const { store } = servers.one.deps
      const entry = { user_id: acme, caller_id: idOf('ben'), kind: 'charge' as const, reference: 'call-1', amount: 1 }
      await store
        .insertInto('ledger')
        .values({ ...entry, created_at: 1 })
        .execute()
      at.ben ??= await clientOf(servers.one, 'ben')
      const shown = async (name: string) =>
        codeOf(await by(name).call(refundApi.ofCall, { query: { request_id: 'call-1' } }))
      for (const name of ['ben@acme', 'ann@acme', 'vic@acme', 'ops']) assert.equal(await shown(name), 'ok', name)
      for (const name of ['ben', 'ann', 'ann@birch']) assert.equal(await shown(name), 'not_found', name)
    })
  })
