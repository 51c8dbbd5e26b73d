import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { channelApi, channelStatus } from '@turnpike/contract/channel'
import { atEnd } from '../../../../test/harness/at-end.ts'
import { useHealthServers } from '../../../../test/harness/channel-health.ts'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'
import { chatBody, send } from '../../../../test/relay/send.ts'
import type { ChannelDeps } from '../channel-deps.ts'

const automatic = { AutomaticDisableChannelEnabled: 'true', AutomaticEnableChannelEnabled: 'true' }

for (const kind of databaseKinds)
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
      eventually(`a mail about ${subject}`, () => mailbox.mails.find((mail) => subject.test(mail.subject)), 10_000)
    const settled = (server = servers.one) => (server.deps as ChannelDeps).channelMails.settled() // a server hands over all it has
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
      assert.ok((await servers.one.admin.call(channelApi.testAll)).answer.success)
      const { to, text } = await mailAbout(/^渠道测试完成 \/ Channel tests finished$/)
      assert.deepEqual(to, ['root@example.com'])
      assert.match(text, /测试了 2 个渠道，其中 1 个失败。.+Channels tested: 2\. Failed: 1\./s)
      assert.ok((await servers.one.admin.call(channelApi.updateBalances)).answer.success)
      await mailAbout(/^渠道余额更新完成 \/ Channel balances updated$/)
    })
  })
