import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { logApi } from '@turnpike/contract/usage/log'
import { taskApi } from '@turnpike/contract/usage/task'
import { readProfit } from '../../../src/domain/usage/dashboard/profit/profit.rules.ts'
import { dataOf } from '../../harness/channel-admin.ts'
import { databaseKindsOfRun } from '../../harness/databases.ts'
import { eventually } from '../../harness/eventually.ts'
import { assertCharged, assertFree, booksOf } from '../books.ts'
import { send } from '../send.ts'
import { assertBooksAgree, assertRefunded, finished, rowsOf, taskOnce, useTaskRelay } from './given-tasks.ts'

const price = 50_000
const lyricsPrice = 5_000

for (const kind of databaseKindsOfRun)
  describe(`songs and lyrics [${kind}]`, () => {
    const relay = useTaskRelay(kind)

    async function given(channels = 1) {
      const here = relay.place()
      const made = []
      for (let number = 0; number < channels; number++)
        made.push(
          await here.channel({
            type: 36,
            models: 'suno_music,suno_lyrics',
            base_url: relay.mock.urlOf('suno'),
            priority: channels - number,
          }),
        )
      const mine = await here.key()
      const submit = (action: string, body: object, key = mine.key) =>
        send(relay, `/suno/submit/${action}`, { key, body })
      return { here, mine, submit, channel: made[0] as { id: number; key: string }, channels: made }
    }

    test('a song is charged when it is accepted, and shown with its clips when it is done', async () => {
      const { here, mine, submit, channel } = await given()
      const body = { gpt_description_prompt: 'calm', make_instrumental: true, notify_hook: 'https://c.example/h' }
      const { status, json } = await submit('music', body)
      assert.equal(status, 200)
      const id = json.data
      assert.deepEqual(json, { code: 'success', message: '', data: id })
      const [sent] = here.sent()
      assert.equal(sent?.path, '/suno/suno/submit/MUSIC')
      assert.deepEqual(sent?.body, { gpt_description_prompt: 'calm', make_instrumental: true, mv: 'chirp-v3-0' })

      const row = assertCharged(await booksOf(relay, mine), price)
      assert.equal(row.model_name, 'suno_music')
      assert.match(row.content, /MUSIC/)
      const [task] = await rowsOf(relay, mine)
      assert.deepEqual(
        [task?.task_id, task?.action, task?.quota, task?.channel_id, task?.charge_due],
        [id, 'MUSIC', price, channel.id, ''],
      )

      relay.mock.tasks.advance(20)
      await taskOnce(relay, mine, 'the song can be heard', ({ status }) => status === 'IN_PROGRESS')
      relay.mock.tasks.advance(60)
      await finished(relay, mine)
      const { json: fetched } = await send(relay, `/suno/fetch/${id}`, { key: mine.key })
      assert.equal(fetched.code, 'success')
      const { status: state, progress, action, data, fail_reason } = fetched.data
      assert.deepEqual([state, progress, action, fail_reason], ['SUCCESS', '100%', 'MUSIC', ''])
      assert.deepEqual(
        data.map((clip: { status: string }) => clip.status),
        ['complete', 'complete'],
      )
      assertCharged(await booksOf(relay, mine), price)
    })

    test('a song that fails is refunded once, however often its upstream says so', async () => {
      const { mine, submit } = await given()
      await submit('MUSIC', { prompt: 'fail this', mv: 'chirp-v4' })
      relay.mock.tasks.advance(70)
      const task = await finished(relay, mine)
      assert.deepEqual(
        [task.status, task.ended_by, task.fail_reason, task.quota, task.refunded],
        ['FAILURE', 'failed', 'the moderators refused it', 0, price],
      )
      await assertRefunded(relay, mine, price)
      await assertBooksAgree(relay)
    })

    test('a refund is a row of its own: rows, sums, dashboard, margins and counters say the same', async () => {
      const { here, mine, submit, channel } = await given()
      for (const prompt of ['a song', 'fail this', 'fail this']) {
        await submit('MUSIC', { prompt, mv: 'chirp-v4' })
        relay.mock.tasks.advance(100)
        await finished(relay, mine)
      }
      const owner = relay.client()
      await owner.signIn(mine.username)
      const { user, token, rows } = await booksOf(relay, mine)
      assert.deepEqual([user.used_quota, token.used_quota], [price, price])
      const sum = (quotas: { quota: number }[]) => quotas.reduce((total, { quota }) => total + quota, 0)
      assert.equal(sum(rows), price)
      const refunds = rows.filter(({ type }) => type === 4)
      const of = { model_name: 'suno_music', channel: channel.id, token_id: mine.token_id, group: here.group }
      for (const { quota, model_name, channel, token_id, group, request_id } of refunds) {
        assert.deepEqual({ quota, ...of }, { quota: -price, model_name, channel, token_id, group })
        const { items } = dataOf(await owner.call(logApi.self, { query: { request_id } }))
        assert.deepEqual(
          items.map((row) => [row.type, row.quota]),
          [
            [4, -price],
            [2, price],
          ],
        )
      }
      for (const query of [{}, { model_name: 'suno_music' }, { token_name: rows[0]?.token_name }]) {
        const listed = dataOf(await owner.call(logApi.self, { query }))
        assert.deepEqual([listed.total, sum(listed.items)], [5, price])
        const stat = dataOf(await owner.call(logApi.selfStat, { query }))
        assert.deepEqual([stat.quota, stat.calls], [price, 3])
      }
      const onlyRefunds = dataOf(await owner.call(logApi.self, { query: { type: 4, model_name: 'suno_music' } }))
      assert.equal(onlyRefunds.total, 2)
      assert.equal(sum(dataOf(await owner.call(dashboardApi.self, { query: {} }))), price)
      const file = await (await owner.fetch('/api/log/self/export?format=csv&model_name=suno_music')).text()
      assert.equal(file.match(new RegExp(`,-${price},`, 'g'))?.length, 2)
      const { store } = relay.deps
      const { used_quota } = await store
        .selectFrom('channels')
        .select('used_quota')
        .where('id', '=', channel.id)
        .executeTakeFirstOrThrow()
      assert.equal(used_quota, price)
      const now = relay.deps.clock()
      const { rows: sales } = await readProfit(
        store,
        { by: 'channel', start_timestamp: now - 3600, end_timestamp: now },
        now,
      )
      assert.equal(sales.find(({ id }) => id === channel.id)?.quota, price)
      await assertBooksAgree(relay)
    })

    test('the refund of a charge that is not in the log takes nothing from it', async () => {
      const { mine, submit } = await given()
      await relay.options({ LogConsumeEnabled: 'false' })
      await submit('MUSIC', { prompt: 'fail this', mv: 'chirp-v4' })
      await relay.options({ LogConsumeEnabled: 'true' })
      relay.mock.tasks.advance(70)
      await finished(relay, mine)
      const { user, rows } = await booksOf(relay, mine)
      assert.equal(user.used_quota, 0)
      assert.deepEqual(
        rows.map(({ type, quota }) => [type, quota]),
        [[4, 0]],
      )
      const { store } = relay.deps
      assert.deepEqual(
        await store.selectFrom('usage_hours').selectAll().where('user_id', '=', mine.user_id).execute(),
        [],
      )
      await assertBooksAgree(relay)
    })

    test('a failed song is submitted once more from the console, and charged as a new one', async () => {
      const { mine, submit } = await given()
      await submit('MUSIC', { prompt: 'fail this', mv: 'chirp-v4' })
      relay.mock.tasks.advance(70)
      const failed = await finished(relay, mine)
      const owner = relay.client()
      await owner.signIn(mine.username)
      const { response } = await owner.call(taskApi.retry, { params: { id: String(failed.id) } })
      assert.deepEqual(response, { success: true, message: '' })
      const [, again] = await rowsOf(relay, mine)
      assert.match(again?.status ?? '', /^(NOT_START|QUEUED)$/) // the worker may have polled it
      assert.deepEqual([again?.quota, again?.properties], [price, failed.properties])
      assert.deepEqual((await booksOf(relay, mine)).user.used_quota, price)
      const running = await owner.call(taskApi.retry, { params: { id: String(again?.id) } })
      assert.equal(running.response.message, '该任务无法重试')
    })

    test('bad submissions are refused in the words of the platform and leave nothing behind', async () => {
      const { mine, submit, here } = await given()
      const expected: [action: string, body: object, code: string, message: string][] = [
        ['lyrics', {}, 'invalid_request', 'prompt_empty'],
        ['video', { prompt: 'x' }, 'invalid_action', 'invalid_action'],
        ['music', { continue_clip_id: 'c1' }, 'invalid_request', 'task id is empty'],
        ['music', { continue_clip_id: 'c1', task_id: 'nobodys' }, 'task_not_exist', 'task_not_exist'],
      ]
      for (const [action, body, code, message] of expected) {
        const { status, json } = await submit(action, body)
        assert.deepEqual([status, json], [400, { code, message, data: null }])
      }
      assertFree(await booksOf(relay, mine))
      assert.deepEqual(await rowsOf(relay, mine), [])
      assert.deepEqual(here.sent(), [])
    })

    test('what the upstream refuses is free, and its row says why', async () => {
      const { mine, submit } = await given()
      const { status, json } = await submit('music', { prompt: 'trip the filter' })
      assert.deepEqual([status, json], [500, { code: 'content_refused', message: 'banned words', data: null }])
      assertFree(await booksOf(relay, mine))
      const [task] = await rowsOf(relay, mine)
      assert.deepEqual([task?.status, task?.progress, task?.fail_reason], ['FAILURE', '100%', 'banned words'])
    })

    test('a poor user is refused before the upstream gets a request', async () => {
      const { here, submit } = await given()
      const poor = await here.key({ quota: price - 1 })
      const { status, json } = await submit('music', { prompt: 'x' }, poor.key)
      assert.deepEqual([status, json.code], [403, 'quota_not_enough'])
      assert.deepEqual(here.sent(), [])
    })

    test('an action without channels in the group is an unknown model', async () => {
      const { submit } = await given()
      const elsewhere = await relay.place().key()
      const { status, json } = await submit('music', { prompt: 'x' }, elsewhere.key)
      const message = 'The model suno_music does not exist or you have no access to it'
      assert.deepEqual([status, json], [404, { code: 'model_not_found', message, data: null }])
    })

    test('a busy channel is followed by the next; one that broke off is not', async () => {
      const { here, mine, submit, channels } = await given(2)
      await relay.options({ RetryTimes: '1' })
      relay.mock.faults.add({ match: { key: channels[0]?.key }, times: 1, fault: { kind: 'status', status: 503 } })
      assert.equal((await submit('lyrics', { prompt: 'x' })).status, 200)
      const submissions = () => here.sent().filter(({ path }) => path.includes('/submit/')).length
      assert.equal(submissions(), 2)
      assertCharged(await booksOf(relay, mine), lyricsPrice)
      relay.mock.faults.add({
        match: { key: channels[0]?.key },
        times: 1,
        fault: { kind: 'cut', at: 'before-headers' },
      })
      const broken = await submit('lyrics', { prompt: 'x' })
      assert.equal(broken.status >= 500, true)
      assert.equal(submissions(), 3)
    })

    test('only its owner reads a task, one by one and many at once', async () => {
      const { here, mine, submit } = await given()
      const { json } = await submit('lyrics', { prompt: 'x' })
      const other = await here.key()
      const theirs = await send(relay, `/suno/fetch/${json.data}`, { key: other.key })
      assert.deepEqual([theirs.status, theirs.json.code], [400, 'task_not_exist'])
      const fetchMany = async (key: string, ids: unknown) =>
        (await send(relay, '/suno/fetch', { key, body: { ids } })).json.data.map(
          ({ task_id }: { task_id: string }) => task_id,
        )
      assert.deepEqual(await fetchMany(mine.key, [json.data, 'unknown']), [json.data])
      assert.deepEqual(await fetchMany(other.key, [json.data]), [])
      assert.deepEqual(await fetchMany(mine.key, []), [])
      assert.deepEqual(await fetchMany(mine.key, ['a\0', '\ud800', 'x'.repeat(5000), 7]), [])
      const bad = await send(relay, '/suno/fetch/%00', { key: mine.key })
      assert.deepEqual([bad.status, bad.json.code], [400, 'task_not_exist'])
    })

    test('a clip is continued on the channel that made it, as long as that is enabled', async () => {
      const { here, mine, submit, channels } = await given(2)
      await relay.deps.store
        .updateTable('channels')
        .set({ priority: 0 })
        .where('id', '=', channels[0]?.id ?? 0)
        .execute()
      const { json } = await submit('music', { prompt: 'one' })
      const [made] = await rowsOf(relay, mine)
      const continued = { prompt: 'two', continue_clip_id: 'c', continue_at: 30, task_id: json.data }
      assert.equal((await submit('music', continued)).status, 200)
      assert.equal((await rowsOf(relay, mine)).at(-1)?.channel_id, made?.channel_id)
      await relay.deps.store
        .updateTable('channels')
        .set({ status: 2 })
        .where('id', '=', made?.channel_id ?? 0)
        .execute()
      await relay.deps.reload()
      const refused = await submit('music', continued)
      assert.deepEqual([refused.status, refused.json.code], [400, 'task_channel_disable'])
      // Tasks of a disabled channel are still polled.
      relay.mock.tasks.advance(70)
      await eventually('both songs are done', async () =>
        (await rowsOf(relay, mine)).every(({ status }) => status === 'SUCCESS'),
      )
      assert.equal(here.sent().length > 2, true)
    })
  })
