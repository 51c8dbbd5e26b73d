import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { type ModelPriceChange, priceAheadMaxSeconds, priceBookApi } from '@turnpike/contract/money/price-book'
import { channelApi } from '@turnpike/contract/routing/channel'
import { optionApi } from '@turnpike/contract/system/option-api'
import { settleDueChanges } from '../../src/domain/money/pricing/book/price-changes.rules.ts'
import { priceOf } from '../../src/domain/money/pricing/price-book.ts'
import type { LiveOptions } from '../../src/domain/system/options/live-options.ts'
import type { RelayDeps } from '../../src/gateway/entry/relay-deps.ts'
import { loadSnapshot } from '../../src/gateway/routing/snapshot.ts'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import type { ConsoleResult } from '../harness/harness.ts'
import { type GivenKey, useRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'

const path = '/v1/chat/completions'

for (const kind of databaseKindsOfRun)
  describe(`prices with dates [${kind}]`, () => {
    const relay = useRelay(kind)
    const hour = 3600
    let serial = 0
    const newModel = () => `model-${kind}-${++serial}`
    const ratio = (model: string, ModelRatio: number): ModelPriceChange => ({
      model,
      amounts: { ModelRatio, CompletionRatio: 1 },
    })

    async function root() {
      const client = relay.client()
      await client.signIn('root', '123456')
      return {
        client,
        change: async (effective_at: number, ...changes: ModelPriceChange[]) =>
          dataOf(await client.call(priceBookApi.change, { body: { effective_at, changes } })).id,
        pending: async () => dataOf(await client.call(priceBookApi.pending)),
        whatIf: async (...changes: ModelPriceChange[]) =>
          dataOf(await client.call(priceBookApi.whatIf, { body: { changes } })),
      }
    }
    function dataOf<Data>({ response }: ConsoleResult<Data>): Data {
      assert.ok(response.success, JSON.stringify(response))
      return response.data
    }
    // A whole server has these as well.
    const live = () =>
      relay.deps as typeof relay.deps & Pick<RelayDeps, 'snapshot' | 'cooldowns'> & { options: LiveOptions }
    const priceNow = (model: string) => priceOf(live().snapshot.current().prices, model)
    const ratioNow = (model: string) => {
      const price = priceNow(model)
      return price?.kind === 'tokens' ? price.ratio : undefined
    }

    test('a change holds now, and is in the history of the options with its undo', async () => {
      const { change, client, pending } = await root()
      const model = newModel()
      assert.equal(await change(0, ratio(model, 3)), null)
      assert.equal(ratioNow(model), 3)
      assert.equal((await pending()).filter(({ changes }) => changes.some((each) => each.model === model)).length, 0)
      await change(0, ratio(model, 4))
      assert.equal(ratioNow(model), 4)
      const query = { keyword: 'ModelRatio', p: 1, page_size: 10 }
      const [newest] = dataOf(await client.call(optionApi.history, { query })).items
      assert.deepEqual(newest?.changes, [{ field: model, before: 3, after: 4, is_hidden: false }])
      dataOf(await client.call(optionApi.revert, { body: { id: newest?.id ?? 0 } }))
      assert.equal(ratioNow(model), 3)
    })

    test('every instance switches at the time by its clock, and a call keeps the prices of its start', async () => {
      const { change } = await root()
      const { store, vault, options, clock, cooldowns: standings } = live()
      const model = newModel()
      await change(0, ratio(model, 1))
      const at = clock() + hour
      await change(at, ratio(model, 2))
      await change(at + hour, { model, amounts: { ModelPrice: 0.5 } })
      let now = clock()
      const other = await loadSnapshot({ store, vault, cooldowns: standings, clock: () => now }, options)
      const seen = () => {
        const price = priceOf(other.current().prices, model)
        return price?.kind === 'tokens' ? price.ratio : price?.price
      }
      const started = other.current()
      assert.equal(seen(), 1)
      now = at - 1
      assert.deepEqual([seen(), other.hasDuePrices()], [1, false])
      now = at
      assert.deepEqual([seen(), other.hasDuePrices()], [2, true])
      const before = priceOf(started.prices, model)
      assert.equal(before?.kind === 'tokens' && before.ratio, 1)
      now = at + 3 * hour
      assert.equal(seen(), 0.5)
      await other.reload()
      assert.equal(seen(), 0.5)
      assert.equal(ratioNow(model), 1)

      assert.equal(await settleDueChanges(relay.deps, at + 3 * hour), 2)
      assert.equal(await settleDueChanges(relay.deps, at + 3 * hour), 0)
      assert.equal(priceNow(model)?.kind, 'call')
      await other.reload()
      assert.equal(seen(), 0.5)
    })

    test('a call is charged by the price of its time, and the change is in the options a moment later', async () => {
      const { change, pending } = await root()
      const model = newModel()
      const here = relay.place()
      await here.channel({ models: model, model_mapping: { [model]: 'gpt-4o' } })
      await change(0, { model, amounts: { ModelPrice: 0.01 } })
      const mine = await here.key()
      await change(relay.deps.clock() + 2, { model, amounts: { ModelPrice: 0.02 } })
      const charged = async () => {
        const before = (await relay.balance(mine.user_id)).quota
        assert.equal((await send(relay, path, { key: mine.key, body: chatBody('x', { model }) })).status, 200)
        return before - (await relay.balance(mine.user_id)).quota
      }
      assert.equal(await charged(), 5000)
      await eventually('the new price holds', async () => {
        const amount = await charged()
        assert.ok(amount === 5000 || amount === 10_000)
        return amount === 10_000
      })
      await eventually('the change is in the options', async () => {
        const isPending = (await pending()).some(({ changes }) => changes.some((each) => each.model === model))
        return !isPending && relay.deps.options.current().ModelPrice[model] === 0.02
      })
      assert.equal(await charged(), 10_000)
      const audit = await relay.deps.store
        .selectFrom('audit')
        .select(['action', 'actor_name', 'target'])
        .where('request_id', 'like', 'price change %')
        .execute()
      assert.ok(audit.some((row) => row.actor_name === 'root' && row.action === 'option.update'))
    })

    test('a change to come is listed with what holds until then, edited and dropped, and every act is audited', async () => {
      const { change, pending, client } = await root()
      const model = newModel()
      const at = relay.deps.clock() + hour
      const first = Number(await change(at, ratio(model, 2)))
      const second = Number(await change(at + hour, ratio(model, 3)))
      const mine = async () =>
        (await pending())
          .filter(({ changes }) => changes[0]?.model === model)
          .map(({ id, effective_at, changes }) => [id, effective_at, changes[0]?.before, changes[0]?.amounts])
      const [two, three] = [ratio(model, 2).amounts, ratio(model, 3).amounts]
      assert.deepEqual(await mine(), [
        [first, at, {}, two],
        [second, at + hour, two, three],
      ])
      const five = ratio(model, 5)
      dataOf(await client.call(priceBookApi.edit, { body: { id: first, effective_at: at + 9, changes: [five] } }))
      dataOf(await client.call(priceBookApi.remove, { params: { id: String(second) } }))
      assert.deepEqual(await mine(), [[first, at + 9, {}, five.amounts]])
      const { response } = await client.call(priceBookApi.remove, { params: { id: String(second) } })
      assert.equal(!response.success && response.code, 'not_found')
      dataOf(await client.call(priceBookApi.edit, { body: { id: first, effective_at: 0, changes: [five] } }))
      assert.deepEqual([await mine(), ratioNow(model)], [[], 5])
      const acts = await relay.deps.store
        .selectFrom('audit')
        .select(['action', 'target'])
        .where('target', 'in', [String(first), String(second)])
        .where('action', 'like', 'price.%')
        .orderBy('id')
        .execute()
      assert.deepEqual(
        acts.map(({ action, target }) => [action, Number(target)]),
        [
          ['price.schedule', first],
          ['price.schedule', second],
          ['price.reschedule', first],
          ['price.unschedule', second],
          ['price.reschedule', first],
        ],
      )
    })

    test('bad changes are refused', async () => {
      const { client } = await root()
      const refusals: [object, string][] = [
        [
          { effective_at: relay.deps.clock() + priceAheadMaxSeconds + 60, changes: [ratio('m', 1)] },
          'price_change_far',
        ],
        [{ effective_at: 0, changes: [] }, 'invalid_parameter'],
        [{ effective_at: 0, changes: [ratio('m', -1)] }, 'invalid_parameter'],
        [{ effective_at: 0, changes: [ratio(' m', 1)] }, 'invalid_parameter'],
        [{ effective_at: 0, changes: [ratio('m', 1), ratio('m', 2)] }, 'invalid_parameter'],
      ]
      for (const [body, code] of refusals) {
        const { response } = await client.call(priceBookApi.change, { body: body as never }) // wrong on purpose
        assert.equal(!response.success && response.code, code)
      }
    })

    test('what the last days would have cost is computed from the rows, by the code that charges', async () => {
      const { change, whatIf } = await root()
      const [byToken, byCall] = [newModel(), newModel()]
      const here = relay.place()
      await here.channel({ models: `${byToken},${byCall}`, model_mapping: { [byToken]: 'gpt-4o', [byCall]: 'gpt-4o' } })
      await change(0, ratio(byToken, 10), { model: byCall, amounts: { ModelPrice: 0.01 } })
      const [ada, bob] = [await here.key(), await here.key()]
      const call = ({ key }: GivenKey, model: string) => send(relay, path, { key, body: chatBody('x', { model }) })
      for (let count = 0; count < 3; count++) await call(ada, byToken)
      await call(bob, byToken)
      await call(bob, byCall)
      const spent = async ({ user_id }: GivenKey) => (await relay.balance(user_id)).used_quota
      const changes = [ratio(byToken, 25), { model: byCall, amounts: { ModelPrice: 0.03 } }]
      const { total, customers, unknown, is_cut } = await whatIf(...changes)
      const would = [(await spent(ada)) * 2.5, ((await spent(bob)) - 5000) * 2.5 + 15_000]
      assert.deepEqual(
        customers.map(({ username, calls, quota, would }) => [username, calls, quota, would]),
        [
          [ada.username, 3, await spent(ada), would[0]],
          [bob.username, 2, await spent(bob), would[1]],
        ].toSorted(([, , , one], [, , , other]) => Number(other) - Number(one)),
      )
      const quota = (await spent(ada)) + (await spent(bob))
      assert.deepEqual(total, { calls: 5, quota, would: Number(would[0]) + Number(would[1]) })
      assert.deepEqual([unknown, is_cut], [{ calls: 0, quota: 0 }, false])

      await change(0, ...changes)
      await call(bob, byToken)
      const [row] = (await whatIf(changes[0] as ModelPriceChange)).customers.filter(
        (each) => each.user_id === bob.user_id,
      )
      assert.equal(row?.would, 2 * ((Number(would[1]) - 15_000) as number))
      await relay.deps.logStore.updateTable('logs').set({ facts: '' }).where('model_name', '=', byCall).execute()
      assert.deepEqual((await whatIf({ model: byCall, amounts: { ModelPrice: 1 } })).unknown, { calls: 1, quota: 5000 })
    })

    test('a public list is read from an address or a text, and only what differs is offered', async () => {
      const { client, change } = await root()
      const [served, priced] = [newModel(), newModel()]
      const channel = { type: 1, name: served, key: `sk-${served}`, models: served, group: 'default' }
      dataOf(await client.call(channelApi.create, { body: channel }))
      await change(0, ratio(priced, 1.25))
      const cost = { litellm_provider: 'x', mode: 'chat', input_cost_per_token: 2.5e-6, output_cost_per_token: 5e-6 }
      const text = JSON.stringify({
        [`vendor/${served}`]: cost,
        [priced]: { ...cost, output_cost_per_token: 2.5e-6 },
        [`azure/${priced}`]: cost,
        'vendor/unknown': cost,
        broken: { ...cost, input_cost_per_token: 'x' },
      })
      const read = async (body: { text: string } | { address: string }) =>
        dataOf(await client.call(priceBookApi.readList, { body }))
      const list = await read({ text })
      const amounts = { ModelRatio: 1.25, CompletionRatio: 2 }
      assert.deepEqual(list, {
        format: 'litellm',
        rows: [
          { model: served, listed: `vendor/${served}`, amounts, before: {}, is_served: true },
          { model: 'vendor/unknown', listed: 'vendor/unknown', amounts, before: {}, is_served: false },
        ],
        same: 1,
        bad: [{ name: 'broken', reason: 'not_a_number' }],
        bad_total: 1,
      })
      const padded = text + ' '.repeat(2 * 1024 * 1024)
      const site = createServer((request, response) => {
        if (request.url === '/gone') response.statusCode = 404
        response.end(padded)
      })
      site.listen(0, '127.0.0.1')
      await once(site, 'listening')
      const { port } = site.address() as AddressInfo // it listens on a port
      const address = `http://127.0.0.1:${port}`
      assert.deepEqual(await read({ address }), list)
      assert.deepEqual(await read({ text: padded }), list)
      const refused = async (body: { text: string } | { address: string }) => {
        const { response } = await client.call(priceBookApi.readList, { body })
        return !response.success && response.code
      }
      assert.equal(await refused({ address: `${address}/gone` }), 'price_list_unreadable')
      assert.equal(await refused({ address: 'file:///etc/passwd' }), 'invalid_parameter')
      assert.equal(await refused({ address: 'http://169.254.169.254/latest' }), 'price_list_unreadable')
      assert.equal(await refused({ text: '<html></html>' }), 'price_list_unreadable')
      site.close()
    })
  })
