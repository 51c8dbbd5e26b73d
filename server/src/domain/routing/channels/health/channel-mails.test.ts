import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { channelApi, channelStatus } from '@turnpike/contract/routing/channel'
import { atEnd } from '../../../../../test/harness/at-end.ts'
import { useHealthServers } from '../../../../../test/harness/channel-health.ts'
import { databaseKindsOfRun } from '../../../../../test/harness/databases.ts'
import { eventually } from '../../../../../test/harness/eventually.ts'
import { type Mailbox, startMailbox } from '../../../../../test/outside/mailbox.ts'
import { chatBody, send } from '../../../../../test/relay/send.ts'
import type { ChannelDeps } from '../channel-deps.ts'

const automatic = { AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'true' }

for (const kind of databaseKindsOfRun)
  describe(`mails about channels [${kind}]`, () => {
    const servers = useHealthServers(kind, { one: {}, two: {} })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
    })
    after(() => mailbox.stop())
    beforeEach(async () => {
      await servers.one.clear()
      await servers.one.rootEmail('root@example.com')
      await servers.one.options({ ...automatic, ...mailbox.options, ServerAddress: 'https://console.example.com' })
      await servers.two.deps.reload()
      mailbox.mails.length = 0
    })
    const mailAbout = (subject: RegExp) =>
      eventually(`a mail about ${subject}`, () => mailbox.mails.find((mail) => subject.test(mail.subject)))
    // a server returns everything it has
    const settled = (server = servers.one) => (server.deps as ChannelDeps).channelMails.settled()
    const testing = (id: number, server = servers.one) =>
      server.admin.call(channelApi.test, { params: { id: String(id) }, query: {} })

    test('a channel that is taken out of service is told of in both languages, with the reason', async () => {
      const id = await servers.one.routed({ key: 'sk-invalid-1' })
      await testing(id)
      const { to, subject, text } = await mailAbout(new RegExp(`#${id}`))
      assert.deepEqual(to, ['root@example.com'])
      assert.match(subject, /^渠道「channel \d+」（#\d+）已被禁用 \/ Channel “channel \d+” \(#\d+\) disabled$/)
      assert.match(text, /原因：Incorrect API key.+Reason: Incorrect API key/s)
      assert.match(text, /https:\/\/console\.example\.com\/channel/)
      assert.doesNotMatch(text, /sk-invalid/)
    })

    test('one that comes back is told of too', async () => {
      const id = await servers.one.routed({ status: channelStatus.autoDisabled })
      await testing(id)
      const { subject } = await mailAbout(/enabled$/)
      assert.match(subject, new RegExp(`（#${id}）已被启用`))
    })

    test('a channel that fails for many callers on several instances is told of once', async () => {
      const place = servers.one.place()
      const { id } = await place.channel({ key: 'sk-invalid-1' })
      await servers.two.deps.reload()
      const { key } = await place.key()
      const call = (server = servers.one) => send(server, '/v1/chat/completions', { key, body: chatBody() })
      await Promise.all([call(), call(servers.two), call(), call(servers.two), testing(id), testing(id, servers.two)])
      await mailAbout(new RegExp(`#${id}`))
      await settled()
      await settled(servers.two)
      assert.equal(mailbox.mails.length, 1)
    })

    test('an upstream that refuses calls of a channel that stays enabled is told of once an hour, and the channel shows it', async () => {
      await servers.one.options({ AutomaticDisableChannelEnabled: 'false' })
      await servers.two.deps.reload()
      const place = servers.one.place()
      const secret = 'sk-invalid-0123456789'
      const { id } = await place.channel({ key: secret })
      await servers.two.deps.reload()
      const { key } = await place.key()
      const call = (server = servers.one) => send(server, '/v1/chat/completions', { key, body: chatBody() })
      await Promise.all([call(), call(servers.two), call(), call(servers.two)])
      const { subject, text } = await mailAbout(new RegExp(`#${id}`))
      assert.match(subject, /的请求被服务商拒绝 \/ Channel “channel \d+” \(#\d+\) is refused by its provider$/)
      assert.match(text, /原因：401 Incorrect API key.+stays enabled\. Reason: 401 Incorrect API key/s)
      const { status, failed_time, failure_reason } = await eventually('the failure is noted', async () => {
        const look = await servers.one.look(id)
        return look.failed_time > 0 && look
      })
      assert.equal(status, channelStatus.enabled)
      assert.ok(Math.abs(failed_time - servers.one.deps.clock()) < 60)
      assert.match(failure_reason, /^401 Incorrect API key/)
      assert.doesNotMatch(JSON.stringify([text, failure_reason]), new RegExp(secret))
      await call()
      await settled()
      await settled(servers.two)
      assert.equal(mailbox.mails.length, 1)

      const hourAgo = { refusal_told_time: servers.one.deps.clock() - 3600, failed_time: 1 }
      await servers.one.deps.store.updateTable('channels').set(hourAgo).where('id', '=', id).execute()
      await call()
      await eventually('a second mail', () => mailbox.mails.length === 2)
    })

    test('a permission that is denied is told of too; an upstream that is busy is not', async () => {
      await servers.one.options({ AutomaticDisableChannelEnabled: 'false' })
      const place = servers.one.place()
      const { id, key: secret } = await place.channel()
      const { key } = await place.key()
      const refuse = (code: number) =>
        servers.mock.faults.add({ match: { key: secret }, times: 1, fault: { kind: 'status', status: code } })
      refuse(503)
      await send(servers.one, '/v1/chat/completions', { key, body: chatBody() })
      await settled()
      assert.deepEqual([mailbox.mails.length, (await servers.one.look(id)).failed_time], [0, 0])
      refuse(403)
      await send(servers.one, '/v1/chat/completions', { key, body: chatBody() })
      await mailAbout(new RegExp(`#${id}`))
      assert.match((await servers.one.look(id)).failure_reason, /^403 /)
    })

    test('a channel that is disabled for a refusal shows the failure, and only the disabling is told of', async () => {
      const place = servers.one.place()
      const { id } = await place.channel({ key: 'sk-invalid-1' })
      const { key } = await place.key()
      await send(servers.one, '/v1/chat/completions', { key, body: chatBody() })
      await mailAbout(new RegExp(`#${id}.*disabled$`))
      await settled()
      assert.equal(mailbox.mails.length, 1)
      assert.match((await servers.one.look(id)).failure_reason, /^401 /)
    })

    test('without an address nobody is written to', async () => {
      await servers.one.rootEmail('')
      const id = await servers.one.routed({ key: 'sk-invalid-1' })
      await testing(id)
      await settled()
      assert.equal((await servers.one.look(id)).status, channelStatus.autoDisabled)
      assert.deepEqual(mailbox.mails, [])
    })

    test('where mail was never set up nothing is sent and nothing complained of', async () => {
      await servers.one.options({ SMTPServer: '' })
      const id = await servers.one.routed({ key: 'sk-invalid-1' })
      const before = servers.one.lines.length
      await testing(id)
      await settled()
      assert.equal((await servers.one.look(id)).status, channelStatus.autoDisabled)
      assert.doesNotMatch(servers.one.lines.slice(before).join(''), /mail/)
    })

    test('a mail server that turns mails away changes nothing about the channel', async (t) => {
      const deaf = await startMailbox()
      atEnd(t, deaf.stop)
      deaf.refuse(true)
      await servers.one.options(deaf.options)
      const id = await servers.one.routed({ key: 'sk-invalid-1' })
      const before = servers.one.lines.length
      await testing(id)
      assert.equal((await servers.one.look(id)).status, channelStatus.autoDisabled)
      await settled()
      assert.match(servers.one.lines.slice(before).join(''), /"mail not sent"/)
      assert.deepEqual([deaf.mails, mailbox.mails], [[], []])
    })

    test('a run that somebody started is reported when it is over', async () => {
      await servers.one.routed()
      await servers.one.routed({ key: 'sk-invalid-1', auto_ban: 0 })
      assert.ok((await servers.one.admin.call(channelApi.testAll)).response.success)
      const { to, text } = await mailAbout(/^渠道测试完成 \/ Channel tests finished$/)
      assert.deepEqual(to, ['root@example.com'])
      assert.match(text, /测试了 2 个渠道，其中 1 个失败。.+Channels tested: 2\. Failed: 1\./s)
      assert.ok((await servers.one.admin.call(channelApi.updateBalances)).response.success)
      await mailAbout(/^渠道余额更新完成 \/ Channel balances updated$/)
    })
  })
