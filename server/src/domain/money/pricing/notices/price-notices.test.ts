import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type ModelPriceChange, priceBookApi } from '@turnpike/contract/money/price-book'
import { notificationApi } from '@turnpike/contract/system/notification'
import { rowOf, setOptions } from '../../../../../test/harness/accounts.ts'
import { databaseKinds } from '../../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../../test/harness/harness.ts'
import { type Mailbox, startMailbox } from '../../../../../test/outside/mailbox.ts'
import { priceNotices } from '../../../../jobs/price-notices.ts'
import { addToHours } from '../../../usage/logs/usage-hours.queries.ts'

const day = 86_400
const to = (model: string, ModelRatio: number): ModelPriceChange => ({
  model,
  amounts: { ModelRatio, CompletionRatio: 4 },
})

for (const kind of databaseKinds)
  describe(`notices of price increases on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, other: {} })
    let mailbox: Mailbox
    let root: Client
    before(async () => {
      mailbox = await startMailbox()
      await setOptions(servers.one, {
        ...mailbox.options,
        ServerAddress: 'https://console.example.org',
        GroupRatio: '{"default":1,"vip":0.5}',
        ModelRatio: '{"small":1,"large":10}',
        CompletionRatio: '{"small":4,"large":4}',
      })
      await servers.other.deps.reload()
      root = servers.one.client()
      await root.signIn('root', '123456')
    })
    after(() => mailbox.stop())
    beforeEach(async () => {
      for (const { id } of await pending()) await root.call(priceBookApi.remove, { params: { id: String(id) } })
      const { store } = servers.one.deps
      await store.deleteFrom('price_notices').execute()
      await store.deleteFrom('usage_days').execute()
    })

    const pending = async () => {
      const { response } = await root.call(priceBookApi.pending)
      assert.ok(response.success)
      return response.data
    }
    const now = () => servers.one.deps.clock()
    const pass = (seconds: number) => {
      for (const server of Object.values(servers)) server.moveTime(seconds)
    }
    const schedule = async (inSeconds: number, ...changes: ModelPriceChange[]): Promise<number> => {
      const { response } = await root.call(priceBookApi.change, {
        body: { effective_at: now() + inSeconds, changes },
      })
      assert.ok(response.success && response.data.id !== null)
      return response.data.id
    }
    const run = (server = servers.one) => priceNotices(server.deps, `holder ${server.url}`)
    const emailOf = (username: string) => `${username}@example.org`
    const mailsTo = (username: string) => mailbox.mails.filter(({ to }) => to.includes(emailOf(username)))
    let people = 0
    /** A user who called a model some days ago. */
    async function userOf(model: string, { daysAgo = 1, group = 'default' } = {}): Promise<string> {
      const { one } = servers
      const username = `reader${kind}${++people}`
      await one.given.user({ username, email: emailOf(username) })
      const { id: user_id } = await rowOf(one, username)
      await one.deps.store.updateTable('users').set({ group }).where('id', '=', user_id).execute()
      const sums = { failures: 0, quota: 5, prompt_tokens: 1, completion_tokens: 1, use_seconds: 1 }
      const key = { user_id, token_id: 1, channel_id: 1, model_name: model, group, username, token_name: '' }
      const hour = Math.floor((now() - daysAgo * day) / 3600) * 3600
      await addToHours(one.deps.store, [{ hour, ...key, calls: 1, ...sums, first_calls: 0, first_ms: 0 }])
      return username
    }
    const told = async (...changes: ModelPriceChange[]) => {
      const { response } = await root.call(priceBookApi.whatIf, { body: { changes } })
      assert.ok(response.success)
      return response.data.told
    }

    test('users of a model that becomes dearer are told once, with the price of their group, and no others', async () => {
      const [reader, vip] = [await userOf('small'), await userOf('small', { group: 'vip' })]
      const [elsewhere, earlier] = [await userOf('large'), await userOf('small', { daysAgo: 40 })]
      assert.equal(await told(to('small', 1.5)), 2)
      assert.equal(await told(to('small', 0.5)), 0)
      await schedule(30 * day, to('small', 1.5), to('large', 9))
      await run()
      assert.equal(mailsTo(reader).length, 0, 'there is time to correct the change')
      pass(601)
      await Promise.all([run(), run(servers.other)])
      await run(servers.other)
      pass(2 * day)
      await run()
      const [mail] = mailsTo(reader)
      assert.match(mail?.subject ?? '', /即将涨价.*prices of models you use will rise/)
      assert.match(mail?.text ?? '', /small, from .* UTC: input \$2\.00 → \$3\.00, output \$8\.00 → \$12\.00/)
      assert.match(mail?.text ?? '', /https:\/\/console\.example\.org\/pricing/)
      assert.doesNotMatch(mail?.text ?? '', /large/)
      assert.match(mailsTo(vip)[0]?.text ?? '', /input \$1\.00 → \$1\.50/)
      assert.deepEqual(
        [reader, vip, elsewhere, earlier].map((username) => mailsTo(username).length),
        [1, 1, 0, 0],
      )
    })

    test('several changes are one mail, and the changes of the next hours wait a day', async () => {
      const reader = await userOf('small')
      await schedule(10 * day, to('small', 1.5))
      await schedule(20 * day, to('small', 2))
      pass(601)
      await run()
      assert.equal(mailsTo(reader).length, 1)
      assert.match(mailsTo(reader)[0]?.text ?? '', /input \$2\.00 → \$3\.00[\s\S]*input \$3\.00 → \$4\.00/)
      await schedule(25 * day, to('small', 3))
      pass(3600)
      await run()
      assert.equal(mailsTo(reader).length, 1, 'one mail a day')
      pass(day)
      await run()
      assert.equal(mailsTo(reader).length, 2)
      assert.match(mailsTo(reader)[1]?.text ?? '', /\$4\.00 → \$6\.00/)
    })

    test('a cancelled change sends nothing, and an edited one is told again', async () => {
      const reader = await userOf('small')
      const id = await schedule(10 * day, to('small', 1.5))
      await root.call(priceBookApi.remove, { params: { id: String(id) } })
      pass(601)
      await run()
      assert.equal(mailsTo(reader).length, 0)
      const edited = await schedule(10 * day, to('small', 1.5))
      const [{ effective_at = 0 } = {}] = await pending()
      pass(601)
      await run()
      const edit = (ModelRatio: number) =>
        root.call(priceBookApi.edit, { body: { id: edited, effective_at, changes: [to('small', ModelRatio)] } })
      await edit(1.5)
      pass(day + 601)
      await run()
      assert.equal(mailsTo(reader).length, 1, 'nothing was changed')
      await edit(1.8)
      pass(601)
      await run()
      assert.equal(mailsTo(reader).length, 2)
      assert.match(mailsTo(reader)[1]?.text ?? '', /\$2\.00 → \$3\.60/)
    })

    test('users who switched it off get nothing, and neither does anyone where the administrator switched it off', async () => {
      const { one } = servers
      const [quiet, reader] = [await userOf('small'), await userOf('small')]
      const client = one.client()
      await client.signIn(quiet)
      await client.call(notificationApi.update, { body: { events: ['quota_low', 'quota_exhausted'] } })
      assert.equal(await told(to('small', 1.5)), 1)
      await schedule(10 * day, to('small', 1.5))
      pass(601)
      await setOptions(one, { PriceNoticeEnabled: 'false' })
      assert.equal(await told(to('small', 1.5)), 0)
      await run()
      assert.equal(mailsTo(reader).length, 0)
      await setOptions(one, { PriceNoticeEnabled: 'true' })
      await run()
      assert.deepEqual([mailsTo(quiet).length, mailsTo(reader).length], [0, 1])
    })

    test('a mail that was not accepted is tried again a day later', async () => {
      const reader = await userOf('small')
      await schedule(10 * day, to('small', 1.5))
      pass(601)
      mailbox.refuse(true)
      await run()
      mailbox.refuse(false)
      await run()
      assert.equal(mailsTo(reader).length, 0)
      pass(day)
      await run()
      await run()
      assert.equal(mailsTo(reader).length, 1)
    })
  })
