import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { type Drawing, drawingApi, type Task, taskApi } from '@turnpike/contract/usage/task'
import { databaseKinds } from '../../../../test/harness/databases.ts'
import { type Client, saveOptions, useServers } from '../../../../test/harness/harness.ts'
import { insertTask, type NewTask } from './tasks.queries.ts'

const hourMs = 3_600_000

for (const kind of databaseKinds)
  describe(`the lists of tasks [${kind}]`, () => {
    const servers = useServers(kind, { one: {} })
    let serial = 0

    /** A signed-in user with a unique name. */
    async function given(level: number = role.ordinary): Promise<{ id: number; client: Client; username: string }> {
      serial += 1
      const username = `painter-${serial}`
      const id = await servers.one.given.user({ username, role: level })
      const client = servers.one.client()
      await client.signIn(username)
      return { id, client, username }
    }

    /** A task that no worker polls. */
    function task(user_id: number, change: Partial<NewTask> = {}) {
      serial += 1
      const now = servers.one.deps.clock()
      return insertTask(servers.one.deps.store, {
        created_at: now,
        updated_at: now,
        platform: 'suno',
        action: 'MUSIC',
        task_id: `task-${serial}`,
        request_id: `request-${serial}`,
        user_id,
        token_id: 0,
        channel_id: 5,
        model_name: 'suno_music',
        group: 'default',
        status: 'IN_PROGRESS',
        submit_time: now * 1000,
        poll_at: now + 86_400,
        ...change,
      })
    }

    const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

    async function own(client: Client, query: Record<string, unknown>): Promise<Task[]> {
      const { response } = await client.call(taskApi.self, { query: { page_size: 100, ...query } })
      assert.ok(response.success)
      return Array.isArray(response.data) ? response.data : response.data.items
    }

    async function drawings(client: Client, query: Record<string, unknown>): Promise<Drawing[]> {
      const { response } = await client.call(drawingApi.self, { query: { page_size: 100, ...query } })
      assert.ok(response.success)
      return Array.isArray(response.data) ? response.data : response.data.items
    }

    test('without a size the response is a bare list of ten, newest first, from page 0', async () => {
      const { id, client } = await given()
      const made = []
      for (let count = 0; count < 12; count++) made.push(await task(id))
      const newestFirst = idsOf(made).reverse()
      for (const [p, expected] of [
        ['0', newestFirst.slice(0, 10)],
        ['1', newestFirst.slice(10)],
        ['2', []],
        ['nonsense', newestFirst.slice(0, 10)],
      ] as const) {
        const { response } = await client.call(taskApi.self, { query: { p } })
        assert.ok(response.success && Array.isArray(response.data))
        assert.deepEqual(idsOf(response.data), expected, p)
      }
      for (const path of ['/api/task/self', '/api/task/self/', '/api/mj/self', '/api/mj/self/'])
        assert.equal((await client.fetch(path)).status, 200, path)
    })

    test('with a size it is a page, counted from 1, of a hundred rows at most', async () => {
      const { id, client } = await given()
      const made = []
      for (let count = 0; count < 3; count++) made.push(await task(id))
      const newestFirst = idsOf(made).reverse()
      const { response } = await client.call(taskApi.self, { query: { p: 2, page_size: 2 } })
      assert.ok(response.success && !Array.isArray(response.data))
      const { items, ...rest } = response.data
      assert.deepEqual([idsOf(items), rest], [newestFirst.slice(2), { total: 3, page: 2, page_size: 2 }])
      const large = await client.call(taskApi.self, { query: { p: 0, page_size: 5000 } })
      assert.ok(large.response.success && !Array.isArray(large.response.data))
      assert.deepEqual([large.response.data.page, large.response.data.page_size], [1, 100])
    })

    test('every filter narrows, ids match exactly, and the second of a time is included', async () => {
      const { id, client } = await given()
      const base = 1_700_000_000_000
      const song = await task(id, { submit_time: base + 500, status: 'SUCCESS', progress: '100%', task_id: 'song-1' })
      const lyrics = await task(id, {
        submit_time: base + hourMs,
        action: 'LYRICS',
        progress: '100%',
        task_id: 'song-10',
      })
      const video = await task(id, {
        submit_time: base + 2 * hourMs,
        platform: 'video',
        action: 'VIDEO',
        progress: '100%',
      })
      const second = base / 1000
      const expected: [query: Record<string, unknown>, rows: { id: number }[]][] = [
        [{}, [video, lyrics, song]],
        [{ platform: 'suno' }, [lyrics, song]],
        [{ platform: 'mj' }, []],
        [{ platform: 'nobody' }, []],
        [{ task_id: 'song-1' }, [song]],
        [{ action: 'LYRICS' }, [lyrics]],
        [{ status: 'SUCCESS' }, [song]],
        [{ start_timestamp: second, end_timestamp: second }, [song]],
        [{ start_timestamp: second + 1 }, [video, lyrics]],
        [{ end_timestamp: second + 3600 }, [lyrics, song]],
        [{ start_timestamp: second + 1, end_timestamp: second + 3601, platform: 'suno' }, [lyrics]],
      ]
      for (const [query, rows] of expected)
        assert.deepEqual(idsOf(await own(client, query)), idsOf(rows), JSON.stringify(query))
    })

    test('NaN, undefined and null are filters that were not set', async () => {
      const { id, client } = await given()
      const made = await task(id)
      const drawn = await task(id, { platform: 'mj', action: 'IMAGINE' })
      for (const text of ['NaN', 'undefined', 'null', '']) {
        const times = { start_timestamp: text, end_timestamp: text }
        const query = { platform: text, task_id: text, action: text, status: text, ...times }
        assert.deepEqual(idsOf(await own(client, query)), [made.id], text)
        assert.deepEqual(idsOf(await drawings(client, { mj_id: text, ...times })), [drawn.id], text)
      }
    })

    test('users see their own tasks, without user and channel, whatever they request', async () => {
      const mine = await given()
      const other = await given()
      const made = await task(mine.id, { quota: 50_000, properties: '{"input":"rain","request":{"prompt":"rain"}}' })
      await task(other.id)
      const [row, ...more] = await own(mine.client, { channel_id: '9', user_id: String(other.id) })
      assert.deepEqual(more, [])
      assert.deepEqual(
        [row?.id, row?.username, row?.channel_id, row?.quota, row?.properties],
        [made.id, '', 0, 50_000, { input: 'rain' }],
      )
      for (const endpoint of [taskApi.list, drawingApi.list])
        assert.equal((await mine.client.call(endpoint, { query: {} })).response.success, false)
    })

    test('administrators see the tasks of everyone, with user and channel, and filter by channel', async () => {
      const admin = await given(role.admin)
      const mine = await given()
      const made = await task(mine.id, { channel_id: 4321 })
      const drawn = await task(mine.id, { channel_id: 4321, platform: 'mj', action: 'IMAGINE' })
      await task(mine.id, { channel_id: 4322 })
      const listed = await admin.client.call(taskApi.list, { query: { page_size: 10, channel_id: 4321 } })
      assert.ok(listed.response.success && !Array.isArray(listed.response.data))
      const [row, ...more] = listed.response.data.items
      assert.deepEqual([row?.id, row?.username, row?.channel_id, more], [made.id, mine.username, 4321, []])
      const pictures = await admin.client.call(drawingApi.list, { query: { channel_id: '4321' } })
      assert.ok(pictures.response.success && Array.isArray(pictures.response.data))
      assert.deepEqual(idsOf(pictures.response.data), [drawn.id])
    })

    test('drawings have a list of their own, in milliseconds', async () => {
      const { id, client } = await given()
      const at = 1_700_000_000_123
      const drawn = await task(id, {
        platform: 'mj',
        action: 'UPSCALE',
        task_id: '1712',
        submit_time: at,
        progress: '100%',
        properties: JSON.stringify({ input: 'cat', mode: 'turbo' }),
        data: JSON.stringify({ code: 22, prompt_en: 'a cat', buttons: [{ label: 'U1' }] }),
      })
      await task(id)
      const [row] = await drawings(client, { start_timestamp: at, end_timestamp: at })
      assert.deepEqual(
        [row?.id, row?.mj_id, row?.code, row?.mode, row?.prompt, row?.prompt_en, row?.buttons, row?.submit_time],
        [drawn.id, '1712', 22, 'turbo', 'cat', 'a cat', '[{"label":"U1"}]', at],
      )
      assert.equal(row?.image_url, '', 'there is no address of a picture that is not there')
      assert.deepEqual(await drawings(client, { start_timestamp: at + 1, end_timestamp: at + 2 }), [])
      assert.deepEqual(idsOf(await drawings(client, { mj_id: '1712' })), [drawn.id])
    })

    test('pictures are named by our own address where the administrator wants that', async () => {
      const { id, client } = await given()
      const picture = {
        platform: 'mj',
        action: 'IMAGINE',
        data: '{"code":1,"image_url":"https://cdn.example/a.png"}',
      } as const
      await task(id, { ...picture, task_id: 'done', status: 'SUCCESS', progress: '100%' })
      await task(id, { ...picture, task_id: 'a b', status: 'IN_PROGRESS' })
      const { store, vault, reload } = servers.one.deps
      const addresses = async () => (await drawings(client, {})).map(({ image_url }) => image_url)
      await saveOptions(store, vault, { MjForwardUrlEnabled: 'true', ServerAddress: 'https://gw.example' })
      await reload()
      const [moving, done] = await addresses()
      assert.match(moving ?? '', /^https:\/\/gw\.example\/mj\/image\/a%20b\?rand=\d+$/)
      assert.equal(done, 'https://gw.example/mj/image/done')
      await saveOptions(store, vault, { MjForwardUrlEnabled: 'false' })
      await reload()
      assert.deepEqual(await addresses(), ['https://cdn.example/a.png', 'https://cdn.example/a.png'])
    })

    test('only what can be stopped or repeated says so, and the rest is refused without a change', async () => {
      const mine = await given()
      const other = await given()
      const admin = await given(role.admin)
      const request = '{"input":"x","request":{"prompt":"x"}}'
      const running = await task(mine.id)
      const ended = await task(mine.id, { can_cancel: 1, status: 'SUCCESS', progress: '100%', properties: request })
      const failed = await task(mine.id, { status: 'FAILURE', progress: '100%', properties: request })
      const unknown = await task(mine.id, { status: 'FAILURE', progress: '100%', properties: '{"input":"x"}' })
      const stoppable = await task(mine.id, { can_cancel: 1 })
      const can = new Map((await own(mine.client, {})).map((row) => [row.id, [row.can_cancel, row.can_retry]]))
      assert.deepEqual(
        [running, ended, failed, unknown, stoppable].map(({ id }) => can.get(id)),
        [
          [false, false],
          [false, false],
          [false, true],
          [false, false],
          [true, false],
        ],
      )
      const codeOf = async (client: Client, which: 'cancel' | 'retry', id: number) => {
        const { response } = await client.call(taskApi[which], { params: { id: String(id) } })
        return response.success ? 'done' : response.code
      }
      const refused: [client: Client, which: 'cancel' | 'retry', id: number, code: string][] = [
        [mine.client, 'cancel', running.id, 'task_not_cancellable'],
        [mine.client, 'cancel', ended.id, 'task_not_cancellable'],
        [mine.client, 'cancel', 999_999_999, 'task_missing'],
        [other.client, 'cancel', stoppable.id, 'task_missing'],
        [mine.client, 'retry', running.id, 'task_not_retryable'],
        [mine.client, 'retry', ended.id, 'task_not_retryable'],
        [mine.client, 'retry', unknown.id, 'task_not_retryable'],
        [other.client, 'retry', failed.id, 'task_missing'],
        [admin.client, 'retry', failed.id, 'task_missing'],
        [admin.client, 'cancel', running.id, 'task_not_cancellable'],
        [mine.client, 'retry', failed.id, 'task_refused'], // no channel serves it
      ]
      for (const [client, which, id, code] of refused)
        assert.equal(await codeOf(client, which, id), code, `${which} ${id}`)
      const rows = await servers.one.deps.store
        .selectFrom('tasks')
        .select(['id', 'status'])
        .where('user_id', '=', mine.id)
        .where('id', '<=', stoppable.id)
        .orderBy('id')
        .execute()
      assert.deepEqual(
        rows.map(({ status }) => status),
        ['IN_PROGRESS', 'SUCCESS', 'FAILURE', 'FAILURE', 'IN_PROGRESS'],
      )
    })
  })
