import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKindsOfRun } from '../../harness/databases.ts'
import { assertCharged, assertFree, booksOf } from '../books.ts'
import { send } from '../send.ts'
import { dataOf, givenDrawer, picture, price } from './given-midjourney.ts'
import { assertBooksAgree, assertRefunded, taskOnce, useTaskRelay } from './given-tasks.ts'

for (const kind of databaseKindsOfRun)
  describe(`drawings [${kind}]`, () => {
    const relay = useTaskRelay(kind)
    const given = (...more: Parameters<typeof givenDrawer> extends [unknown, ...infer Rest] ? Rest : never) =>
      givenDrawer(relay, ...more)

    test('a drawing is charged when it is accepted, and shown while it is drawn', async () => {
      const { here, mine, submit, fetchTask, channel, lastRow, submissions } = await given('midjourney')
      await relay.options({ MjModeClearEnabled: 'true' })
      const hook = { notifyHook: 'https://c.example/h', accountFilter: { modes: ['FAST'] } }
      const { status, json } = await submit('imagine', { prompt: 'cat --fast', state: 's1', ours: 1, ...hook })
      await relay.options({ MjModeClearEnabled: 'false' })
      assert.equal(status, 200)
      assert.deepEqual(json, { code: 1, description: 'Submit success', result: json.result, properties: {} })
      const [sent] = submissions()
      assert.equal(sent?.path, '/midjourney/mj/submit/imagine')
      assert.deepEqual(sent?.body, { prompt: 'cat', state: 's1', ours: 1 })
      assert.deepEqual([sent?.headers['mj-api-secret'], sent?.headers.authorization], [channel.key, undefined])

      const log = assertCharged(await booksOf(relay, mine), price.imagine)
      assert.equal(log.model_name, 'mj_imagine')
      assert.match(log.content, new RegExp(`IMAGINE.*ID ${json.result}`))
      const row = await lastRow()
      assert.deepEqual(
        [row.task_id, row.action, row.progress, row.quota, row.channel_id, dataOf(row).code],
        [json.result, 'IMAGINE', '0%', price.imagine, channel.id, 1],
      )

      relay.mock.tasks.advance(40)
      await taskOnce(relay, mine, 'a sketch is there', ({ progress }) => progress === '58%')
      const sketch = await fetchTask(json.result)
      assert.deepEqual([sketch.status, sketch.prompt, sketch.state], ['IN_PROGRESS', 'cat --fast', 's1'])
      assert.match(sketch.imageUrl, new RegExp(`^${relay.url}/mj/image/${json.result}\\?rand=\\d+$`))
      relay.mock.tasks.advance(40)
      await taskOnce(relay, mine, 'it is drawn', (task) => task.status === 'SUCCESS')
      await relay.options({ ServerAddress: 'https://gw.example' })
      const whole = await fetchTask(json.result)
      await relay.options({ ServerAddress: '' })
      assert.deepEqual(
        [whole.status, whole.progress, whole.imageUrl, whole.buttons, whole.failReason],
        ['SUCCESS', '100%', `https://gw.example/mj/image/${json.result}`, null, ''],
      )
      await relay.options({ MjForwardUrlEnabled: 'false' })
      assert.match((await fetchTask(json.result)).imageUrl, /\/mock-files\//)
      await relay.options({ MjForwardUrlEnabled: 'true' })
      assertCharged(await booksOf(relay, mine), price.imagine)
      assert.equal(here.sent().length > 2, true)
    })

    test('a drawing in a queue is taken all the same, and its own words are not rewritten', async () => {
      const { mine, submit, lastRow } = await given()
      const { json } = await submit('imagine', { prompt: 'ducks in a row, "code":22' })
      assert.deepEqual(json, {
        code: 1,
        description: 'queued, 1 ahead',
        result: json.result,
        properties: { numberOfQueues: 1 },
      })
      assert.equal((await lastRow()).task_id, json.result)
      assertCharged(await booksOf(relay, mine), price.imagine)
    })

    test('a change that was made before ends at once with its picture, and is charged', async () => {
      const { here, submit, drawn, rows } = await given('midjourney')
      const id = await drawn()
      const change = { taskId: id, action: 'UPSCALE', index: 2 }
      await submit('change', change)
      relay.mock.tasks.advance(70)
      const { json } = await submit('change', change)
      assert.equal(json.code, 1)
      const row = (await rows()).at(-1)
      assert.deepEqual(
        [row?.status, row?.progress, row?.quota, row?.ended_by, dataOf(row).code],
        ['SUCCESS', '100%', price.upscale, 'success', 21],
      )
      assert.match(dataOf(row).image_url ?? '', /mock-files/)
      assert.equal(row?.start_time, row?.finish_time)
      assert.equal(here.sent().length > 3, true)
    })

    test('a window costs nothing and keeps its code; its confirmation is charged', async () => {
      const { mine, submit, drawn, lastRow, fetchTask } = await given()
      const id = await drawn()
      // More than anybody has: a window is free whatever its price.
      await relay.options({ ModelPrice: JSON.stringify({ mj_inpaint: 1_000_000 }) })
      const opened = await submit('action', { taskId: id, customId: `MJ::Inpaint::1::${id}::SOLO` })
      await relay.options({ ModelPrice: '{}' })
      assert.equal(opened.json.code, 21)
      const window = await lastRow()
      assert.deepEqual([window.action, window.status, window.quota], ['INPAINT', 'MODAL', 0])
      const modal = { taskId: opened.json.result, maskBase64: picture, prompt: 'hat' }
      const confirmed = await submit('modal', modal)
      assert.equal(confirmed.json.code, 1)
      const row = await lastRow()
      assert.deepEqual([row.action, row.quota, row.channel_id], ['MODAL', price.modal, window.channel_id])
      const { rows, user } = await booksOf(relay, mine)
      assert.deepEqual(
        rows.map(({ model_name, quota }) => [model_name, quota]),
        [
          ['mj_imagine', price.imagine],
          ['mj_modal', price.modal],
        ],
      )
      assert.equal(user.used_quota, price.imagine + price.modal)
      relay.mock.tasks.advance(70)
      await taskOnce(relay, mine, 'the confirmed one is drawn', ({ status }) => status === 'SUCCESS')
      const shown = await fetchTask(opened.json.result)
      assert.deepEqual([shown.action, shown.prompt, shown.buttons[0].label], ['MODAL', 'hat', 'U1'])
      const listed = await send(relay, '/mj/task/list-by-condition', {
        key: mine.key,
        body: { ids: [opened.json.result] },
      })
      assert.deepEqual(
        listed.json.map(({ action }: { action: string }) => action),
        ['MODAL'],
      )
    })

    test('a window that fails later gives nothing back, because it cost nothing', async () => {
      const { mine, submit, drawn, lastRow } = await given()
      const id = await drawn()
      await submit('action', { taskId: id, customId: `MJ::CustomZoom::${id}` })
      const { task_id } = await lastRow()
      relay.mock.tasks.end('midjourney-plus', task_id, 'failed')
      const task = relay.mock.tasks.find('midjourney-plus', task_id)
      if (task) task.body = {}
      const failed = await taskOnce(relay, mine, 'the window has failed', ({ status }) => status === 'FAILURE')
      assert.deepEqual([failed.quota, failed.refunded], [0, 0])
      assertCharged(await booksOf(relay, mine), price.imagine)
    })

    const refused: [prompt: string, code: number, reason: string][] = [
      ['trip the filter', 24, 'banned prompt'],
      ['a full queue', 23, 'the queue is full'],
      ['a bad parameter', 4, 'bad parameter'],
      ['no account', 3, 'no available account instance'],
    ]
    test('what the upstream refuses is free, and its row says why', async () => {
      const { mine, submit, lastRow } = await given('midjourney-plus', [{ auto_ban: 0 }])
      for (const [prompt, code, reason] of refused) {
        const { status, json } = await submit('imagine', { prompt })
        assert.deepEqual([status, json.code, json.description], [200, code, reason])
        const row = await lastRow()
        assert.deepEqual(
          [row.status, row.progress, row.fail_reason, row.quota, row.ended_by, dataOf(row).code],
          ['FAILURE', '100%', reason, 0, 'refused', code],
        )
      }
      assertFree(await booksOf(relay, mine))
    })

    test('modes have prices of their own, however they are written', async () => {
      const { here, submit, rows, submissions } = await given()
      await relay.options({
        ModelPrice: JSON.stringify({ mj_turbo_imagine: 0.2, mj_imagine: 0.1 }),
        GroupRatio: JSON.stringify({ default: 1, [here.group]: 0.5 }),
      })
      for (const prefix of ['/turbo/mj', '/mj', '/mj-turbo/mj', '/mj-relax/mj'])
        assert.equal((await submit('imagine', { prompt: 'cat' }, { prefix })).json.code, 1)
      assert.deepEqual(
        (await rows()).map(({ quota, properties }) => [quota, JSON.parse(properties).mode ?? '']),
        [
          [50_000, 'turbo'],
          [25_000, ''],
          [50_000, 'turbo'],
          [25_000, 'relax'],
        ],
      )
      assert.deepEqual(
        submissions().map(({ path }) => path.replace('/midjourney-plus', '').replace('/submit/imagine', '')),
        ['/turbo/mj', '/mj', '/mj', '/mj'],
      )
      await relay.options({ ModelPrice: '{}', GroupRatio: '{"default":1}' })
    })

    test('a name without any price is refused', async () => {
      const { mine, submit } = await given()
      await relay.options({ ModelPrice: JSON.stringify({ mj_imagine: null }) })
      const { status, json } = await submit('imagine', { prompt: 'cat' })
      await relay.options({ ModelPrice: '{}' })
      assert.deepEqual([status, json.code, json.type], [400, 4, 'upstream_error'])
      assertFree(await booksOf(relay, mine))
    })

    test('a drawing that fails is refunded once; what nobody submitted here is ignored', async () => {
      const { mine, submit, channel } = await given()
      const { json } = await submit('imagine', { prompt: 'fail this' })
      relay.mock.faults.add({
        match: { key: channel.key },
        times: 2,
        fault: {
          kind: 'error-in-200',
          body: [
            { id: json.result, status: 'IN_PROGRESS', progress: '40%', failReason: 'blocked' },
            { id: '9999', status: 'SUCCESS', progress: '100%' },
            { id: 7 },
            null,
          ],
        },
      })
      const row = await taskOnce(relay, mine, 'it has failed', ({ status }) => status === 'FAILURE')
      assert.deepEqual([row.progress, row.fail_reason, row.quota, row.refunded], ['100%', 'blocked', 0, price.imagine])
      await assertRefunded(relay, mine, price.imagine)
      await assertBooksAgree(relay)
    })
  })
