import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { orderExpiresAfterSeconds, paymentApi } from '@turnpike/contract/money/payment'
import { familyApi } from '@turnpike/contract/system/family'
import { notificationApi, notificationEvents } from '@turnpike/contract/system/notification'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import { enrol } from '../../../../test/harness/second-factor.ts'

for (const kind of databaseKinds)
  describe(`calls of tools of related gateways on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let lin: Client
    before(async () => {
      await servers.one.given.user({ username: 'lin', email: 'lin@example.org' })
      lin = servers.one.client()
      await lin.signIn('lin')
    })
    /** As those tools send it: all fields of their form, known here or not. */
    const put = async (body: object): Promise<unknown> => {
      const response = await lin.fetch('/api/user/setting', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const result = (await response.json()) as { success: boolean; code?: string; params?: object }
      return result.success ? 'ok' : [result.code, ...Object.values(result.params ?? {})]
    }
    const setting = async () => {
      const { response } = await lin.call(notificationApi.get)
      assert.ok(response.success)
      const { events, warning_threshold, mail, webhook } = response.data
      return [events.length, warning_threshold, mail, webhook.kind, webhook.address_hint, webhook.has_secret]
    }

    test('their notification setting is one of ours, and what cannot be had is refused', async () => {
      const form = { quota_warning_threshold: 500_000.4, accept_unset_model_ratio_model: false, record_ip_log: true }
      const webhook_url = 'https://hooks.example.org/balance'
      const hook = { ...form, notify_type: 'webhook', webhook_url, webhook_secret: 'seal' }
      assert.equal(await put(hook), 'ok')
      const stored = [notificationEvents.length, 500_000, false, 'generic', 'hooks.example.org', true]
      assert.deepEqual(await setting(), stored)
      assert.equal(await put({ ...hook, webhook_secret: '' }), 'ok')
      assert.deepEqual(await setting(), stored, 'an empty secret keeps the stored one, which no response shows')
      for (const [wrong, field] of [
        [{ notify_type: 'bark', bark_url: 'https://api.day.app/x' }, 'notify_type'],
        [{ quota_warning_threshold: 0 }, 'quota_warning_threshold'],
        [{ quota_warning_threshold: '1' }, 'quota_warning_threshold'],
        [{ notify_type: 'email', notification_email: 'max@example.org' }, 'notification_email'],
      ] as const)
        assert.deepEqual(await put({ ...hook, ...wrong }), ['invalid_field', field])
      assert.deepEqual(await put({ ...hook, webhook_url: 'ftp://x' }), ['webhook_address_invalid'])
      assert.deepEqual(await setting(), stored)
      const mail = { ...form, notify_type: 'email', notification_email: 'Lin@example.org', webhook_url: '' }
      assert.equal(await put(mail), 'ok')
      assert.deepEqual(await setting(), [notificationEvents.length, 500_000, true, 'none', '', false])
    })

    test('a second factor is on with an authenticator app, and locked after many wrong codes', async () => {
      const { one } = servers
      const status = async () => {
        const { response } = await lin.call(familyApi.secondFactor)
        return response.success ? response.data : response.code
      }
      assert.deepEqual(await status(), { enabled: false, locked: false })
      await enrol(one, lin)
      assert.deepEqual(await status(), { enabled: true, locked: false, backup_codes_remaining: 10 })
      const { limits } = one.deps
      await assert.rejects(async () => {
        for (;;) await limits.take('failed sign-in account', `id ${lin.userId}`)
      })
      assert.deepEqual(await status(), { enabled: true, locked: true, backup_codes_remaining: 10 })
    })

    if (!hasEveryTest(kind)) return

    test('ways to pay and own orders have their shape', async () => {
      const { one } = servers
      const info = async () => {
        const { response } = await lin.call(familyApi.topUpInfo)
        return response.success ? response.data : assert.fail(response.code)
      }
      const none = await info()
      assert.deepEqual([none.enable_online_topup, none.enable_stripe_topup, none.pay_methods], [false, false, []])
      await saveOptions(one.deps.store, one.deps.vault, {
        ServerAddress: 'https://gate.example.com',
        PayAddress: 'https://pay.example.com/',
        EpayId: '1001',
        EpayKey: 'secret',
        MinTopUp: '2',
        TopUpLink: 'https://shop.example.com',
      })
      await one.deps.reload()
      assert.deepEqual(await info(), {
        enable_online_topup: true,
        enable_stripe_topup: false,
        enable_redemption: true,
        pay_methods: [
          { name: '支付宝', type: 'zfb', min_topup: '2' },
          { name: '微信', type: 'wx', min_topup: '2' },
        ],
        min_topup: 2,
        stripe_min_topup: 2,
        amount_options: [],
        discount: {},
        topup_link: 'https://shop.example.com',
      })
      for (const amount of [2, 3]) await lin.call(paymentApi.pay, { body: { amount, payment_method: 'zfb' } })
      const orders = async (keyword?: string, p = 1) => {
        const { response } = await lin.call(familyApi.topUps, { query: { p, page_size: 10, keyword } })
        return response.success ? response.data : assert.fail(response.code)
      }
      const { items, total } = await orders()
      assert.equal(total, 2)
      const [newest] = items
      assert.ok(newest)
      const { id, trade_no, create_time, ...order } = newest
      assert.deepEqual(order, {
        user_id: lin.userId,
        amount: 3,
        money: 21.9,
        payment_method: 'zfb',
        payment_provider: 'epay',
        complete_time: 0,
        status: 'pending',
      })
      assert.deepEqual((await orders(trade_no.slice(4))).items, [newest])
      assert.equal((await orders('lin')).total, 0, 'the keyword is no user name')
      one.moveTime(orderExpiresAfterSeconds + 1)
      assert.equal((await orders()).items[0]?.status, 'expired')
      one.moveTime(-orderExpiresAfterSeconds - 1)
    })

    test('there are no groups of uptime monitors', async () => {
      const uptime = await fetch(`${servers.one.url}/api/uptime/status`)
      assert.deepEqual(await uptime.json(), { success: true, message: '', data: [] })
    })
  })
