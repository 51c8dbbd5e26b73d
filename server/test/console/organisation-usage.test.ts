import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { logApi } from '@turnpike/contract/usage/log'
import { promptRecordsApi, recordDefaults } from '@turnpike/contract/usage/prompt-records'
import { type Task, taskApi } from '@turnpike/contract/usage/task'
import { hourOfRow } from '../../src/domain/usage/logs/usage-hour.ts'
import { addToHours } from '../../src/domain/usage/logs/usage-hours.queries.ts'
import { insertRecord } from '../../src/domain/usage/prompt-records/prompt-records.queries.ts'
import { sealRecord } from '../../src/domain/usage/prompt-records/sealed-record.ts'
import { insertTask } from '../../src/domain/usage/tasks/tasks.queries.ts'
import { databaseKinds } from '../harness/databases.ts'
import { type Client, useServers } from '../harness/harness.ts'
import { clientOf, givenMember, givenOrganisation } from '../harness/organisations.ts'

type Answer<Data> = { response: { success: true; data: Data } | { success: false; code?: string; message: string } }

function dataOf<Data>({ response }: Answer<Data>): Data {
  assert.ok(response.success, JSON.stringify(response))
  return response.data
}
const codeOf = ({ response }: Answer<unknown>) => (response.success ? 'ok' : response.code)

