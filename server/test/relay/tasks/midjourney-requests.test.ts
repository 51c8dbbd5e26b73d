import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawingApi, taskApi } from '@turnpike/contract/usage/task'
import { eventually } from '../../harness/eventually.ts'
import type { GivenKey } from '../../harness/relay-harness.ts'
import { assertCharged, assertFree, booksOf } from '../books.ts'
import { send } from '../send.ts'
import { dataOf, givenDrawer, picture, price } from './given-midjourney.ts'
import { assertRefunded, taskOnce, useTaskRelay } from './given-tasks.ts'

const error = (description: string, code = 4) => ({ description, type: 'upstream_error', code })

describe('requests about drawings', () => {
  const relay = useTaskRelay('sqlite')
  /** The result for a user who changes a task in the console: 'done', or the code of its refusal. */
  const wish = async ({ username }: GivenKey, endpoint: typeof taskApi.cancel | typeof taskApi.retry, id: number) => {
    const client = relay.client()
    await client.signIn(username)
    const { response } = await client.call(endpoint, { params: { id: String(id) } })
    return response.success ? 'done' : response.code
  }

  test('bad submissions are refused in the words of the platform and leave nothing behind', async () => {
    const { mine, submit, here, rows } = await givenDrawer(relay)
    const swap = (body: object) => send(relay, '/mj/insight-face/swap', { key: mine.key, body })
    const expected: [kind: string, body: unknown, description: string][] = [
      ['imagine', {}, 'prompt_is_required '],
      ['imagine', { prompt: 7 }, 'prompt_is_required '],
      ['imagine', '{', 'bind_request_body_failed '],
      ['imagine', '[]', 'bind_request_body_failed '],
      [
        'imagine',
        { prompt: 'x', NotifyHook: 'https://c.example' },
        'bind_request_body_failed write NotifyHook as notifyHook',
      ],
      [
        'change',
        { taskId: '1', action: 'UPSCALE', index: 1, Action: 'VARIATION' },
        'bind_request_body_failed write Action as action',
      ],
      ['change', { action: 'UPSCALE', index: 1 }, 'task_id_is_required '],
      ['change', { taskId: '1', index: 1 }, 'action_is_required '],
      ['change', { taskId: '1', action: 'UPSCALE' }, 'index_is_required '],
      ['change', { taskId: '1', action: 'UPSCALE', index: 5 }, 'index_is_required '],
      ['change', { taskId: '1', action: 'PAINT', index: 1 }, 'unknown_action '],
      ['change', { taskId: '1', action: 'REROLL' }, 'task_not_found '],
      ['simple-change', {}, 'content_is_required '],
      ['simple-change', { content: '1 X2' }, 'content_parse_failed '],
      ['simple-change', { content: '1 U2' }, 'task_not_found '],
      ['action', { taskId: '1' }, 'custom_id_is_required '],
      ['action', { taskId: '1', customId: 'foo' }, 'unknown_action '],
      ['action', { taskId: '1', customId: 'MJ::JOB::upsample::x::u' }, 'index_parse_failed '],
      ['modal', { prompt: 'x' }, 'task_id_is_required '],
    ]
    for (const [kind, body, description] of expected) {
      const { status, json } = await submit(kind, body)
      assert.deepEqual([status, json], [400, error(description)], description)
    }
    const faces = await swap({ sourceBase64: picture })
    assert.deepEqual([faces.status, faces.json], [400, error('sour_base64_and_target_base64_is_required ')])
    assertFree(await booksOf(relay, mine))
    assert.deepEqual(await rows(), [])
    assert.deepEqual(here.sent(), [])
  })

  test('paths that lead nowhere are told so in the format of the platform, with a key and without', async () => {
    const { mine, submit } = await givenDrawer(relay)
    const unknown = await submit('paint', { prompt: 'x' })
    assert.deepEqual([unknown.status, unknown.json], [404, error('unknown_relay_action POST /mj/submit/paint')])
    for (const path of ['/mj/account/list', '/fast/mj/task', '/mj-turbo/mj/x/y']) {
      const { status, json } = await send(relay, path, { key: mine.key })
      assert.deepEqual([status, json], [404, error(`unknown_relay_action GET ${path}`)])
      assert.equal((await send(relay, path, { body: { a: 1 } })).json.code, 4)
    }
    for (const path of ['/slow/mj/submit/imagine', '/mj-slow/mj/submit/imagine'])
      assert.equal((await send(relay, path, { key: mine.key, body: { prompt: 'x' } })).status, 404)
    assert.equal((await send(relay, '/slow/mj/task/1/fetch', { key: mine.key })).status, 404)
  })

  test('keys are read where clients of the platform put them; pages of any origin may call', async () => {
    const { mine, submit } = await givenDrawer(relay)
    const body = { prompt: 'cat' }
    const path = '/mj/submit/imagine'
    const headers = { 'mj-api-secret': mine.key }
    assert.equal((await send(relay, path, { headers, body })).json.code, 1)
    const both = { ...headers, authorization: 'Bearer midjourney-proxy' }
    assert.equal((await send(relay, path, { headers: both, body })).json.code, 1)
    const nobody = await send(relay, path, { body })
    assert.deepEqual([nobody.status, nobody.json], [401, error('No token provided')])
    const wrong = await submit('imagine', body, { key: 'sk-unknown' })
    assert.deepEqual([wrong.status, wrong.json.code, wrong.json.type], [401, 4, 'upstream_error'])
    for (const at of ['/mj/submit/imagine', '/mj-fast/mj/task/1/fetch']) {
      const sent = await send(relay, at, { method: 'OPTIONS' })
      assert.deepEqual([sent.status, sent.headers.get('access-control-allow-origin')], [204, '*'])
    }
  })

  test('money, models and channels: each refusal has the code that clients read', async () => {
    const { here, submit, channel, submissions } = await givenDrawer(relay)
    const poor = await here.key({ quota: price.imagine - 1 })
    const body = { prompt: 'cat' }
    const refused = await submit('imagine', body, { key: poor.key })
    assert.deepEqual(
      [refused.status, refused.json],
      [400, error('quota_not_enough Insufficient user quota. Top up to continue')],
    )
    const thrifty = await here.key({ remain_quota: price.imagine - 1 })
    assert.match((await submit('imagine', body, { key: thrifty.key })).json.description, /^quota_not_enough /)
    const limited = await here.key({ model_limits: 'mj_describe' })
    const forbidden = await submit('imagine', body, { key: limited.key })
    assert.deepEqual([forbidden.status, forbidden.json.code], [403, 4])
    const elsewhere = await relay.place().key()
    const none = await submit('imagine', body, { key: elsewhere.key })
    assert.deepEqual([none.status, none.json.code], [404, 4])
    assert.match(none.json.description, /^The model mj_imagine does not exist/)
    assert.deepEqual(submissions(), [])
    relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'status', status: 429 } })
    const busy = await submit('imagine', body)
    const text = 'Current group upstream load is saturated, please try again later'
    assert.deepEqual([busy.status, busy.json], [429, error(text, 30)])
    for (const fault of [
      { kind: 'silent', how: 'empty' },
      { kind: 'invalid-json' },
      { kind: 'cut', at: 'before-headers' },
    ] as const) {
      relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault })
      const broken = await submit('imagine', body)
      assert.deepEqual([broken.json.code, broken.json.type], [5, 'upstream_error'], fault.kind)
    }
  })

  test('a submission that may have begun is not sent to the next channel; one that was never sent is', async () => {
    const unreachable = { base_url: 'http://127.0.0.1:9', priority: 2 }
    const { mine, submit, submissions, channels } = await givenDrawer(relay, 'midjourney-plus', [{ priority: 1 }, {}])
    await relay.options({ RetryTimes: '2' })
    const faults = [
      { kind: 'status', status: 503 },
      { kind: 'status', status: 502, body: 'no JSON' },
      { kind: 'cut', at: 'before-headers' },
    ] as const
    for (const fault of faults) {
      relay.mock.faults.add({ match: { key: channels[0]?.key }, times: 1, fault })
      assert.ok((await submit('imagine', { prompt: 'cat' })).status >= 500)
    }
    assert.equal(submissions().length, faults.length)
    assert.ok(submissions().every(({ key }) => key === channels[0]?.key))
    assertFree(await booksOf(relay, mine))
    const other = await givenDrawer(relay, 'midjourney-plus', [unreachable, { priority: 1 }])
    assert.equal((await other.submit('imagine', { prompt: 'cat' })).json.code, 1)
    assert.equal((await other.lastRow()).channel_id, other.channels[1]?.id)
    await relay.options({ RetryTimes: '0' })
  })

  test('an upstream’s own refusal is passed on with its status; its secrets are not', async () => {
    const { mine, submit, channel, lastRow } = await givenDrawer(relay)
    const body = { code: 9, description: `no disk on ${relay.mock.url} for ${channel.key}`, result: null }
    relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'status', status: 500, body } })
    const { status, json, text } = await submit('imagine', { prompt: 'cat' })
    assert.deepEqual([status, json.code], [500, 9])
    assert.match(json.description, /^no disk on/)
    assert.ok(!text.includes(channel.key) && !text.includes(relay.mock.url))
    const row = await lastRow()
    assert.deepEqual([row.status, row.ended_by, dataOf(row).code], ['FAILURE', 'refused', 9])
    assertFree(await booksOf(relay, mine))
  })

  test('an upload ends at once with its addresses', async () => {
    const { mine, submit, lastRow } = await givenDrawer(relay)
    const { json } = await submit('upload-discord-images', { base64Array: [picture, picture] })
    assert.deepEqual([json.code, json.result.length], [1, 2])
    const row = await lastRow()
    assert.deepEqual([row.action, row.status, row.progress, row.task_id], ['UPLOAD', 'SUCCESS', '100%', ''])
    assert.deepEqual([dataOf(row).image_url, dataOf(row).description], [json.result[0], json.result.join('\n')])
    assertCharged(await booksOf(relay, mine), price.upload)
    // No id leads to this picture, so that it keeps the address it has.
    const client = relay.client()
    await client.signIn(mine.username)
    const { response } = await client.call(drawingApi.self, { query: {} })
    assert.ok(response.success && Array.isArray(response.data))
    assert.deepEqual(
      response.data.map(({ image_url, mj_id }) => [image_url, mj_id]),
      [[json.result[0], '']],
    )
  })

  test('a swapped face is charged only when it is taken at once', async () => {
    const { mine, channel, lastRow } = await givenDrawer(relay)
    const swap = () =>
      send(relay, '/mj/insight-face/swap', { key: mine.key, body: { sourceBase64: picture, targetBase64: picture } })
    const queued = { code: 22, description: 'queued', result: '77', properties: {} }
    relay.mock.faults.add({ match: { key: channel.key }, times: 1, fault: { kind: 'error-in-200', body: queued } })
    assert.equal((await swap()).json.code, 1)
    assert.equal((await lastRow()).quota, 0)
    assertFree(await booksOf(relay, mine))
    assert.equal((await swap()).json.code, 1)
    const row = await lastRow()
    assert.deepEqual([row.quota, JSON.parse(row.properties).input], [price.swap, 'InsightFace'])
    assert.equal(row.start_time, row.submit_time)
    assert.equal(assertCharged(await booksOf(relay, mine), price.swap).model_name, 'swap_face')
  })

  test('a change is made on the channel that drew, which is logged and paid for, and only on a finished drawing', async () => {
    const drawer = await givenDrawer(relay, 'midjourney', [{ priority: 1 }, { priority: 0 }])
    const { mine, submit, drawn, lastRow, channels, submissions } = drawer
    const unfinished = await submit('imagine', { prompt: 'dog' })
    const early = await submit('change', { taskId: unfinished.json.result, action: 'REROLL' })
    assert.deepEqual([early.status, early.json], [400, error('task_status_not_success ')])
    await relay.options({ MjActionCheckSuccessEnabled: 'false' })
    const allowed = await submit('change', { taskId: unfinished.json.result, action: 'REROLL' })
    await relay.options({ MjActionCheckSuccessEnabled: 'true' })
    assert.equal(allowed.json.description, 'the related task is not finished')

    const id = await drawn('a cat')
    const [first, second] = channels.map((each) => each.id)
    await relay.deps.store
      .updateTable('channels')
      .set({ priority: -1 })
      .where('id', '=', first ?? 0)
      .execute()
    await relay.deps.reload()
    for (const content of [`${id} U1`, `${id} r`]) {
      const { json } = await submit('simple-change', { content })
      assert.equal(json.code, 1, json.description)
      const row = await lastRow()
      assert.deepEqual([row.channel_id, JSON.parse(row.properties).input], [first, 'a cat'])
    }
    assert.equal(submissions().at(-1)?.path, '/midjourney/mj/submit/simple-change')
    const { rows } = await booksOf(relay, mine)
    assert.deepEqual(
      rows.slice(-2).map(({ model_name, channel }) => [model_name, channel]),
      [
        ['mj_upscale', first],
        ['mj_reroll', first],
      ],
    )
    const spent = await relay.deps.store
      .selectFrom('channels')
      .select(['id', 'used_quota'])
      .where('id', 'in', [first ?? 0, second ?? 0])
      .orderBy('id')
      .execute()
    assert.deepEqual(spent, [
      { id: first, used_quota: 2 * price.imagine + price.upscale + 50_000 },
      { id: second, used_quota: 0 },
    ])
  })

  test('the channel of an origin must be there and enabled; the task must be the caller’s own', async () => {
    const { here, mine, submit, drawn, channel } = await givenDrawer(relay)
    const id = await drawn()
    const reroll = { taskId: id, action: 'REROLL' }
    const other = await here.key()
    assert.deepEqual((await submit('change', reroll, { key: other.key })).json, error('task_not_found '))
    const seed = (key = mine.key) => send(relay, `/mj/task/${id}/image-seed`, { key })
    assert.deepEqual((await seed()).json, { code: 1, description: 'success', result: '1234567890' })
    assert.deepEqual((await seed(other.key)).json, error('task_no_found '))
    const { store } = relay.deps
    await store.updateTable('channels').set({ status: 2 }).where('id', '=', channel.id).execute()
    await relay.deps.reload()
    const disabled = error('the channel of this task is disabled ')
    assert.deepEqual((await submit('change', reroll)).json, disabled)
    assert.deepEqual((await seed()).json, disabled)
    await store.deleteFrom('channels').where('id', '=', channel.id).execute()
    assert.deepEqual((await submit('change', reroll)).json, error('get_channel_info_failed '))
  })

  test('only its owner reads a drawing, one by one and many at once', async () => {
    const { here, mine, submit, fetchTask } = await givenDrawer(relay)
    const { json } = await submit('imagine', { prompt: 'cat', botType: 'NIJI_JOURNEY' })
    const other = await here.key()
    assert.deepEqual(await fetchTask(json.result, other.key), error('task_no_found '))
    const fetchMany = async (key: string, ids: unknown) =>
      (await send(relay, '/mj-fast/mj/task/list-by-condition', { key, body: { ids } })).json
    const [only, ...more] = await fetchMany(mine.key, [json.result, 'unknown', 7])
    assert.deepEqual([only.id, only.botType, only.imageUrl, more], [json.result, 'NIJI_JOURNEY', '', []])
    assert.deepEqual(await fetchMany(other.key, [json.result]), [])
    assert.deepEqual(await fetchMany(mine.key, []), [])
    assert.deepEqual(await fetchMany(mine.key, 'x'), error('do_request_failed '))
    const broken = await send(relay, '/mj/task/list-by-condition', { key: mine.key, body: '{' })
    assert.deepEqual([broken.status, broken.json], [400, error('do_request_failed ')])
  })

  test('an upstream without accounts is disabled; one that misses a related task is not', async () => {
    await relay.options({ AutomaticDisableChannelEnabled: 'true' })
    const { submit, drawn, channel } = await givenDrawer(relay)
    const statusOf = async () =>
      await relay.deps.store
        .selectFrom('channels')
        .select(['status', 'other_info'])
        .where('id', '=', channel.id)
        .executeTakeFirst()
    const id = await drawn()
    relay.mock.tasks.forget('midjourney-plus', id)
    assert.equal((await submit('change', { taskId: id, action: 'REROLL' })).json.code, 3)
    const spared = await givenDrawer(relay, 'midjourney-plus', [{ auto_ban: 0 }])
    assert.equal((await spared.submit('imagine', { prompt: 'no account' })).json.code, 3)
    assert.equal((await submit('imagine', { prompt: 'no account' })).json.code, 3)
    const disabled = await eventually('the channel is disabled', async () => {
      const found = await statusOf()
      return found?.status === 3 && found
    })
    assert.match(disabled.other_info, /No available account instance/)
    const left = await relay.deps.store
      .selectFrom('channels')
      .select('status')
      .where('id', '=', spared.channel.id)
      .executeTakeFirst()
    assert.equal(left?.status, 1)
    await relay.options({ AutomaticDisableChannelEnabled: 'false' })
  })

  test('the channel says how modes are written in its addresses; queries go with them', async () => {
    const paths: Record<string, string> = { drop: '/mj', plain: '/fast/mj', mj: '/mj-fast/mj' }
    for (const [mj_mode_path, path] of Object.entries(paths)) {
      const { mine, submissions } = await givenDrawer(relay, 'midjourney-plus', [{ setting: { mj_mode_path } }])
      for (const prefix of ['/fast/mj', '/mj-fast/mj'])
        await send(relay, `${prefix}/submit/imagine?source=a%20b`, { key: mine.key, body: { prompt: 'cat' } })
      assert.deepEqual(
        submissions().map((sent) => [sent.path, sent.query]),
        [1, 2].map(() => [`/midjourney-plus${path}/submit/imagine`, { source: 'a b' }]),
      )
    }
  })

  test('clients may name a hook and accounts where the administrator allows it', async () => {
    const { submit, submissions } = await givenDrawer(relay)
    const body = { prompt: 'cat --turbo', notifyHook: 'https://c.example/h', accountFilter: { modes: ['FAST'] } }
    await relay.options({ MjNotifyEnabled: 'true', MjAccountFilterEnabled: 'true' })
    await submit('imagine', body)
    await relay.options({ MjNotifyEnabled: 'false', MjAccountFilterEnabled: 'false' })
    assert.deepEqual(submissions()[0]?.body, body)
  })

  test('a task that nobody finished within an hour fails and is refunded, though its upstream forgot it', async () => {
    const { mine, submit, lastRow } = await givenDrawer(relay)
    const { json } = await submit('imagine', { prompt: 'never end' })
    relay.mock.tasks.forget('midjourney-plus', json.result)
    await relay.deps.store
      .updateTable('tasks')
      .set({ submit_time: (await lastRow()).submit_time - 3_600_001 })
      .where('task_id', '=', json.result)
      .execute()
    const row = await taskOnce(relay, mine, 'it is given up', ({ status }) => status === 'FAILURE')
    assert.deepEqual([row.ended_by, row.fail_reason], ['timeout', 'upstream task timed out (over 1 hour)'])
    await assertRefunded(relay, mine, price.imagine)
  })

  test('a running drawing is stopped where the upstream can be told to, and its charge given back', async () => {
    const { mine, submit, lastRow } = await givenDrawer(relay)
    await submit('imagine', { prompt: 'never end' })
    assert.equal(await wish(mine, taskApi.cancel, (await lastRow()).id), 'done')
    // The worker may have moved it meanwhile: then its next look ends it.
    const row = await taskOnce(relay, mine, 'it is stopped', ({ status }) => status === 'FAILURE')
    assert.deepEqual([row.ended_by, row.refunded], ['cancelled', price.imagine])
    await assertRefunded(relay, mine, price.imagine)
    const basic = await givenDrawer(relay, 'midjourney')
    await basic.submit('imagine', { prompt: 'never end' })
    const running = await basic.lastRow()
    assert.equal(await wish(basic.mine, taskApi.cancel, running.id), 'task_not_cancellable')
    assert.notEqual((await basic.lastRow()).progress, '100%')
  })

  test('a failed drawing is submitted again as it was, in its mode; one with large pictures is not kept', async () => {
    const { mine, submit, lastRow, submissions, drawn, channel } = await givenDrawer(relay)
    const again = async () => wish(mine, taskApi.retry, (await lastRow()).id)
    const failed = () => taskOnce(relay, mine, 'it has failed', ({ status }) => status === 'FAILURE')
    await submit('imagine', { prompt: 'fail this', state: 's' }, { prefix: '/fast/mj' })
    relay.mock.tasks.advance(70)
    await failed()
    assert.equal(await again(), 'done')
    const [first, second] = submissions()
    assert.deepEqual([second?.path, second?.body], [first?.path, first?.body])
    assert.equal(second?.path, '/midjourney-plus/fast/mj/submit/imagine')

    const id = await drawn()
    await submit('action', { taskId: id, customId: `MJ::JOB::upsample::1::${id}` })
    const { task_id } = await lastRow()
    relay.mock.tasks.end('midjourney-plus', task_id, 'failed')
    await failed()
    const { store } = relay.deps
    const enable = async (status: number) => {
      await store.updateTable('channels').set({ status }).where('id', '=', channel.id).execute()
      await relay.deps.reload()
    }
    await enable(2)
    assert.equal(await again(), 'task_not_retryable')
    await enable(1)
    assert.equal(await again(), 'done')
    assert.equal((await lastRow()).action, 'UPSCALE')

    await submit('imagine', { prompt: 'fail this', base64Array: [`data:image/png;base64,${'A'.repeat(70_000)}`] })
    relay.mock.tasks.advance(70)
    await failed()
    assert.equal(await again(), 'task_not_retryable')
  })
})
