import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { role } from '@turnpike/contract/identity/user'
import { type ChannelCost, isChannelCost } from '@turnpike/contract/routing/channel-cost'
import { dashboardApi } from '@turnpike/contract/usage/dashboard'
import { logApi } from '@turnpike/contract/usage/log'
import { type ProfitPart, profitApi } from '@turnpike/contract/usage/profit'
import { taskApi } from '@turnpike/contract/usage/task'
import { databaseKinds } from '../harness/databases.ts'
import type { GivenKey } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'
import { assertBooksAgree, finished, useTaskRelay } from './tasks/given-tasks.ts'

const path = '/v1/chat/completions'
const model = 'gpt-4o'

for (const kind of databaseKinds)
  describe(`what calls cost [${kind}]`, () => {
    const relay = useTaskRelay(kind)
    const setting = (cost: ChannelCost) => {
      assert.ok(isChannelCost(cost))
      return { cost }
    }
    const half: ChannelCost = { kind: 'multiple', multiple: 0.5 }
    const dear: ChannelCost = { kind: 'multiple', multiple: 3 }
    const call = ({ key }: GivenKey, more: object = {}) => send(relay, path, { key, body: chatBody('x', more) })

    async function signedIn(mine: GivenKey) {
      const client = relay.client()
      await client.signIn(mine.username)
      return client
    }
    const administrator = async () => signedIn(await relay.key({ role: role.admin }))

    const hoursOf = ({ user_id }: GivenKey) =>
      relay.deps.store.selectFrom('cost_hours').selectAll().where('user_id', '=', user_id).execute()
    const rowsOf = async ({ user_id }: GivenKey) => {
      const { response } = await (await administrator()).call(logApi.list, { query: { p: 1, page_size: 100 } })
      assert.ok(response.success)
      return response.data.items.filter((row) => row.user_id === user_id)
    }
    const report = async (by: ProfitPart, name: string) => {
      const { response } = await (await administrator()).call(profitApi.report, { query: { by } })
      assert.ok(response.success)
      return { ...response.data, row: response.data.rows.find((row) => row.name === name) }
    }

    test('a row keeps the cost beside the charge, and the hours hold the same sums', async () => {
      const here = relay.place()
      const { id } = await here.channel({ setting: setting(half) })
      const mine = await here.key()
      await Promise.all(Array.from({ length: 12 }, () => call(mine)))
      await call(mine, { stream: true })
      const rows = await rowsOf(mine)
      assert.equal(rows.length, 13)
      for (const { quota, detail } of rows) assert.equal(detail?.cost, Math.round(quota / 2))
      const sum = (numbers: (number | null | undefined)[]) =>
        numbers.reduce<number>((all, each) => all + (each ?? 0), 0)
      const hours = await hoursOf(mine)
      assert.deepEqual(
        [sum(hours.map((hour) => hour.calls)), sum(hours.map((hour) => hour.cost)), sum(hours.map((h) => h.quota))],
        [13, sum(rows.map(({ detail }) => detail?.cost)), sum(rows.map(({ quota }) => quota))],
      )
      const [cost, quota] = [sum(hours.map((hour) => hour.cost)), sum(rows.map((row) => row.quota))]
      assert.ok(cost > 0)
      const { row } = await report('user', mine.username)
      const sales = { calls: 13, quota, known_calls: 13, known_quota: quota, cost, shares: 0, losses: 0, lost: 0 }
      assert.deepEqual(row, { ...sales, id: mine.user_id, name: mine.username })
      const byGroup = await report('group', here.group)
      assert.deepEqual(byGroup.row, { ...sales, id: 0, name: here.group })
      const byChannel = await report('channel', '')
      assert.equal(byChannel.rows.find((each) => each.id === id)?.cost, cost)
      for (const by of ['model', 'day', 'channel', 'user'] as const)
        assert.deepEqual((await report(by, '')).total, byGroup.total)
      await assertBooksAgree(relay)
    })

    test('without a known cost nothing is noted, and sales count as of unknown cost', async () => {
      const here = relay.place()
      await here.channel()
      await here.channel({
        models: 'gpt-4o-mini',
        setting: setting({ kind: 'prices', prices: { other: { call: 1 } } }),
      })
      const mine = await here.key()
      await call(mine)
      await call(mine, { model: 'gpt-4o-mini' })
      for (const { detail } of await rowsOf(mine)) assert.equal(detail?.cost, null)
      assert.deepEqual(await hoursOf(mine), [])
      const { row } = await report('user', mine.username)
      assert.deepEqual([row?.calls, row?.known_calls, row?.known_quota, row?.cost], [2, 0, 0, 0])
      assert.ok(Number(row?.quota) > 0)
    })

    test('the list of a channel knows the names of its upstream', async () => {
      const here = relay.place()
      const cost: ChannelCost = { kind: 'prices', prices: { 'up-4o': { input: 2, output: 4 } } }
      await here.channel({ model_mapping: { [model]: 'up-4o' }, setting: setting(cost) })
      const mine = await here.key()
      await call(mine)
      const [row] = await rowsOf(mine)
      assert.equal(row?.detail?.cost, Number(row?.prompt_tokens) + 2 * Number(row?.completion_tokens))
    })

    test('long and short calls have the cost, the margin and the loss of their tiers', async () => {
      const here = relay.place()
      const tiers = { lengths: [{ above: 100, ratio: 4, completion_ratio: 5 }] }
      const cost: ChannelCost = { kind: 'prices', prices: { [model]: { input: 1, output: 4, tiers } } }
      await here.channel({ setting: setting(cost) })
      await relay.options({ ModelTiers: JSON.stringify({ [model]: { lengths: [{ above: 100, ratio: 1.5 }] } }) })
      const mine = await here.key()
      const long = 'every word of a long prompt counts '.repeat(40)
      for (const text of ['x', long])
        assert.equal((await send(relay, path, { key: mine.key, body: chatBody(text) })).status, 200)
      const [longRow, shortRow] = await rowsOf(mine)
      const tokensOf = (row: typeof longRow) => [row?.prompt_tokens ?? 0, row?.completion_tokens ?? 0] as const
      const [shortInput, shortOutput] = tokensOf(shortRow)
      const [longInput, longOutput] = tokensOf(longRow)
      assert.ok(shortInput <= 100 && longInput > 100)
      const costs = [(shortInput + 4 * shortOutput) / 2, (4 * longInput + 20 * longOutput) / 2].map(Math.round)
      const sold = [(shortInput + 4 * shortOutput) * 1.25, (longInput + 4 * longOutput) * 1.875].map(Math.round)
      assert.deepEqual([shortRow?.detail?.cost, longRow?.detail?.cost], costs)
      assert.deepEqual([shortRow?.quota, longRow?.quota], sold)
      const { row } = await report('user', mine.username)
      const sum = ([one = 0, other = 0]: number[]) => one + other
      const lost = Number(costs[1]) - Number(sold[1])
      assert.ok(lost > 0)
      assert.deepEqual([row?.cost, row?.known_quota, row?.losses, row?.lost], [sum(costs), sum(sold), 1, lost])
      await relay.options({ BelowCostGuard: 'refuse' })
      assert.equal((await call(mine)).status, 200)
      const { status } = await send(relay, path, { key: mine.key, body: chatBody(long) })
      assert.equal(status, 503, 'the long tier is sold below its cost')
      await relay.options({ BelowCostGuard: 'off', ModelTiers: '{}' })
      await assertBooksAgree(relay)
    })

    test('a failed call costs nothing; a call in a free group costs all the same', async () => {
      const here = relay.place()
      const { key } = await here.channel({ setting: setting(half), auto_ban: 0 })
      const mine = await here.key()
      const mend = relay.mock.faults.add({ match: { key }, fault: { kind: 'status', status: 500 } })
      assert.equal((await call(mine)).status, 502)
      assert.deepEqual(await hoursOf(mine), [])
      mend()
      await relay.options({ GroupRatio: JSON.stringify({ [here.group]: 0 }) })
      assert.equal((await call(mine)).status, 200)
      await relay.options({ GroupRatio: '{}' })
      const [hour] = await hoursOf(mine)
      assert.deepEqual([hour?.quota, hour?.losses], [0, 1])
      assert.ok(Number(hour?.cost) > 0)
      assert.equal(hour?.lost, hour?.cost)
    })

    test('the refund of a task takes its cost back', async () => {
      const here = relay.place()
      const base_url = relay.mock.urlOf('suno')
      const given = { type: 36, models: 'suno_music', base_url }
      await here.channel({ ...given, setting: setting({ kind: 'prices', prices: { suno_music: { call: 0.04 } } }) })
      const mine = await here.key()
      await send(relay, '/suno/submit/MUSIC', { key: mine.key, body: { prompt: 'a song', mv: 'chirp-v4' } })
      relay.mock.tasks.advance(100)
      assert.equal((await finished(relay, mine)).status, 'SUCCESS')
      await send(relay, '/suno/submit/MUSIC', { key: mine.key, body: { prompt: 'fail this', mv: 'chirp-v4' } })
      relay.mock.tasks.advance(70)
      assert.equal((await finished(relay, mine)).status, 'FAILURE')
      const { row } = await report('user', mine.username)
      const { calls, quota, known_calls, known_quota, cost } = row ?? {}
      assert.deepEqual([calls, quota, known_calls, known_quota, cost], [2, 50_000, 1, 50_000, 20_000])
      const refund = (await rowsOf(mine)).find(({ type }) => type === 4)
      assert.deepEqual(JSON.parse(refund?.other ?? '{}').admin_info, { cost: -20_000 })

      const owner = await signedIn(mine)
      const responses = [
        await owner.call(logApi.self, { query: { p: 1, page_size: 100 } }),
        await owner.call(taskApi.self, { query: { page_size: 100 } }),
        await owner.call(dashboardApi.self, { query: {} }),
        await owner.call(dashboardApi.selfSummary, { query: {} }),
      ]
      for (const { response } of responses) {
        assert.ok(response.success)
        assert.doesNotMatch(JSON.stringify(response), /20000|"cost":[^n]/)
      }
    })

    test('the refund of a call of unknown cost is no sale', async () => {
      const here = relay.place()
      await here.channel({ type: 36, models: 'suno_music', base_url: relay.mock.urlOf('suno') })
      const mine = await here.key()
      await send(relay, '/suno/submit/MUSIC', { key: mine.key, body: { prompt: 'fail this', mv: 'chirp-v4' } })
      relay.mock.tasks.advance(70)
      assert.equal((await finished(relay, mine)).status, 'FAILURE')
      const { row } = await report('user', mine.username)
      assert.deepEqual([row?.quota, row?.known_quota, row?.cost], [0, 0, 0])
    })

    test('owners never read the cost, in lists, searches, files or by key', async () => {
      const here = relay.place()
      await here.channel({ setting: setting({ kind: 'call', price: 0.123456 }) })
      const mine = await here.key()
      await call(mine)
      const owner = await signedIn(mine)
      const raw = async (address: string) => (await owner.fetch(address)).text()
      const texts = [
        await raw('/api/log/self?page_size=100'),
        await raw('/api/log/self/search?keyword=2'),
        await raw('/api/log/self/export?format=csv'),
        await raw('/api/log/self/export?format=jsonl'),
        await (await fetch(`${relay.url}/api/log/token?key=${mine.key}`)).text(),
      ]
      for (const text of texts) {
        assert.match(text, /gpt-4o/)
        assert.doesNotMatch(text, /61728|,cost/)
      }
      const chief = await administrator()
      const file = await (await chief.fetch('/api/log/export?format=csv')).text()
      assert.match(file, /,content,cost,account_id\r\n/)
      assert.match(file, /,61728,0\r\n/)
      assert.equal((await owner.call(profitApi.report, { query: {} })).response.success, false)
    })

    test('the guard skips a channel that costs more than the call is sold for, and refuses where no other is left', async () => {
      const here = relay.place()
      await here.channel({ setting: setting(dear), priority: 9, key: `sk-dear-${kind}` })
      const mine = await here.key()
      assert.equal((await call(mine)).status, 200)
      await relay.options({ BelowCostGuard: 'warn' })
      assert.equal((await call(mine)).status, 200)
      await relay.options({ BelowCostGuard: 'refuse' })
      const { status, json } = await call(mine)
      assert.deepEqual([status, json.error.code], [503, 'no_channel_at_price'])
      assert.equal((await relay.balance(mine.user_id)).held, 0)
      const other = await here.channel({ setting: setting(half) })
      const before = here.sent().length
      for (let count = 0; count < 4; count++) assert.equal((await call(mine)).status, 200)
      assert.deepEqual(
        new Set(
          here
            .sent()
            .slice(before)
            .map(({ key }) => key),
        ),
        new Set([other.key]),
      )
      await relay.options({ GroupRatio: JSON.stringify({ [here.group]: 4 }) })
      await call(mine)
      assert.equal(here.sent().at(-1)?.key, `sk-dear-${kind}`)
      await relay.options({ GroupRatio: '{}', BelowCostGuard: 'off' })
    })

    test('sales below cost of the last day are told while the administrator watches', async () => {
      const here = relay.place()
      const { id } = await here.channel({ setting: setting({ kind: 'call', price: 900 }) })
      const mine = await here.key()
      await call(mine)
      const chief = await administrator()
      const losses = async () => {
        const { response } = await chief.call(profitApi.losses)
        assert.ok(response.success)
        return response.data
      }
      assert.deepEqual(await losses(), { losses: 0, lost: 0, worst: null })
      await relay.options({ BelowCostGuard: 'warn' })
      const { losses: count, lost, worst } = await losses()
      assert.ok(count > 0 && lost > 449_000_000)
      assert.deepEqual([worst?.channel_id, worst?.model_name], [id, model])
      await relay.options({ BelowCostGuard: 'off' })
    })

    test('the file has every part with its margin', async () => {
      const here = relay.place()
      await here.channel({ setting: setting({ kind: 'call', price: 700 }) })
      const mine = await here.key()
      await call(mine)
      const chief = await administrator()
      const response = await chief.fetch('/api/data/profit/export?by=user')
      assert.match(response.headers.get('content-type') ?? '', /text\/csv/)
      const line = (await response.text()).split('\r\n').find((each) => each.includes(mine.username))
      const [user, name, calls, , , , cost, , margin] = line?.split(',') ?? []
      assert.deepEqual([user, name, calls, cost], [String(mine.user_id), mine.username, '1', '700.000000'])
      assert.match(margin ?? '', /^-699\.\d{6}$/)
    })
  })
