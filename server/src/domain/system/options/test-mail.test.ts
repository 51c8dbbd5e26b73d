import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { optionApi } from '@turnpike/contract/system/option-api'
import { SMTPServer } from 'smtp-server'
import { databaseKindsOfRun } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'

type Received = { from: string; to: string[]; content: string }

for (const kind of databaseKindsOfRun)
  describe(`a test mail on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, fenced: { EGRESS_PRIVATE: 'deny' } })
    const received: Received[] = []
    const post = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      async onData(stream, { envelope }, done) {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), content: await text(stream) })
        done()
      },
    })
    let root: Client
    before(async () => {
      post.listen(0, '127.0.0.1')
      await once(post.server, 'listening')
      await servers.one.given.user({ username: 'chief', role: role.root, email: 'chief@mail.example' })
      root = servers.one.client()
      await root.signIn('chief')
    })
    after(() => new Promise<void>((resolve) => post.close(resolve)))

    const call = async (to?: string, client = root) =>
      (await client.call(optionApi.testMail, { body: to === undefined ? {} : { to } })).response
    const configure = async (port: number) => {
      const { store, vault, reload } = servers.one.deps
      const settings = { SMTPServer: '127.0.0.1', SMTPPort: String(port), SMTPFrom: 'gate@mail.example' }
      await saveOptions(store, vault, { ...settings, SystemName: 'Harbour' })
      await reload()
    }

    test('cannot be sent before mail is set up', async () => {
      const response = await call()
      assert.equal(response.success || response.code, 'mail_not_configured')
    })

    test('goes to the caller, or to the address that was given, by the stored settings', async () => {
      await configure((post.server.address() as AddressInfo).port)
      const own = await call()
      assert.deepEqual(own.success && own.data, { to: 'chief@mail.example' })
      const given = await call(' Someone@Mail.example ')
      assert.deepEqual(given.success && given.data, { to: 'someone@mail.example' })
      assert.deepEqual(
        received.map(({ to }) => to),
        [['chief@mail.example'], ['someone@mail.example']],
      )
      assert.equal(received[0]?.from, 'gate@mail.example')
      assert.match(received[0]?.content ?? '', /Harbour/)
    })

    test('goes to one plain address and nowhere else', async () => {
      for (const to of [
        'a@b.example, c@d.example',
        'a@b.example;c@d.example',
        'nobody',
        'a@b.example\r\nBcc: c@d.example',
      ]) {
        const response = await call(to)
        assert.equal(response.success || response.code, 'email_invalid', to)
      }
      await servers.one.given.user({ username: 'nomail', role: role.root })
      const client = servers.one.client()
      await client.signIn('nomail')
      const response = await call(undefined, client)
      assert.equal(response.success || response.code, 'email_invalid')
      assert.equal(received.length, 2)
    })

    test('that no server takes is told as such', async () => {
      await configure(9)
      const response = await call()
      assert.equal(response.success || response.code, 'mail_failed')
    })

    test('goes to no private network where the operator denies them, as every other request', async () => {
      await configure((post.server.address() as AddressInfo).port)
      await servers.fenced.deps.reload()
      const before = received.length
      const chief = servers.fenced.client()
      await chief.signIn('chief')
      const response = await call('eve@mail.example', chief)
      assert.equal(response.success || response.code, 'mail_failed')
      assert.equal(received.length, before)
    })
  })
