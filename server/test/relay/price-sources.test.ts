import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type ModelPriceChange, type PriceAmounts, priceBookApi } from '@turnpike/contract/money/price-book'
import {
  type NewPriceSource,
  type PriceProposal,
  type PriceSource,
  type ProposalAction,
  priceSourceApi,
  priceSourceDefaults,
} from '@turnpike/contract/money/price-sources'
import { amountsOf, wholeMaps } from '../../src/domain/money/pricing/book/changed-prices.ts'
import { recordEdition } from '../../src/domain/money/pricing/sources/applied-prices.queries.ts'
import { findSource, setNextRun } from '../../src/domain/money/pricing/sources/price-sources.queries.ts'
import { runDueSources } from '../../src/domain/money/pricing/sources/price-sources.rules.ts'
import { runSource } from '../../src/domain/money/pricing/sources/run-source.rules.ts'
import { recordShippedEdition } from '../../src/domain/money/pricing/sources/shipped-edition.rules.ts'
import { storedOptions } from '../../src/domain/system/options/live-options.ts'
import { databaseKinds, hasEveryTest } from '../harness/databases.ts'
import type { ConsoleResult } from '../harness/harness.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { chatBody, send } from './send.ts'

const day = 86_400

for (const kind of databaseKinds)
  describe(`price sources [${kind}]`, () => {
    const relay = useRelay(kind)
    let site: Server
    let address = ''
    /** The bodies of the site by path, and how often each was requested. */
    const bodies = new Map<string, string>()
    const requests = new Map<string, number>()
    let serial = 0
    const newName = (what = 'model') => `${what}-${kind}-${++serial}`

    before(async () => {
      site = createServer((request, response) => {
        const path = request.url ?? ''
        requests.set(path, (requests.get(path) ?? 0) + 1)
        const body = bodies.get(path)
        if (path === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/latest' })
        else if (body === undefined) response.statusCode = 404
        response.end(body)
      })
      site.listen(0, '127.0.0.1')
      await once(site, 'listening')
      address = `http://127.0.0.1:${(site.address() as AddressInfo).port}` // it listens on a port
    })
    after(() => site.close())

    function dataOf<Data>({ response }: ConsoleResult<Data>): Data {
      assert.ok(response.success, JSON.stringify(response))
      return response.data
    }
    const codeOf = ({ response }: ConsoleResult<unknown>) => !response.success && response.code

    /** Dollars per million tokens. */
    const litellm = (prices: Record<string, [input: number, output: number]>) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(prices).map(([model, [input, output]]) => [
            model,
            {
              litellm_provider: 'x',
              mode: 'chat',
              input_cost_per_token: input / 1_000_000,
              output_cost_per_token: output / 1_000_000,
            },
          ]),
        ),
      )

    async function desk() {
      const client = relay.client()
      await client.signIn('root', '123456')
      const path = `/${newName('list')}.json`
      const source = (more: Partial<NewPriceSource> = {}): NewPriceSource => ({
        name: newName('source'),
        kind: 'litellm',
        address: address + path,
        ...priceSourceDefaults,
        is_enabled: false,
        models: 'all',
        ...more,
      })
      return {
        client,
        path,
        source,
        create: async (more: Partial<NewPriceSource> = {}) =>
          dataOf(await client.call(priceSourceApi.create, { body: source(more) })),
        lists: (body: string) => void bodies.set(path, body),
        run: async ({ id }: PriceSource) =>
          dataOf(await client.call(priceSourceApi.run, { params: { id: String(id) } })),
        proposals: async ({ id }: PriceSource, query: { state?: PriceProposal['state']; keyword?: string } = {}) =>
          dataOf(
            await client.call(priceSourceApi.proposals, {
              query: { p: 1, page_size: 100, source_id: id, sort: 'model' as const, ...query },
            }),
          ).items,
        decide: async (action: ProposalAction, proposals: PriceProposal[], effective_at = 0) =>
          dataOf(
            await client.call(priceSourceApi.decide, {
              body: { ids: proposals.map(({ id }) => id), action, effective_at },
            }),
          ),
        undo: (id: number | null) => client.call(priceSourceApi.undo, { params: { id: String(id) } }),
        applied: async () =>
          dataOf(await client.call(priceSourceApi.applied, { query: { p: 1, page_size: 100 } })).items,
        change: async (...changes: ModelPriceChange[]) =>
          void dataOf(await client.call(priceBookApi.change, { body: { effective_at: 0, changes } })),
      }
    }
    const tokens = (ModelRatio: number, CompletionRatio = 4): PriceAmounts => ({ ModelRatio, CompletionRatio })
    const inForce = (model: string) => {
      const { ModelRatio, CompletionRatio, ModelPrice } = relay.deps.options.current()
      return ModelPrice[model] ?? [ModelRatio[model], CompletionRatio[model]]
    }
    /** Reads a source as if so many days had passed. */
    async function runIn(days: number, { id }: PriceSource) {
      const row = await findSource(relay.deps.store, id)
      assert.ok(row)
      await runSource(relay.deps, row, relay.deps.clock() + days * day)
    }

    test('a source is created, changed and deleted by the super administrator only, and bad input changes nothing', async () => {
      const { client, create, source } = await desk()
      const made = await create({ name: 'first' })
      assert.deepEqual([made.last_run, made.next_run_at, made.open], [null, null, 0])
      const changed = { ...source(), id: made.id, name: 'second', is_enabled: true, interval_hours: 5 }
      const after = dataOf(await client.call(priceSourceApi.update, { body: changed }))
      assert.deepEqual([after.name, after.interval_hours, after.next_run_at !== null], ['second', 5, true])
      await client.call(priceSourceApi.update, { body: { ...changed, is_enabled: false } })
      const wrong: [Partial<NewPriceSource>, string][] = [
        [{ address: 'file:///etc/passwd' }, 'invalid_parameter'],
        [{ address: 'http://user:password@host/' }, 'invalid_parameter'],
        [{ name: '' }, 'invalid_parameter'],
        [{ apply_percent: 21 }, 'invalid_parameter'],
        [{ factor: 0 }, 'invalid_parameter'],
        [{ interval_hours: 0 }, 'invalid_parameter'],
        [{ models: 'patterns', patterns: [] }, 'price_source_patterns'],
        [{ models: 'patterns', patterns: ['!gpt-*'] }, 'price_source_patterns'],
      ]
      for (const [more, code] of wrong) {
        assert.equal(codeOf(await client.call(priceSourceApi.create, { body: source(more) })), code)
        const body = { ...source(more), id: made.id }
        assert.equal(codeOf(await client.call(priceSourceApi.update, { body })), code)
      }
      const listed = dataOf(await client.call(priceSourceApi.list)).find(({ id }) => id === made.id)
      assert.equal(listed?.name, 'second')
      assert.equal(
        codeOf(await client.call(priceSourceApi.update, { body: { ...source(), id: 999_999 } })),
        'not_found',
      )
      dataOf(await client.call(priceSourceApi.remove, { params: { id: String(made.id) } }))
      assert.equal(codeOf(await client.call(priceSourceApi.remove, { params: { id: String(made.id) } })), 'not_found')
      assert.equal(codeOf(await client.call(priceSourceApi.run, { params: { id: String(made.id) } })), 'not_found')
      const admin = relay.client()
      await relay.given.user({ username: `admin-${kind}`, role: 10 })
      await admin.signIn(`admin-${kind}`)
      assert.notEqual((await admin.call(priceSourceApi.list)).response.success, true)
      const audit = await relay.deps.store
        .selectFrom('audit')
        .select('action')
        .where('action', 'like', 'price_source.%')
        .execute()
      assert.ok(audit.length >= 4)
    })

    test('what a source lists is proposed, with its effect on the calls of the last days and the margin', async () => {
      const { create, lists, run, proposals, change } = await desk()
      const [sold, unserved] = [newName(), newName()]
      const here = relay.place()
      const setting = { cost: { kind: 'prices', prices: { 'gpt-4o': { input: 2, output: 8 } } } }
      const channel = await here.channel({ models: sold, model_mapping: { [sold]: 'gpt-4o' }, setting })
      const { store } = relay.deps
      await store
        .insertInto('abilities')
        .values({ group: here.group, model: sold, channel_id: channel.id, enabled: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await change({ model: sold, amounts: tokens(2) }, { model: unserved, amounts: tokens(1) })
      const ada = await here.key()
      const path = '/v1/chat/completions'
      assert.equal((await send(relay, path, { key: ada.key, body: chatBody('x', { model: sold }) })).status, 200)
      const spent = (await relay.balance(ada.user_id)).used_quota
      lists(litellm({ [sold]: [8, 32], [unserved]: [2.2, 8.8], [newName('new')]: [1, 4] }))
      const source = await create()
      const { last_run, open } = await run(source)
      assert.deepEqual(
        [last_run?.result, last_run?.models, last_run?.applied, last_run?.proposed, open],
        ['done', 3, 0, 3, 3],
      )
      const rows = await proposals(source)
      const bySold = rows.find(({ model }) => model === sold)
      assert.deepEqual(bySold && { ...bySold, id: 0, created_at: 0 }, {
        id: 0,
        source_id: source.id,
        source_name: source.name,
        model: sold,
        listed: sold,
        state: 'open',
        reason: 'off',
        before: tokens(2),
        amounts: tokens(4),
        change: 100,
        is_served: true,
        effect: { calls: 1, quota: spent, would: spent * 2 },
        margin: { channel_id: channel.id, channel_name: bySold?.margin?.channel_name, before: 50, after: 75 },
        created_at: 0,
        decided_at: 0,
        decided_by: '',
      })
      assert.deepEqual(rows.map(({ reason }) => reason).sort(), ['new', 'off', 'off'])
      assert.deepEqual(inForce(sold), [2, 4])
      const again = await run(source)
      assert.deepEqual(
        (await proposals(source)).map(({ id }) => id),
        rows.map(({ id }) => id),
        'the same reading keeps the proposals',
      )
      assert.equal(again.last_run?.proposed, 3)
      lists(litellm({ [sold]: [9, 36], [unserved]: [2, 8], [newName('new')]: [1, 4] }))
      await run(source)
      const newer = await proposals(source)
      assert.deepEqual(newer.find(({ model }) => model === sold)?.amounts, tokens(4.5))
      assert.ok(!newer.some(({ id }) => id === bySold?.id), 'another price is another proposal')
      assert.ok(!newer.some(({ model }) => model === unserved), 'a price in force is not proposed')
    })

    if (!hasEveryTest(kind)) return

    test('every kind of source is read, with its rules', async () => {
      const { create, lists, run, proposals } = await desk()
      const model = newName()
      const gateway = { quota_type: 0, model_ratio: 2, completion_ratio: 4 }
      const cases: [Partial<NewPriceSource>, object, PriceAmounts][] = [
        [{ kind: 'litellm', factor: 1.5 }, JSON.parse(litellm({ [model]: [2, 8] })), tokens(1.5)],
        [{ kind: 'models-dev' }, { openai: { models: { [model]: { cost: { input: 4, output: 16 } } } } }, tokens(2)],
        [
          { kind: 'openrouter', models: 'patterns', patterns: ['vendor/*', '!*/other'] },
          {
            data: [
              { id: `vendor/${model}`, pricing: { prompt: '0.000006', completion: '0.000024' } },
              { id: 'vendor/other', pricing: { prompt: '0.000006', completion: '0.000024' } },
              { id: 'else/model', pricing: { prompt: '0.000006', completion: '0.000024' } },
            ],
          },
          tokens(3),
        ],
        [
          { kind: 'one-api', group: 'vip', recharge_factor: 0.5, factor: 1.2 },
          { data: [{ model_name: model, enable_groups: ['vip'], ...gateway }], group_ratio: { default: 1, vip: 0.5 } },
          tokens(0.6),
        ],
        [
          { kind: 'ratio-config', recharge_factor: 0.25 },
          { data: { model_ratio: { [model]: 2 }, completion_ratio: { [model]: 4 }, model_price: {} } },
          tokens(0.5),
        ],
      ]
      for (const [rules, list, expected] of cases) {
        lists(JSON.stringify(list))
        const source = await create(rules)
        assert.equal((await run(source)).last_run?.result, 'done', String(rules.kind))
        const rows = await proposals(source)
        assert.deepEqual(
          rows.map(({ model: name, amounts }) => [name.replace('vendor/', ''), amounts]),
          [[model, expected]],
          String(rules.kind),
        )
      }
      const served = await create({ models: 'served' })
      lists(litellm({ [model]: [2, 8] }))
      assert.deepEqual([(await run(served)).last_run?.result, await proposals(served)], ['done', []])
    })

    test('a source that is broken, empty, shrunken, far off or hostile writes nothing and says why', async () => {
      const { create, lists, run, proposals, change, client, source: given } = await desk()
      const models = [newName(), newName(), newName(), newName()]
      const prices = Object.fromEntries(models.map((model) => [model, [2.2, 8.8] as [number, number]]))
      await change(...models.map((model) => ({ model, amounts: tokens(1) })))
      const source = await create({ apply_percent: 20 })
      const [first = '', second = ''] = models
      const { [first]: _, ...three } = prices
      const { [second]: __, ...two } = three
      const padding = ' '.repeat(10 * 1024 * 1024)
      const wrong: [string, string][] = [
        ['<html>', 'unreadable'],
        ['', 'empty'],
        ['{}', 'empty'],
        ['{"data":[]}', 'empty'],
        [litellm({ a: [Number.NaN, 1] }), 'empty'],
        [litellm({ a: [-1, 1], b: [-2, -2] }), 'empty'],
        [JSON.stringify({ data: { model_ratio: { a: 1 } } }), 'unreadable'],
        [litellm({ ...prices, [first]: [2000, 8000] }), 'far_off'],
        [litellm({ ...prices, [first]: [0.01, 0.04] }), 'far_off'],
        [`{"a":${'['.repeat(5_000_000)}`, 'unreadable'],
        [`{"a":"${'x'.repeat(13 * 1024 * 1024)}"}`, 'unreachable'],
        [`${padding}x`, 'unreadable'],
      ]
      for (const [body, result] of wrong) {
        lists(body)
        const { last_run } = await run(source)
        assert.equal(last_run?.result, result, body.slice(0, 60))
        if (result === 'far_off') assert.deepEqual(last_run.far_off, [first])
        assert.deepEqual(await proposals(source), [])
        for (const model of models) assert.deepEqual(inForce(model), [1, 4])
      }
      for (const [target, status] of [
        [`${address}/gone`, 404],
        [`${address}/redirect`, 302],
        ['http://169.254.169.254/latest', undefined],
        ['http://[::ffff:169.254.169.254]/latest', undefined],
      ] as const) {
        const elsewhere = await create({ address: target })
        const { last_run } = await run(elsewhere)
        assert.deepEqual([last_run?.result, last_run?.status], ['unreachable', status], target)
      }
      const grouped = await create({ kind: 'one-api', group: 'gone' })
      lists(JSON.stringify({ data: [{ model_name: first, model_ratio: 1 }], group_ratio: { default: 1 } }))
      assert.equal((await run(grouped)).last_run?.result, 'group_unknown')

      lists(litellm(prices) + padding)
      assert.equal((await run(source)).last_run?.applied, 4, 'ten megabytes of a good list are read')
      const raised = (rows: typeof prices) =>
        litellm(Object.fromEntries(Object.keys(rows).map((model) => [model, [2.3, 9.2]])))
      lists(raised(two))
      const shrunk = await run(source)
      assert.deepEqual([shrunk.last_run?.result, shrunk.last_run?.models_before], ['shrunk', 4])
      assert.deepEqual(inForce(models[3] ?? ''), [1.1, 4])
      lists(raised(three))
      const { last_run } = await run(source)
      assert.deepEqual([last_run?.result, last_run?.applied], ['done', 3])
      assert.deepEqual(inForce(first), [1.1, 4], 'a model that left the list keeps its price')
      lists(raised({ [second]: [0, 0] }))
      assert.equal((await run(source)).last_run?.result, 'shrunk')
      const body = { ...given({ name: source.name, apply_percent: 20 }), id: source.id }
      dataOf(await client.call(priceSourceApi.update, { body }))
      assert.equal((await run(source)).last_run?.result, 'done', 'saving the source accepts the shorter list')
    })

    test('prices within the range are applied, at most so much in seven days, and are undone', async () => {
      const { create, lists, run, proposals, change, applied, undo } = await desk()
      const [model, other] = [newName(), newName()]
      await change({ model, amounts: tokens(1) }, { model: other, amounts: tokens(1) })
      const source = await create({ apply_percent: 20 })
      const listing = (input: number) => lists(litellm({ [model]: [input, input * 4], [other]: [5, 20] }))
      listing(2.3)
      assert.equal((await run(source)).last_run?.applied, 1)
      assert.deepEqual(inForce(model), [1.15, 4])
      assert.deepEqual(inForce(other), [1, 4])
      assert.deepEqual(
        (await proposals(source)).map(({ model: name, reason }) => [name, reason]),
        [[other, 'range']],
      )
      listing(2.5)
      await runIn(2, source)
      assert.deepEqual(inForce(model), [1.15, 4])
      assert.equal((await proposals(source, { keyword: model.toUpperCase() }))[0]?.reason, 'total')
      await runIn(8, source)
      assert.deepEqual(inForce(model), [1.25, 4])
      const [newest, oldest] = (await applied()).filter(({ changes }) => changes.some((each) => each.model === model))
      assert.deepEqual(
        [newest, oldest].map((row) => [row?.origin, row?.source_name, row?.actor_name, row?.changes]),
        [
          [1.15, 1.25],
          [1, 1.15],
        ].map(([from = 0, to = 0]) => [
          'source',
          source.name,
          '',
          [{ model, before: tokens(from), after: tokens(to), is_undone: false }],
        ]),
      )
      const refused = await undo(oldest?.id ?? 0)
      assert.equal(codeOf(refused), 'price_undo_changed')
      assert.ok(!refused.response.success && refused.response.message.includes(model))
      assert.deepEqual(dataOf(await undo(newest?.id ?? 0)), { restored: [model], changed: [] })
      assert.deepEqual(inForce(model), [1.15, 4])
      assert.equal(codeOf(await undo(newest?.id ?? 0)), 'price_undo_done')
      await runIn(30, source)
      assert.deepEqual(inForce(model), [1.15, 4], 'what was undone is not applied again without a decision')
      assert.equal((await proposals(source, { keyword: model }))[0]?.reason, 'decided')
      listing(2.4)
      await runIn(31, source)
      assert.deepEqual(inForce(model), [1.15, 4], 'nor is the next price')
    })

    test('a price below the cost of a channel that serves the model is not applied without a decision', async () => {
      const { create, lists, run, proposals, change } = await desk()
      const model = newName()
      const here = relay.place()
      const cost = { kind: 'prices', prices: { [model]: { input: 1.9, output: 7 } } }
      const { id } = await here.channel({ models: model, setting: { cost } })
      await relay.deps.store
        .insertInto('abilities')
        .values({ group: here.group, model, channel_id: id, enabled: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await change({ model, amounts: tokens(1) })
      const source = await create({ apply_percent: 20, models: 'served' })
      lists(litellm({ [model]: [1.8, 7.2] }))
      await run(source)
      const [row] = await proposals(source)
      assert.deepEqual([row?.reason, row?.margin?.after, inForce(model)], ['cost', -5.6, [1, 4]])
      lists(litellm({ [model]: [1.92, 7.68] }))
      await run(source)
      assert.deepEqual([await proposals(source), inForce(model)], [[], [0.96, 4]])
    })

    test('several proposals are accepted at once, now or later, and every acceptance is undone', async () => {
      const { create, lists, run, proposals, decide, undo, client, change, applied } = await desk()
      const models = [newName(), newName(), newName()]
      const [first = '', second = '', third = ''] = models
      const fine = { CacheRatio: 0.5 }
      await change(
        { model: first, amounts: { ...tokens(1), ...fine } },
        { model: second, amounts: { ModelPrice: 0.1 } },
      )
      const source = await create()
      lists(litellm({ [first]: [4, 16], [second]: [4, 16], [third]: [4, 16] }))
      await run(source)
      const rows = await proposals(source)
      assert.deepEqual(rows.map(({ reason }) => reason).sort(), ['kind', 'new', 'off'])
      const done = await decide('accept', rows)
      assert.deepEqual([done.done, done.gone], [3, []])
      for (const model of models) assert.deepEqual(inForce(model), [2, 4])
      assert.deepEqual(await decide('accept', rows), { done: 0, gone: rows.map(({ id }) => id), applied_id: null })
      await change({ model: third, amounts: tokens(9) })
      assert.deepEqual(dataOf(await undo(done.applied_id)), { restored: [first, second], changed: [third] })
      assert.deepEqual([inForce(first), inForce(second), inForce(third)], [[1, 4], 0.1, [9, 4]])
      assert.equal(relay.deps.options.current().CacheRatio[first], 0.5)
      const row = (await applied()).find(({ id }) => id === done.applied_id)
      assert.deepEqual([row?.undone_by, row?.changes.map(({ is_undone }) => is_undone)], ['root', [true, true, false]])
      const open = await proposals(source)
      assert.deepEqual(
        open.map(({ model }) => model),
        [first, second],
      )

      const at = relay.deps.clock() + day
      const later = await decide('accept', open, at)
      const pending = async () =>
        dataOf(await client.call(priceBookApi.pending)).filter((each) => each.effective_at === at)
      assert.deepEqual([later.done, (await pending()).length, inForce(first)], [2, 1, [1, 4]])
      await run(source)
      assert.deepEqual(
        (await proposals(source)).map(({ model }) => model),
        [third],
        'what is to come is not proposed',
      )
      assert.deepEqual(dataOf(await undo(later.applied_id)).restored, [first, second])
      assert.deepEqual([await pending(), (await proposals(source)).length], [[], 3])
      const far = await client.call(priceSourceApi.decide, {
        body: { ids: open.map(({ id }) => id), action: 'accept', effective_at: at + 400 * day },
      })
      assert.equal(codeOf(far), 'price_change_far')
    })

    test('ignored once until the price is another, ignored for good, and taken back', async () => {
      const { create, lists, run, proposals, decide } = await desk()
      const [once_, always] = [newName(), newName()]
      const source = await create()
      const listing = (input: number) => lists(litellm({ [once_]: [input, 8], [always]: [input, 8] }))
      listing(2)
      await run(source)
      const [first, second] = await proposals(source)
      assert.ok(first && second)
      await decide('ignore_once', [first])
      await decide('ignore', [second])
      await run(source)
      assert.deepEqual(await proposals(source), [])
      listing(3)
      await run(source)
      assert.deepEqual(
        (await proposals(source)).map(({ model }) => model),
        [once_],
      )
      const [ignored] = await proposals(source, { state: 'ignored' })
      assert.deepEqual([ignored?.model, ignored?.decided_by], [always, 'root'])
      assert.ok(ignored)
      assert.equal((await decide('open', [ignored])).done, 1)
      await run(source)
      assert.deepEqual(
        (await proposals(source)).map(({ model, amounts }) => [model, amounts.ModelRatio]),
        [
          [once_, 1.5],
          [always, 1.5],
        ],
      )
    })

    test('hundreds of proposals are shown in pages, sorted and searched', async () => {
      const { create, lists, run, client } = await desk()
      const word = newName('many')
      lists(litellm(Object.fromEntries(Array.from({ length: 350 }, (_, index) => [`${word}-${index}`, [2, index]]))))
      const source = await create()
      assert.equal((await run(source)).open, 350)
      const page = async (query: object) =>
        dataOf(
          await client.call(priceSourceApi.proposals, {
            query: { p: 1, page_size: 100, source_id: source.id, ...query },
          }),
        )
      const last = await page({ p: 4 })
      assert.deepEqual([last.total, last.items.length, last.page], [350, 50, 4])
      for (const sort of ['effect', 'change', 'model', 'newest']) assert.equal((await page({ sort })).items.length, 100)
      assert.equal((await page({ keyword: `${word}-34` })).total, 11)
      assert.equal((await page({ keyword: '%' })).total, 0)
      assert.equal((await page({ source_id: source.id + 1_000_000 })).total, 0)
    })

    test('of two instances, one reads a source that is due', async () => {
      const { client, source, lists, path } = await desk()
      lists(litellm({ [newName()]: [2, 8] }))
      const { store } = relay.deps
      const made = dataOf(await client.call(priceSourceApi.create, { body: source() }))
      await store.updateTable('price_sources').set({ is_enabled: 1 }).where('id', '=', made.id).execute()
      await Promise.all(['one', 'two', 'three'].map((holder) => runDueSources(relay.deps, holder)))
      assert.equal(requests.get(path), 1)
      await runDueSources(relay.deps, 'one')
      assert.equal(requests.get(path), 1, 'it is not due')
      await setNextRun(store, made.id, 0)
      await runDueSources(relay.deps, 'two')
      assert.equal(requests.get(path), 2)
      const listed = dataOf(await client.call(priceSourceApi.list)).find(({ id }) => id === made.id)
      assert.equal(listed?.next_run_at, (listed?.last_run?.at ?? 0) + day)
    })

    test('a new version of the shipped table is one applied change, without the prices that an administrator set', async () => {
      const { applied, change, undo } = await desk()
      const own = newName()
      const { store, vault, options, clock } = relay.deps
      const maps = wholeMaps((await storedOptions(store, vault, options.current())).values)
      const [gpt4o, mini, gpt4] = ['gpt-4o', 'gpt-4o-mini', 'gpt-4'].map((model) => amountsOf(maps, model))
      const before = {
        'gpt-4o': { ...gpt4o, ModelRatio: 2.5, CompletionRatio: 3 },
        'gpt-4o-mini': { ...mini, ModelRatio: 9 },
        'gpt-4': { ...gpt4 },
      }
      await change({ model: 'gpt-4o-mini', amounts: { ...mini, ModelRatio: 7 } }, { model: own, amounts: tokens(1) })
      const shipped = () => applied().then((rows) => rows.filter(({ origin }) => origin === 'shipped'))
      const edition = (name: string) => ({ day: name, before: async () => before })
      await store.deleteFrom('shipped_editions').execute()
      await recordShippedEdition(relay.deps, edition('2030-01-01'), clock())
      assert.deepEqual(await shipped(), [], 'a fresh installation')
      await recordEdition(store, '', 0)
      await Promise.all([1, 2].map(() => recordShippedEdition(relay.deps, edition('2030-02-02'), clock())))
      const [row, another] = await shipped()
      assert.equal(another, undefined)
      assert.deepEqual([row?.edition, row?.changes.map(({ model }) => model)], ['2030-02-02', ['gpt-4o']])
      assert.deepEqual(row?.changes[0]?.before, structuredClone(before['gpt-4o'])) // as it was sent: plain objects
      assert.deepEqual(dataOf(await undo(row?.id ?? 0)).restored, ['gpt-4o'])
      assert.deepEqual(inForce('gpt-4o'), [2.5, 3])
    })
  })
