import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { type Order, paymentApi } from '@turnpike/contract/money/payment'
import { databaseKinds, type FreshDatabase, freshDatabase, openTest } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, startTestServer, type TestServer } from '../../../../test/harness/harness.ts'
import { driftsOf } from '../../../../test/harness/ledger.ts'
import { listenForTest } from '../../../../test/harness/loopback.ts'
import { untilTaken } from '../../../../test/harness/until-taken.ts'
import { checkOpenOrders } from '../../../jobs/check-open-orders.ts'
import type { OpenStore } from '../../../store/store.ts'
import { post as postEntry } from '../wallet/ledger/ledger-post.ts'
import { signEpay } from './epay.ts'
import { paymentProviders } from './payment-providers.ts'

const key = 'merchant-secret'
type Parameters = Record<string, string>

test('a signature covers every member but itself, in the order of names', () => {
  assert.equal(
    signEpay({ money: 'moneyv', device: 'devicev', empty: '', sign: 'x', sign_type: 'MD5' }, '1234567'),
    '3854cc9f022e0fb821bd2e002260245d',
  )
})

for (const kind of databaseKinds)
  describe(`online payment on ${kind}`, () => {
    let database: FreshDatabase
    let [one, two] = [{} as TestServer, {} as TestServer]
    let open: OpenStore
    let [lin, admin, root] = [{} as Client, {} as Client, {} as Client]
    const configure = async (changes: Record<string, string>) => {
      await saveOptions(one.deps.store, one.deps.vault, changes)
      for (const server of [one, two]) await server.deps.reload()
    }
    before(async () => {
      database = await freshDatabase(kind)
      one = await startTestServer(database.address, { EGRESS_PRIVATE: 'allow' })
      two = await startTestServer(database.address)
      open = await openTest(database.address)
      await one.given.user({ username: 'lin' })
      await one.given.user({ username: 'ops', role: role.admin })
      await one.given.user({ username: 'chief', role: role.root })
      ;[lin, admin, root] = [one.client(), one.client(), one.client()]
      await lin.signIn('lin')
      await admin.signIn('ops')
      await root.signIn('chief')
    })
    after(async () => {
      await open.close()
      for (const server of [one, two]) await server.stop()
      await database.drop()
    })
    const setUp = (more: Record<string, string> = {}) =>
      configure({
        ServerAddress: 'https://gate.example.com',
        PayAddress: 'https://pay.example.com/',
        EpayId: '1001',
        EpayKey: key,
        Price: '7.3',
        MinTopUp: '1',
        ...more,
      })

    type Family<Data> = { message: string; data: Data; url?: string; trade_no?: string }
    const post = async <Data = string>(path: string, body: object, client = lin): Promise<Family<Data>> => {
      const headers = { 'content-type': 'application/json' }
      const response = await client.fetch(path, { method: 'POST', body: JSON.stringify(body), headers })
      assert.equal(response.status, 200)
      return (await response.json()) as Family<Data>
    }
    const pay = async (amount = 1, payment_method = 'zfb', client = lin) =>
      post<Parameters>('/api/user/pay', { amount, top_up_code: '', payment_method }, client)
    const signed = (parameters: Parameters, secret = key) =>
      new URLSearchParams({ ...parameters, sign_type: 'MD5', sign: signEpay(parameters, secret) }).toString()
    /** The notification that the provider sends for an order. */
    const noticeFor = (form: Parameters, changes: Parameters = {}) => ({
      pid: form.pid ?? '',
      trade_no: '2026000001',
      out_trade_no: form.out_trade_no ?? '',
      type: form.type ?? '',
      name: form.name ?? '',
      money: form.money ?? '',
      trade_status: 'TRADE_SUCCESS',
      ...changes,
    })
    /** The response to the provider. The provider sends again when a busy server has refused temporarily. */
    const notify = async (query: string, server = one) => {
      const { text } = await untilTaken(async () => {
        const response = await fetch(`${server.url}/api/user/epay/notify?${query}`)
        return { status: response.status, text: await response.text() }
      })
      return text
    }
    const quotaOf = async (client = lin) =>
      (await open.store.selectFrom('users').select('quota').where('id', '=', client.userId).executeTakeFirstOrThrow())
        .quota
    const newest = async () => {
      const { response } = await admin.call(paymentApi.notices, { query: { p: 1, page_size: 1 } })
      assert.ok(response.success)
      const [notice] = response.data.items
      assert.ok(notice)
      return notice
    }

    test('without settings nothing can be bought, and every notification is refused', async () => {
      await configure({ PayAddress: '', EpayId: '', EpayKey: '' })
      assert.deepEqual(await pay(), { message: 'error', data: '当前管理员未配置支付信息' })
      assert.equal(await notify(signed({ out_trade_no: 'x' }, '')), 'fail')
      assert.equal((await newest()).reason, 'not_set_up')
    })

    test('an amount has its price, and what cannot be bought is refused in the words of the family', async () => {
      await setUp({ MinTopUp: '2' })
      const call = (amount: unknown) => post('/api/user/amount', { amount, top_up_code: '' })
      assert.deepEqual(await call(10), { message: 'success', data: '73.00' })
      assert.deepEqual(await call(1), { message: 'error', data: '充值数量不能小于 2' })
      for (const amount of [1.5, '10', null, -5.5]) assert.equal((await call(amount)).message, 'error', String(amount))
      assert.deepEqual(await pay(10, 'paypal'), { message: 'error', data: '支付方式不存在' })
      await setUp()
      assert.deepEqual(await call(0), { message: 'success', data: '7.30' })
    })

    test('the methods that are set up are offered at the price of the caller', async () => {
      await setUp({ TopupGroupRatio: '{"default": 0.8}' })
      const { response } = await lin.call(paymentApi.methods)
      await configure({ TopupGroupRatio: '{"default": 1}' })
      assert.ok(response.success)
      assert.deepEqual(response.data, [
        { method: 'zfb', price: 7.3, currency: 'CNY', ratio: 0.8 },
        { method: 'wx', price: 7.3, currency: 'CNY', ratio: 0.8 },
      ])
    })

    test('an order is a signed form of what the buyer chose', async () => {
      await setUp()
      const { message, data, url, trade_no: made } = await pay(3, 'wx')
      assert.deepEqual([message, url], ['success', 'https://pay.example.com/submit.php'])
      const { sign, out_trade_no, ...form } = data
      assert.equal(made, out_trade_no)
      assert.deepEqual(form, {
        pid: '1001',
        type: 'wxpay',
        notify_url: 'https://gate.example.com/api/user/epay/notify',
        return_url: 'https://gate.example.com/log',
        name: 'TUC3',
        money: '21.90',
        device: 'pc',
        sign_type: 'MD5',
      })
      assert.match(out_trade_no ?? '', new RegExp(`^USR${lin.userId}NO[0-9A-Za-z]{24}\\d{10}$`))
      assert.equal(sign, signEpay(data, key))
      const { response } = await lin.call(paymentApi.own, { query: { p: 1, page_size: 1 } })
      assert.ok(response.success)
      const { trade_no, status, money, quota, is_expired } = response.data.items[0] as Order
      assert.deepEqual(
        [trade_no, status, money, quota, is_expired],
        [out_trade_no, 'pending', '21.90', 1_500_000, false],
      )
    })

    test('a payment is credited once, however often and wherever it is told', async () => {
      const before = await quotaOf()
      const { data } = await pay(2)
      const query = signed(noticeFor(data))
      const told = await Promise.all(Array.from({ length: 200 }, (_, index) => notify(query, index % 2 ? one : two)))
      assert.deepEqual(new Set(told), new Set(['success']))
      assert.equal(await quotaOf(), before + 1_000_000)
      assert.equal(await notify(query), 'success')
      assert.equal(await quotaOf(), before + 1_000_000)
      const rows = await open.store
        .selectFrom('payment_notices')
        .select('effect')
        .where('trade_no', '=', data.out_trade_no ?? '')
        .execute()
      assert.equal(rows.filter(({ effect }) => effect === 'credited').length, 1)
      assert.equal(rows.filter(({ effect }) => effect === 'repeated').length, 200)
      assert.deepEqual(await driftsOf(open), [])
    })

    const lies: Record<string, [Parameters, string]> = {
      'another amount': [{ money: '0.01' }, 'wrong_amount'],
      'another merchant': [{ pid: '1002' }, 'wrong_merchant'],
      'another method': [{ type: 'wxpay' }, 'wrong_method'],
      'an order that nobody made': [{ out_trade_no: 'USR1NOx' }, 'wrong_order'],
      'an order number that no database stores': [{ out_trade_no: 'USR1\0NOx' }, 'wrong_order'],
    }
    for (const [name, [change, reason]] of Object.entries(lies))
      test(`a signed notification with ${name} is kept for review and credits nothing`, async () => {
        const before = await quotaOf()
        const { data } = await pay()
        assert.equal(await notify(signed(noticeFor(data, change))), 'fail')
        const { effect, reason: told, checks } = await newest()
        assert.deepEqual([effect, told, checks.signature], ['refused', reason, true])
        assert.equal(await quotaOf(), before)
        assert.equal(await notify(signed(noticeFor(data))), 'success', 'the true one still counts')
      })

    test('what is not signed, signed with another key, or says a thing twice, is refused', async () => {
      const before = await quotaOf()
      const { data } = await pay()
      const notice = noticeFor(data)
      for (const query of [
        new URLSearchParams(notice).toString(),
        signed(notice, 'another key'),
        `${signed(notice)}&money=7.30`,
        signed(notice).replace(/sign=\w+/, 'sign='),
        '',
      ])
        assert.equal(await notify(query), 'fail', query)
      assert.equal(await quotaOf(), before)
      assert.doesNotMatch(JSON.stringify(await newest()), /merchant-secret|"sign":/)
    })

    test('a payment that the balance cannot hold is kept for review, and credited when it can', async () => {
      const before = await quotaOf()
      const { data } = await pay()
      const setQuota = (quota: number) =>
        open.store.updateTable('users').set({ quota }).where('id', '=', lin.userId).execute()
      await setQuota(Number.MAX_SAFE_INTEGER)
      assert.notEqual(await notify(signed(noticeFor(data))), 'success')
      const { effect, reason } = await newest()
      assert.deepEqual([effect, reason], ['refused', 'balance_full'])
      await setQuota(before)
      assert.equal(await notify(signed(noticeFor(data))), 'success')
      assert.equal(await quotaOf(), before + 500_000)
    })

    test('a payment that is not made yet is heard and waits', async () => {
      const { data } = await pay()
      assert.equal(await notify(signed(noticeFor(data, { trade_status: 'WAIT_BUYER_PAY' }))), 'success')
      assert.equal((await newest()).effect, 'ignored')
    })

    test('a form that is posted counts like a query', async () => {
      const before = await quotaOf()
      const { data } = await pay()
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = signed(noticeFor(data))
      const response = await fetch(`${one.url}/api/user/epay/notify`, { method: 'POST', headers, body })
      assert.deepEqual([await response.text(), await quotaOf()], ['success', before + 500_000])
    })

    test('an order that is long expired is credited all the same', async () => {
      const before = await quotaOf()
      const { data } = await pay()
      await open.store
        .updateTable('top_ups')
        .set({ create_time: 1000 })
        .where('trade_no', '=', data.out_trade_no ?? '')
        .execute()
      const { response } = await lin.call(paymentApi.own, { query: { p: 1, page_size: 1 } })
      assert.equal(response.success && response.data.items[0]?.is_expired, true)
      assert.equal(await notify(signed(noticeFor(data))), 'success')
      assert.equal(await quotaOf(), before + 500_000)
    })

    test('an order is completed by hand by a super administrator, once, and never by its buyer', async () => {
      const before = await quotaOf()
      const { data } = await pay()
      const trade_no = data.out_trade_no ?? ''
      const complete = async (client: Client, number: string) => {
        const { response } = await client.call(paymentApi.complete, { body: { trade_no: number } })
        return response.success ? response.data.completed_by : response.code
      }
      assert.equal(await complete(admin, trade_no), 'insufficient_permission')
      assert.equal(await complete(root, 'unknown'), 'order_not_found')
      assert.equal(await complete(root, trade_no), 'chief')
      assert.equal(await complete(root, trade_no), 'order_completed')
      assert.equal(await notify(signed(noticeFor(data))), 'success')
      assert.equal(await quotaOf(), before + 500_000)
      const own = await pay(1, 'zfb', root)
      assert.equal(await complete(root, own.data.out_trade_no ?? ''), 'order_own')
      const audit = await open.store
        .selectFrom('audit')
        .select(['action', 'target'])
        .where('action', '=', 'order.complete')
        .execute()
      assert.deepEqual(audit, [{ action: 'order.complete', target: trade_no }])
    })

    test('nobody sees the orders and notices of others, and administrators find them', async () => {
      const { data } = await pay(1, 'zfb', root)
      const own = await lin.call(paymentApi.own, { query: { p: 1, page_size: 100 } })
      assert.ok(own.response.success)
      assert.ok(own.response.data.items.every(({ user_id }) => user_id === lin.userId))
      const find = async (keyword: string) => {
        const { response } = await admin.call(paymentApi.all, { query: { p: 1, page_size: 100, keyword } })
        assert.ok(response.success)
        return response.data.items
      }
      assert.deepEqual(
        (await find(data.out_trade_no ?? '')).map(({ username }) => username),
        ['chief'],
      )
      assert.ok((await find('lin')).every(({ username }) => username === 'lin'))
      for (const endpoint of [paymentApi.all, paymentApi.notices]) {
        const { response } = await lin.call(endpoint, { query: { p: 1, page_size: 1 } })
        assert.equal(response.success || response.code, 'insufficient_permission')
      }
    })

    test('a notification is replayed with the settings of now, and the settings are tried without a credit', async () => {
      const { data } = await pay()
      await configure({ EpayKey: 'mistyped' })
      assert.equal(await notify(signed(noticeFor(data))), 'fail')
      const { id } = await newest()
      const before = await quotaOf()
      await configure({ EpayKey: key })
      const replay = async () => {
        const { response } = await admin.call(paymentApi.replay, { params: { id: String(id) } })
        return response.success && response.data.effect
      }
      assert.deepEqual([await replay(), await replay()], ['credited', 'repeated'])
      assert.equal(await quotaOf(), before + 500_000)
      const { response } = await admin.call(paymentApi.test, { body: {} })
      assert.ok(response.success)
      assert.deepEqual([response.data.effect, response.data.reason], ['tested', ''])
      assert.equal(await quotaOf(), before + 500_000)
    })

    type Asked = { trade_no: string; money?: string; refunded?: string; reason?: string }
    const refund = async (asked: Asked, client = root) => {
      const body = { refunded: '0.00', reason: 'Bought twice', ...asked }
      const { response } = await client.call(paymentApi.refund, { body })
      return response.success ? response.data.refunded : response.code
    }
    const paidOrder = async (amount = 10) => {
      const { data } = await pay(amount)
      assert.equal(await notify(signed(noticeFor(data))), 'success')
      return data.out_trade_no ?? ''
    }

    test('an order that was refunded at the provider is recorded in parts, and takes its worth back exactly', async () => {
      const before = await quotaOf()
      const trade_no = await paidOrder(1)
      assert.equal(await refund({ trade_no }, admin), 'insufficient_permission')
      assert.equal(await refund({ trade_no, reason: '' }), 'reason_missing')
      for (const money of ['-1', '1e3', '0.001', 'x', '', '0'])
        assert.equal(await refund({ trade_no, money }), 'invalid_field')
      assert.equal(await refund({ trade_no, money: '7.31' }), 'refund_too_much')
      assert.equal(await refund({ trade_no, money: '2.43' }), '2.43')
      assert.equal(await quotaOf(), before + 500_000 - 166_438, '2.43 of 7.30 of half a million, rounded once')
      assert.equal(await refund({ trade_no, money: '1' }), 'refund_changed')
      const [first, second] = [one.client(), two.client()]
      for (const client of [first, second]) await client.signIn('chief')
      const again = { trade_no, money: '3', refunded: '2.43' }
      assert.deepEqual((await Promise.all([refund(again, first), refund(again, second)])).sort(), [
        '5.43',
        'refund_changed',
      ])
      assert.equal(await refund({ trade_no, refunded: '5.43' }), '7.30')
      assert.equal(await refund({ trade_no, refunded: '7.30' }), 'refund_nothing')
      assert.equal(await quotaOf(), before)
      assert.equal(
        await notify(signed(noticeFor({ out_trade_no: trade_no, pid: '1001', type: 'alipay', money: '7.30' }))),
        'success',
      )
      assert.equal(await quotaOf(), before, 'a repeated notification credits nothing')
      assert.deepEqual(await driftsOf(open), [])
    })

    test('a refund takes no more than the balance that no running request has reserved', async () => {
      const trade_no = await paidOrder(1)
      const user = open.store.updateTable('users').where('id', '=', lin.userId)
      const quota = await quotaOf()
      await user.set({ held: quota - 499_999 }).execute()
      const { response } = await root.call(paymentApi.refund, { body: { trade_no, refunded: '0', reason: 'Too late' } })
      assert.equal(response.success, false)
      assert.equal(response.message, '退款需扣回 ＄1.000000，用户可用余额只有 ＄0.999998')
      assert.equal(await quotaOf(), quota)
      assert.equal(await refund({ trade_no, money: '7.29' }), '7.29')
      await user.set({ held: 0 }).execute()
      assert.deepEqual(await driftsOf(open), [])
    })

    test('the buyer reads why, administrators read who, and open orders are not refunded', async () => {
      const trade_no = await paidOrder(1)
      await refund({ trade_no })
      const { response } = await lin.call(paymentApi.own, { query: { p: 1, page_size: 1 } })
      assert.ok(response.success)
      const [order] = response.data.items
      assert.deepEqual(
        [order?.refunded, order?.refunds[0]?.reason, order?.refunds[0]?.operator],
        ['7.30', 'Bought twice', ''],
      )
      const all = await admin.call(paymentApi.all, {
        query: { p: 1, page_size: 1, keyword: trade_no, status: 'refunded' },
      })
      assert.equal(all.response.success && all.response.data.items[0]?.refunds[0]?.operator, 'chief')
      const records = await lin.call(paymentApi.records, { query: { p: 1, page_size: 1 } })
      assert.ok(records.response.success)
      const [record] = records.response.data.items
      assert.deepEqual([record?.kind, record?.amount, record?.reason], ['order_refund', -500_000, 'Bought twice'])
      const { data } = await pay()
      assert.equal(await refund({ trade_no: data.out_trade_no ?? '' }), 'refund_unpaid')
      assert.equal(await refund({ trade_no: 'unknown' }), 'order_not_found')
    })

    test('orders are filtered by time and status, summed by currency, and exported whole', async () => {
      const trade_no = await paidOrder(2)
      await refund({ trade_no, money: '4.60' })
      const set = (create_time: number) =>
        open.store.updateTable('top_ups').set({ create_time }).where('trade_no', '=', trade_no).execute()
      await set(5000)
      const span = { start_timestamp: 4999, end_timestamp: 5000 }
      const totals = await admin.call(paymentApi.totals, { query: span })
      assert.deepEqual(totals.response.success && totals.response.data, {
        ...{ orders: 1, credited: 1, quota: 1_000_000 },
        currencies: [{ currency: 'CNY', paid: '14.60', refunded: '4.60' }],
      })
      const pending = await admin.call(paymentApi.totals, { query: { ...span, status: 'pending' } })
      assert.deepEqual(pending.response.success && pending.response.data.currencies, [])
      const list = await admin.call(paymentApi.all, { query: { p: 1, page_size: 10, ...span } })
      assert.deepEqual(list.response.success && list.response.data.items.map((item) => item.trade_no), [trade_no])
      const file = await admin.fetch(
        `/api/topup/export?${new URLSearchParams({ start_timestamp: '4999', end_timestamp: '5000' })}`,
      )
      const [head, line, end] = (await file.text()).split('\r\n')
      assert.equal(
        head,
        'time,credited_time,order,user_id,username,provider,method,status,currency,price,refunded,credited_quota,completed_by,account_id,plan',
      )
      assert.match(
        line ?? '',
        new RegExp(`^1970-01-01T01:23:20.000Z,.*,${trade_no},\\d+,lin,epay,zfb,success,CNY,14.60,4.60,1000000,,0,$`),
      )
      assert.equal(end, '')
      await set(one.deps.clock())
    })

    test('payments that wait are counted: old open orders and refused notifications', async () => {
      const read = async () => {
        const { response } = await admin.call(paymentApi.waiting)
        assert.ok(response.success)
        return response.data
      }
      const before = await read()
      const { data } = await pay(1)
      assert.equal(await notify(signed(noticeFor(data, { money: '0.01' }))), 'fail')
      assert.equal((await read()).pending.orders, before.pending.orders, 'it is new')
      await open.store
        .updateTable('top_ups')
        .set({ create_time: one.deps.clock() - 700 })
        .where('trade_no', '=', data.out_trade_no ?? '')
        .execute()
      const { pending, refused, refunds } = await read()
      assert.deepEqual([pending.orders, refused.notices], [before.pending.orders + 1, before.refused.notices + 1])
      assert.deepEqual(refunds, { orders: 0, oldest: 0, sums: [] })
    })

    test('of those without a signature the newest thousand are kept', async () => {
      const rows = Array.from({ length: 1050 }, () => ({
        received_at: 1,
        provider: 'epay',
        address: '',
        trade_no: '',
        is_signed: 0 as const,
        payload: '',
        parameters: '{}',
        checks: '{}',
        effect: 'refused',
        reason: '',
      }))
      await open.store.insertInto('payment_notices').values(rows).execute()
      await notify('')
      const kept = await open.store.selectFrom('payment_notices').select('id').where('is_signed', '=', 0).execute()
      assert.equal(kept.length, 1000)
    })

    test('an order whose notification was lost is queried and credited', async (t) => {
      const sent: URLSearchParams[] = []
      const { url } = await listenForTest(t, (request, response) => {
        const query = new URL(request.url ?? '', 'http://x').searchParams
        sent.push(query)
        const { data } = found
        response.end(
          JSON.stringify({
            code: 1,
            status: 1,
            pid: 1001,
            out_trade_no: data.out_trade_no,
            money: '7.30',
            type: 'alipay',
          }),
        )
      })
      await setUp({ PayAddress: url })
      const before = await quotaOf()
      const found = await pay()
      const later = { ...one.deps, clock: () => one.deps.clock() + 300 }
      await open.store
        .updateTable('top_ups')
        .set({ asked_at: 2e9 })
        .where('trade_no', '<>', found.data.out_trade_no ?? '')
        .execute()
      await checkOpenOrders(later, paymentProviders(one.deps), 'test')
      assert.deepEqual(
        sent.map((query) => [query.get('act'), query.get('out_trade_no')]),
        [['order', found.data.out_trade_no]],
      )
      assert.equal(await quotaOf(), before + 500_000)
      await checkOpenOrders(later, paymentProviders(one.deps), 'test')
      assert.equal(sent.length, 1)
    })

    test('records show everything that changed the balance, rebates alone on request', async () => {
      const { response } = await lin.call(paymentApi.records, { query: { p: 1, page_size: 100 } })
      assert.ok(response.success)
      assert.equal(
        response.data.items.reduce((sum, { amount }) => sum + amount, 0),
        await quotaOf(),
      )
      const rebates = await lin.call(paymentApi.records, { query: { p: 1, page_size: 10, rebates: true } })
      assert.deepEqual(rebates.response.success && rebates.response.data.items, [])
    })

    test('records of shares and payouts have signs, and do not name the orders of others', async () => {
      const user_id = await one.given.user({ username: 'broker' })
      const entries = [
        { kind: 'dividend', reference: 'order-of-lin/1', amount: 100 },
        { kind: 'dividend_reversal', reference: 'order-of-lin/1/1', amount: 10 },
        { kind: 'withdrawal', reference: '7', amount: 20 },
      ] as const
      for (const entry of entries)
        await open.store.transaction().execute((transaction) => postEntry(transaction, { ...entry, user_id, at: 1 }))
      const broker = one.client()
      await broker.signIn('broker')
      const { response } = await broker.call(paymentApi.records, { query: { p: 1, page_size: 10 } })
      assert.ok(response.success)
      assert.deepEqual(
        response.data.items.map(({ kind, amount, reference }) => [kind, amount, reference]),
        [
          ['withdrawal', -20, '7'],
          ['dividend_reversal', -10, ''],
          ['dividend', 100, ''],
        ],
      )
    })
  })