for (const kind of databaseKinds)
  describe(`what an organisation paid for, on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    const ids: Record<string, number> = {}
    const at: Record<string, Client> = {}
    /** The request id of a call, by the name of its model: each has one of its own. */
    const requests = new Map<string, string>()
    const tasks = new Map<string, number>()
    let acme: number
    let birch: number

    const idOf = (name: string) => ids[name] ?? 0
    const by = (name: string): Client => {
      const client = at[name]
      assert.ok(client, name)
      return client
    }

    /** A call with a record and a task, of a model that names it. */
    async function givenCall(username: string, account_id: number, model_name: string, quota: number) {
      const { store, logStore, vault, clock } = servers.one.deps
      const [user_id, request_id, created_at] = [idOf(username), randomUUID(), clock()]
      requests.set(model_name, request_id)
      const row = {
        ...{ user_id, username, account_id, request_id, created_at, model_name, quota, type: 2 },
        ...{ token_id: 3, token_name: 'key', channel: 4, group: 'default', prompt_tokens: 1, completion_tokens: 1 },
        ...{ use_time: 1, content: '' },
      }
      await logStore.insertInto('logs').values(row).execute()
      await addToHours(store, [hourOfRow(row)])
      const about = { request_id, user_id, account_id, token_id: 3, created_at }
      const side = { name: 'client_request' as const, headers: {}, bytes: Buffer.from(model_name), size: 10 }
      const { sealed } = await sealRecord(
        { ...about, terms: recordDefaults, kept_by: 'token', sides: [side], clientSecrets: [], channelSecrets: [] },
        vault,
      )
      const kept = {
        kept_by: 'token',
        cut: 0,
        redacted: 0,
        sampled: 0,
        size: 10,
        expires_at: created_at + 9999,
      } as const
      await insertRecord(logStore, { ...about, ...kept, sealed })
      const task = await insertTask(store, {
        ...{ created_at, updated_at: created_at, platform: 'suno', action: 'MUSIC', task_id: 'same-id', request_id },
        ...{ user_id, account_id, token_id: 3, channel_id: 4, model_name, group: 'default', status: 'IN_PROGRESS' },
        ...{ submit_time: created_at * 1000, poll_at: created_at + 99_999 },
      })
      tasks.set(model_name, task.id)
    }

    // Ann owns Acme and is a member of Birch. Ben is a member of Acme, Vic sees it, Eve has left it.
    before(async () => {
      const { one } = servers
      const { store } = one.deps
      for (const username of ['ann', 'ben', 'eve', 'vic', 'cleo']) ids[username] = await one.given.user({ username })
      ids.root = await one.given.user({ username: 'admin', role: role.admin })
      acme = await givenOrganisation(store, idOf('ann'))
      birch = await givenOrganisation(store, idOf('cleo'), { name: 'Birch' })
      await givenMember(store, birch, idOf('ann'))
      await givenMember(store, acme, idOf('ben'))
      await givenMember(store, acme, idOf('vic'), 'viewer')
      await givenCall('ann', 0, 'ann-own', 1)
      await givenCall('ann', acme, 'ann-acme', 10)
      await givenCall('ann', birch, 'ann-birch', 100)
      await givenCall('ben', 0, 'ben-own', 1000)
      await givenCall('ben', acme, 'ben-acme', 10_000)
      await givenCall('eve', acme, 'eve-acme', 100_000)
      for (const name of ['ann', 'ben', 'eve', 'vic', 'admin']) at[name] = await clientOf(one, name)
      for (const name of ['ann', 'ben', 'eve', 'vic']) at[`${name}@acme`] = await clientOf(one, name, acme)
      at['ann@birch'] = await clientOf(one, 'ann', birch)
      at['admin@acme'] = await clientOf(one, 'admin', acme)
    })

    const seen: [string, string[]][] = [
      ['ann', ['ann-own']],
      ['ann@acme', ['ann-acme', 'ben-acme', 'eve-acme']],
      ['ann@birch', ['ann-birch']],
      ['ben', ['ben-own']],
      ['ben@acme', ['ben-acme']],
      ['vic@acme', ['ann-acme', 'ben-acme', 'eve-acme']],
      ['eve', []],
    ]
    const sums: Record<string, number> = {
      'ann-own': 1,
      'ann-acme': 10,
      'ann-birch': 100,
      'ben-own': 1000,
      'ben-acme': 10_000,
      'eve-acme': 100_000,
    }
    const sumOf = (models: string[]) => models.reduce((sum, model) => sum + (sums[model] ?? 0), 0)

    test('the log, its sums and its file have the calls of the account, and of one member alone on request', async () => {
      const models = async (name: string, query: object = {}) =>
        dataOf(await by(name).call(logApi.self, { query }))
          .items.map(({ model_name }) => model_name)
          .sort()
      for (const [name, wanted] of seen) {
        assert.deepEqual(await models(name), wanted, name)
        assert.equal(dataOf(await by(name).call(logApi.selfStat, { query: {} })).quota, sumOf(wanted), name)
        const file = await (await by(name).fetch('/api/log/self/export?format=jsonl')).text()
        const lines = file.split('\n').filter(Boolean)
        assert.deepEqual(lines.map((line) => (JSON.parse(line) as { model_name: string }).model_name).sort(), wanted)
        const found = dataOf(await by(name).call(logApi.selfSearch, { query: { keyword: '2' } }))
        assert.deepEqual(found.map(({ model_name }) => model_name).sort(), wanted, name)
        for (const [model, request_id] of requests)
          assert.deepEqual(
            await models(name, { request_id }),
            wanted.includes(model) ? [model] : [],
            `${name} ${model}`,
          )
      }
      assert.deepEqual(await models('vic@acme', { username: 'ben' }), ['ben-acme'])
      assert.deepEqual(await models('ben@acme', { username: 'ann' }), ['ben-acme'], 'a member sees their own')
      assert.deepEqual(await models('ann', { username: 'ben' }), ['ann-own'])
      const stat = await by('vic@acme').call(logApi.selfStat, { query: { username: 'eve' } })
      assert.equal(dataOf(stat).quota, 100_000)
      assert.equal(codeOf(await by('eve@acme').call(logApi.self, { query: {} })), 'org_missing')
    })

    test('administrators find the calls of an organisation, with its name, and in the file its id', async () => {
      const list = async (query: object) => dataOf(await by('admin').call(logApi.list, { query })).items
      const rows = await list({ account_id: acme })
      assert.deepEqual(rows.map(({ model_name }) => model_name).sort(), ['ann-acme', 'ben-acme', 'eve-acme'])
      assert.deepEqual([...new Set(rows.map(({ account }) => account))], ['Acme'])
      assert.equal((await list({ account_id: 0 })).length, 6)
      const [own] = await list({ request_id: requests.get('ben-own') })
      assert.deepEqual([own?.account_id, own?.account ?? ''], [0, ''])
      assert.equal(dataOf(await by('admin').call(logApi.stat, { query: { account_id: birch } })).quota, 100)
      const file = await (await by('admin').fetch(`/api/log/export?format=csv&account_id=${birch}`)).text()
      const [head = '', line = '', rest] = file.trim().split('\r\n')
      assert.equal(rest, undefined)
      assert.equal(line.split(',')[head.split(',').indexOf('account_id')], String(birch))
      const ownFile = await (await by('ann@birch').fetch('/api/log/self/export?format=csv')).text()
      assert.ok(!ownFile.includes('cost') && ownFile.includes('ann-birch'))
    })

    test('the dashboard adds up the calls of the account', async () => {
      for (const [name, wanted] of seen)
        for (const granularity of ['hour', 'day'] as const) {
          const rows = dataOf(await by(name).call(dashboardApi.self, { query: { granularity } }))
          assert.deepEqual(rows.map(({ model_name }) => model_name).sort(), wanted, `${name} ${granularity}`)
          assert.equal(dataOf(await by(name).call(dashboardApi.selfSummary, { query: {} })).quota, sumOf(wanted), name)
        }
      const ofBen = { query: { username: 'ben' } }
      assert.equal(dataOf(await by('vic@acme').call(dashboardApi.selfSummary, ofBen)).quota, 10_000)
      assert.equal(dataOf(await by('ann@birch').call(dashboardApi.selfSummary, ofBen)).quota, 100)
    })

    test('tasks are listed in their account, and only who may do so stops those of others', async () => {
      for (const [name, wanted] of seen) {
        const rows = dataOf(await by(name).call(taskApi.self, { query: { page_size: 100 } })) as { items: Task[] }
        assert.deepEqual(rows.items.map(({ id }) => id).sort(), wanted.map((model) => tasks.get(model)).sort(), name)
      }
      const params = (model: string) => ({ params: { id: String(tasks.get(model)) } })
      const cancel = async (name: string, model: string) => codeOf(await by(name).call(taskApi.cancel, params(model)))
      assert.equal(await cancel('ann@acme', 'ben-acme'), 'task_not_cancellable', 'found, and it cannot be stopped')
      assert.equal(await cancel('ben@acme', 'ben-acme'), 'task_not_cancellable')
      for (const [name, model] of [
        ['ben@acme', 'ann-acme'],
        ['ben', 'ben-acme'],
        ['ben@acme', 'ben-own'],
        ['ann@birch', 'ann-acme'],
        ['eve', 'eve-acme'],
      ] as const)
        assert.equal(await cancel(name, model), 'task_missing', `${name} ${model}`)
      assert.equal(await cancel('vic@acme', 'ben-acme'), 'org_forbidden')
      const retry = async (name: string, model: string) => codeOf(await by(name).call(taskApi.retry, params(model)))
      assert.equal(await retry('ann@acme', 'ben-acme'), 'task_missing', 'who manages pays for no task of another')
      assert.equal(await retry('ben', 'ben-acme'), 'task_missing')
      assert.equal(await retry('ben@acme', 'ben-acme'), 'task_not_retryable')
    })

    test('records are read by the caller in the account of the call, and by who manages the organisation, who is named in the audit', async () => {
      const params = (model: string) => ({ params: { request_id: requests.get(model) ?? '' } })
      const facts = async (name: string, model: string) =>
        dataOf(await by(name).call(promptRecordsApi.find, params(model)))
      const read = async (name: string, model: string) =>
        codeOf(await by(name).call(promptRecordsApi.read, params(model)))
      const remove = async (name: string, model: string) =>
        codeOf(await by(name).call(promptRecordsApi.remove, params(model)))
      for (const [name, model] of [
        ['ben', 'ben-acme'],
        ['ben@acme', 'ben-own'],
        ['ben@acme', 'ann-acme'],
        ['vic@acme', 'ben-acme'],
        ['ann@birch', 'ann-acme'],
        ['eve', 'eve-acme'],
        ['ann', 'ben-acme'],
      ] as const) {
        assert.equal(await facts(name, model), null, `${name} ${model}`)
        assert.equal(await read(name, model), 'not_found')
        assert.equal(await remove(name, model), 'not_found')
      }
      assert.equal(await read('eve@acme', 'eve-acme'), 'org_missing')
      assert.equal((await facts('ben@acme', 'ben-acme'))?.can_delete, true)
      assert.equal(await read('ben@acme', 'ben-acme'), 'ok')
      const { store } = servers.one.deps
      const readings = () => store.selectFrom('audit').selectAll().where('action', '=', 'prompt_record.read').execute()
      assert.deepEqual(await readings(), [])
      const shown = await facts('ann@acme', 'ben-acme')
      assert.deepEqual([shown?.can_read, shown?.can_delete], [true, false])
      assert.equal(await read('ann@acme', 'ben-acme'), 'ok')
      assert.deepEqual(
        (await readings()).map(({ actor_id, target }) => ({ actor_id, target })),
        [{ actor_id: idOf('ann'), target: requests.get('ben-acme') }],
      )
      const told = dataOf(await by('ben@acme').call(logApi.self, { query: { type: 3 } })).items
      assert.equal(told.length, 1)
      assert.match(told[0]?.other ?? '', /record_read_by_member/)
      assert.equal(await remove('ann@acme', 'ben-acme'), 'org_forbidden')
      assert.equal(await remove('ben@acme', 'ben-acme'), 'ok')
    })
  })
