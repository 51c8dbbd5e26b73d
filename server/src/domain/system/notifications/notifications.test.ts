import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { userStatus } from '@turnpike/contract/identity/user'
import { type NotificationChange, notificationApi } from '@turnpike/contract/system/notification'
import { rowOf, setOptions } from '../../../../test/harness/accounts.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, type TestServer, useServers } from '../../../../test/harness/harness.ts'
import { callBy, captureFor, holdFor } from '../../../../test/harness/ledger.ts'
import { type Mailbox, startMailbox } from '../../../../test/outside/mailbox.ts'
import type { RelayDeps } from '../../../gateway/entry/relay-deps.ts'
import { quotaWarnings } from '../../../jobs/quota-warnings.ts'
import { post } from '../../money/wallet/ledger/ledger-post.ts'

/** A webhook receiver: records the requests, with a response that the test sets. */
type Hook = { path: string; headers: Record<string, string | string[] | undefined>; body: string }
const hooks: Hook[] = []
let result = { status: 200, body: '{"errcode":0}' }
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  hooks.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
  response.writeHead(result.status, { location: '/elsewhere' }).end(result.body)
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo // a TCP listener's address is never a text
const home = `http://127.0.0.1:${port}`
after(() => receiver.close())

async function person(server: TestServer, username: string, email = ''): Promise<Client> {
  await server.given.user({ username, email })
  const client = server.client()
  await client.signIn(username)
  return client
}
const save = async (client: Client, body: NotificationChange) => {
  const { response } = await client.call(notificationApi.update, { body })
  return response.success ? 'ok' : response.code
}
const settingOf = async (client: Client) => {
  const { response } = await client.call(notificationApi.get)
  return response.success ? response.data : assert.fail(response.code)
}

