import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { priceText, reportText } from '../../src/import/report.ts'
import type { OpenStore } from '../../src/store/store.ts'
import { listenForTest } from '../harness/loopback.ts'
import { importFrom, startPlace } from './import-place.ts'

type Recorded = {
  tables: Record<string, { columns: string; rows: Record<string, string | number>[] }>
  /** Calls of the program, the usage that the upstream stated, and the quota that the program logged for them. */
  calls: { name: string; model: string; token: 'root' | 'vip' | 'vipdefault'; usage: object; quota: number }[]
}

const keys = { root: 'RootKey', vip: 'VipKey', vipdefault: 'VipDefaultKey' }

/**
 * A database as the program wrote it, except for passwords and keys. The fixtures are the rows that one-api 0.6, new-api 0.4.6
 * and new-api 1.0 wrote while they served these calls, and the quota that each of them logged.
 */
function openRecorded(name: string, upstream: string): { path: string; calls: Recorded['calls'] } {
  const file = new URL(`fixtures/${name}.json`, import.meta.url)
  const { tables, calls }: Recorded = JSON.parse(readFileSync(file, 'utf8'))
  const path = join(mkdtempSync(join(tmpdir(), 'turnpike-test-')), 'one-api.db')
  const database = new DatabaseSync(path)
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const names = columns.split(' ').map((column) => `"${column}"`)
    database.exec(`CREATE TABLE "${table}" (${names.join(', ')})`)
    for (const row of rows) {
      const given = { ...row, ...('base_url' in row && { base_url: upstream }) }
      const columnsOfRow = Object.keys(given).map((column) => `"${column}"`)
      database
        .prepare(
          `INSERT INTO "${table}" (${columnsOfRow.join(', ')}) VALUES (${columnsOfRow.map(() => '?').join(', ')})`,
        )
        .run(...Object.values(given))
    }
  }
  database.close()
  return { path, calls }
}

/** An upstream that states the usage that the last message contains. */
async function startUpstream(t: TestContext): Promise<string> {
  const { url } = await listenForTest(t, async (request, response) => {
    const { model, messages } = JSON.parse((await request.toArray()).join(''))
    const { content } = messages.at(-1)
    const usage = JSON.parse(typeof content === 'string' ? content : content[0].text)
    const chat = {
      object: 'chat.completion',
      created: 1,
      choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
    }
    const message = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'ok' }],
      stop_reason: 'end_turn',
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'one', model, usage, ...(request.url?.includes('messages') ? message : chat) }))
  })
  return url.replace(/\/$/, '')
}

const lastQuota = async ({ store }: OpenStore) =>
  (
    await store
      .selectFrom('logs')
      .select(['id', 'quota'])
      .where('type', '=', 2)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.quota

type Expected = {
  /** By the name of the call: what it costs here, where that is not what it costs there. */
  otherwise?: Record<string, number>
  /** What the report says of every such call. */
  remark?: RegExp
  /** The models whose prices the report compares. */
  prices: [model: string, there: string, here: string, reason: string][]
}

const shortExpression =
  'len < 32000 && c < 200 ? tier("short_output", p * 0.8 + c * 2 + cr * 0.16) : tier("long_output", p * 0.8 + c * 6 + cr * 0.16)'
const house1: Expected['prices'][number] = [
  'house-1',
  '$2.5 in, $10 out',
  '$0.15 in, $0.6 out',
  'another channel requests plain-1 for it',
]

const expected: Record<string, Expected> = {
  'new-api-1.0': { prices: [['tier-3', shortExpression, 'none', 'its billing expression cannot be read here']] },
  'new-api-0.4.6': {
    otherwise: { 'many outputs': 40_577 },
    remark: /rounds output tokens times their ratio to whole tokens/,
    prices: [house1],
  },
  'one-api-0.6': {
    otherwise: { 'output ratio of the program': 1834 },
    remark: /rounds each charge up/,
    prices: [
      ['plain-1(45)', 'ModelRatio 9', 'none', 'it is the price of one channel type, which has no equivalent here'],
      house1,
    ],
  },
}

for (const [name, { otherwise = {}, remark = /^$/, prices }] of Object.entries(expected))
  test(`the calls of a real database of ${name} cost the same here, or the report names the difference`, async (t) => {
    const { relay, open } = await startPlace(t, 'sqlite')
    const { path, calls } = openRecorded(name, await startUpstream(t))
    const report = await importFrom(open, path, { apply: true })
    await relay.deps.reload()
    const charged: [string, number | undefined][] = []
    for (const { name: call, model, token, usage } of calls) {
      const isClaude = model.startsWith('claude')
      const response = await fetch(`${relay.url}/v1/${isClaude ? 'messages' : 'chat/completions'}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer sk-${keys[token]}0123456789abcdefghijklmnop`,
          'content-type': 'application/json',
          'anthropic-version': '2023-06-01',
        },
        body: JSON.stringify({
          model,
          ...(isClaude && { max_tokens: 400 }),
          messages: [{ role: 'user', content: JSON.stringify(usage) }],
        }),
      })
      const text = await response.text()
      charged.push([call, response.ok ? await lastQuota(open) : (text as never)])
    }
    assert.deepEqual(
      charged,
      calls.map((call) => [call.name, otherwise[call.name] ?? call.quota]),
    )
    const remarks = report.tables[0]?.remarks.map(({ what }) => what) ?? []
    assert.deepEqual(
      remarks.some((what) => remark.test(what)),
      Object.keys(otherwise).length > 0,
    )
    assert.deepEqual(
      report.prices.map(({ model, there, here, reason }) => [model, priceText(there), priceText(here), reason]),
      prices,
    )
    for (const row of prices) for (const cell of row) assert.ok(reportText(report).includes(cell), cell)
  })