for (const kind of databaseKinds)
  describe(`notifications on ${kind}`, () => {
    const servers = useServers(kind, {
      server: { WEBHOOK_ALLOW: `127.0.0.1:${port}` },
      second: { MEDIA_FETCH_ALLOW: `127.0.0.1:${port}` },
    })
    let mailbox: Mailbox
    before(async () => {
      mailbox = await startMailbox()
      const ServerAddress = 'https://console.example.org'
      await setOptions(servers.server, { ...mailbox.options, ServerAddress, QuotaRemindThreshold: '1000' })
      await servers.second.deps.reload()
    })
    after(() => mailbox.stop())

    describe('settings', () => {
      test('who never chose gets mail about everything, at the administrator’s threshold', async () => {
        const client = await person(servers.server, 'fresh', 'fresh@example.org')
        assert.deepEqual(await settingOf(client), {
          events: ['quota_low', 'quota_exhausted', 'price_increase', 'plan_ended', 'agent'],
          warning_threshold: null,
          default_threshold: 1000,
          mail: true,
          email: 'fresh@example.org',
          webhook: { kind: 'none', address_hint: '', has_secret: false, mention: '' },
          wxpusher: { available: false, uid_hint: '' },
        })
      })

      test('who chose events before another one existed gets that too, until it is switched off', async () => {
        const { server } = servers
        const client = await person(server, 'early', 'early@example.org')
        const setting = JSON.stringify({ notification: { events: ['quota_low'] } })
        await server.deps.store.updateTable('users').set({ setting }).where('id', '=', client.userId).execute()
        assert.deepEqual((await settingOf(client)).events, ['quota_low', 'price_increase', 'plan_ended', 'agent'])
        assert.equal(await save(client, { events: ['quota_low'] }), 'ok')
        assert.deepEqual((await settingOf(client)).events, ['quota_low'])
      })

      test('addresses and secrets are sealed, never shown again, and kept while the kind stays', async () => {
        const { server } = servers
        const client = await person(server, 'sealed')
        const address = `${home}/hook/very-secret-path`
        assert.equal(
          await save(client, { webhook: { kind: 'generic', address, secret: 'shared-secret', mention: '' } }),
          'ok',
        )
        const stored = (await rowOf(server, 'sealed')).setting
        assert.doesNotMatch(stored, /very-secret-path|shared-secret/)
        assert.doesNotMatch(JSON.stringify(await settingOf(client)), /very-secret|shared-secret/)
        assert.equal(
          await save(client, { webhook: { kind: 'generic' }, warning_threshold: 5, events: ['quota_low'] }),
          'ok',
        )
        const kept = await settingOf(client)
        assert.deepEqual([kept.webhook.has_secret, kept.webhook.address_hint.slice(-4)], [true, 'path'])
        assert.deepEqual([kept.warning_threshold, kept.events, kept.mail], [5, ['quota_low'], true])
        assert.equal(await save(client, { webhook: { kind: 'generic', secret: null } }), 'ok')
        assert.equal((await settingOf(client)).webhook.has_secret, false)
        assert.equal(await save(client, { webhook: { kind: 'dingtalk' } }), 'webhook_address_missing')
        assert.equal(await save(client, { webhook: { kind: 'none' } }), 'ok')
        assert.equal((await settingOf(client)).webhook.address_hint, '')
      })

      test('what cannot work is refused', async () => {
        const client = await person(servers.server, 'refused')
        for (const [body, code] of [
          [{ mail: true }, 'email_unbound'],
          [{ webhook: { kind: 'generic', address: 'ftp://example.org' } }, 'webhook_address_invalid'],
          [{ webhook: { kind: 'generic', address: 'https://u:p@example.org' } }, 'webhook_address_invalid'],
          [{ webhook: { kind: 'wecom', address: 'key' } }, 'webhook_address_invalid'],
          [{ webhook: { kind: 'wxpusher' } }, 'webhook_secret_missing'],
          [{ webhook: { kind: 'wecom', address: 'k'.repeat(20), mention: '1380000x' } }, 'phone_invalid'],
          [{ webhook: { kind: 'pager' } }, 'invalid_field'],
          [{ warning_threshold: -1 }, 'invalid_field'],
          [{ warning_threshold: 1.5 }, 'invalid_field'],
          [{ events: ['everything'] }, 'invalid_field'],
        ] as const)
          assert.equal(await save(client, body as unknown as NotificationChange), code, JSON.stringify(body))
      })
    })

    if (!hasEveryTest(kind)) return

    describe('tests', () => {
      const tryOut = async (client: Client) => {
        const { response } = await client.call(notificationApi.test)
        return response.success ? response.data : response.code
      }

      test('a mail begins in the default language of the installation', async () => {
        const client = await person(servers.server, 'english', 'english@example.org')
        await setOptions(servers.server, { DefaultLanguage: 'en' })
        await tryOut(client)
        const { subject } = await mailbox.next('english@example.org')
        assert.equal(subject, 'Turnpike test notification / Turnpike 测试通知')
        await setOptions(servers.server, { DefaultLanguage: 'zh' })
      })

      test('a test goes by every way that is on and says which ones took it', async () => {
        const client = await person(servers.server, 'tester', 'tester@example.org')
        assert.equal(
          await save(client, { webhook: { kind: 'wecom', address: `${home}/bot`, mention: '13800001111' } }),
          'ok',
        )
        result = { status: 200, body: '{"errcode":0}' }
        assert.deepEqual(await tryOut(client), { mail: true, webhook: true })
        assert.match((await mailbox.next('tester@example.org')).subject, /测试通知 \/ Turnpike test notification/)
        assert.match(hooks.at(-1)?.body ?? '', /"mentioned_mobile_list":\["13800001111"\]/)
        result = { status: 200, body: '{"errcode":93000}' }
        mailbox.refuse(true)
        assert.deepEqual(await tryOut(client), { mail: false, webhook: false })
        mailbox.refuse(false)
        assert.equal(await save(client, { mail: false, webhook: { kind: 'none' } }), 'ok')
        assert.equal(await tryOut(client), 'notification_none')
      })

      test('nothing of ours can be reached, and no redirect is followed', async () => {
        const { server, second } = servers
        const client = await person(server, 'prober')
        const sent = hooks.length
        for (const address of [
          'http://169.254.169.254/x',
          'http://[::1]:8080/x',
          'http://localhost:9/x',
          'https://10.0.0.1/x',
        ]) {
          assert.equal(await save(client, { webhook: { kind: 'generic', address } }), 'ok')
          assert.deepEqual(await tryOut(client), { mail: null, webhook: false }, address)
        }
        assert.equal(await save(client, { webhook: { kind: 'generic', address: `${home}/once` } }), 'ok')
        const elsewhere = second.client()
        await elsewhere.signIn('prober')
        assert.deepEqual(await tryOut(elsewhere), { mail: null, webhook: false }, 'not on the list of that instance')
        assert.equal(hooks.length, sent)
        result = { status: 302, body: '' }
        assert.deepEqual(await tryOut(client), { mail: null, webhook: false })
        assert.deepEqual(
          hooks.slice(sent).map(({ path }) => path),
          ['/once'],
        )
        result = { status: 200, body: '{"errcode":0}' }
      })
    })

    describe('quota warnings', () => {
      const run = (server = servers.server) => quotaWarnings(server.deps, `holder ${server.url}`)
      let gifts = 0
      async function give(username: string, amount: number) {
        const { store, clock } = servers.server.deps
        const { id: user_id } = await rowOf(servers.server, username)
        const reference = `gift ${++gifts}`
        await store
          .transaction()
          .execute((transaction) => post(transaction, { user_id, kind: 'grant', reference, amount, at: clock() }))
      }
      /** A relayed call's charge, through the ledger that relayed calls use. */
      async function charge(username: string, amount: number) {
        const { ledger, clock } = servers.server.deps as typeof servers.server.deps & RelayDeps // the server's own
        const call = callBy((await rowOf(servers.server, username)).id)
        assert.deepEqual((await ledger.hold(holdFor(call, amount, clock()))).ok, true)
        assert.equal((await ledger.capture(captureFor(call, amount, 0, clock()))).ok, true)
      }
      const mailsTo = (email: string) =>
        mailbox.mails.filter(({ to }) => to.includes(email)).map(({ subject }) => subject)
      const pass = (seconds: number) => {
        for (const server of Object.values(servers)) server.moveTime(seconds)
      }
      before(() => run()) // from here on the ledger is watched

      test('falling below the threshold is told once; falling to nothing too, but not within two hours', async () => {
        const { server } = servers
        const email = 'spender@example.org'
        await server.given.user({ username: 'spender', email })
        await give('spender', 1500)
        await run()
        await charge('spender', 400)
        await run()
        assert.deepEqual(mailsTo(email), [], 'still enough')
        await charge('spender', 200)
        await run()
        await run()
        assert.deepEqual(mailsTo(email), ['Turnpike：余额即将用尽 / Turnpike: your balance is almost used up'])
        const { text, html } = await mailbox.next(email)
        assert.match(text, /https:\/\/console\.example\.org\/topup/)
        assert.match(html, /spender/)
        await charge('spender', 100)
        await charge('spender', 800)
        await run()
        assert.equal(mailsTo(email).length, 1, 'within two hours')
        pass(7201)
        await run()
        await run()
        assert.deepEqual(mailsTo(email).slice(1), ['Turnpike：余额已用尽 / Turnpike: your balance is used up'])
        pass(90_000)
        await run()
        assert.equal(mailsTo(email).length, 2, 'nothing new has happened')
      })

      test('whoever topped up is warned again of the next fall', async () => {
        await give('spender', 5000)
        await run()
        await charge('spender', 4500)
        await run()
        assert.equal(mailsTo('spender@example.org').length, 3)
      })

      test('a person’s own threshold, events and webhook count', async () => {
        const { server } = servers
        const client = await person(server, 'chooser', 'chooser@example.org')
        const address = `${home}/warn`
        await save(client, {
          warning_threshold: 50_000,
          mail: false,
          events: ['quota_low'],
          webhook: { kind: 'generic', address, secret: 'shared' },
        })
        await give('chooser', 60_000)
        await charge('chooser', 20_000)
        const sent = hooks.length
        await run()
        const [hook, ...more] = hooks.slice(sent)
        assert.deepEqual(more, [])
        const { event, link } = JSON.parse(hook?.body ?? '{}') as { event: string; link: string }
        assert.deepEqual([hook?.path, event, link], ['/warn', 'quota_low', 'https://console.example.org/topup'])
        assert.match(String(hook?.headers['x-turnpike-signature']), /^sha256=/)
        pass(7201)
        await charge('chooser', 40_000)
        await run()
        assert.equal(hooks.length, sent + 1, 'used up is nothing they subscribed to')
        assert.deepEqual(mailsTo('chooser@example.org'), [])
      })

      test('nobody is warned of a small gift, and not the banned or gone', async () => {
        const { server } = servers
        for (const [username, values] of [
          ['gifted', {}],
          ['banned', { status: userStatus.banned }],
          ['gone', { deleted_at: 1 }],
        ] as const) {
          await server.given.user({ username, email: `${username}@example.org` })
          await give(username, 500)
          if (username !== 'gifted') {
            await charge(username, 100)
            await server.deps.store.updateTable('users').set(values).where('username', '=', username).execute()
          }
        }
        await run()
        for (const username of ['gifted', 'banned', 'gone']) assert.deepEqual(mailsTo(`${username}@example.org`), [])
      })

      test('two instances that look at once tell once', async () => {
        const { server, second } = servers
        await server.given.user({ username: 'twice', email: 'twice@example.org' })
        await give('twice', 1500)
        await charge('twice', 1000)
        await Promise.all([run(server), run(second), run(server), run(second)])
        assert.equal(mailsTo('twice@example.org').length, 1)
      })

      test('a warning that nobody took is tried again two hours later', async () => {
        const { server } = servers
        await server.given.user({ username: 'unlucky', email: 'unlucky@example.org' })
        await give('unlucky', 1500)
        await charge('unlucky', 1000)
        mailbox.refuse(true)
        await run()
        mailbox.refuse(false)
        await run()
        assert.deepEqual(mailsTo('unlucky@example.org'), [])
        pass(7201)
        await run()
        assert.equal(mailsTo('unlucky@example.org').length, 1)
      })
    })

    test('no address or secret of a webhook turns up in a log line', () => {
      const { lines } = servers.server
      assert.ok(lines.length > 10)
      for (const line of lines) assert.doesNotMatch(line, /very-secret-path|shared-secret|hook\/|\/warn/)
    })
  })
