import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createCallMetrics } from '../src/gateway/entry/call-metrics.ts'
import { useServers } from './harness/harness.ts'

const servers = useServers('sqlite', { one: {} })
const deployed = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/monitoring', name), 'utf8')

test('the board and the alerts ask for metrics that exist', async () => {
  const { one } = servers
  const text = await (await fetch(`${one.url}/metrics`)).text()
  const exposed = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name = '', type]) => namesOf(name, type)),
  )
  for (const file of ['grafana-dashboard.json', 'alerts.yaml']) {
    const asked = [...deployed(file).matchAll(/\b(?:relay|ledger|http|process|nodejs)_[a-z0-9_]+\b/g)].map(
      ([name]) => name,
    )
    assert.ok(asked.length > 5, file)
    assert.deepEqual(
      asked.filter((name) => !exposed.has(name)),
      [],
      file,
    )
  }
})

const namesOf = (name: string, type = '') =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]

test('what is counted by model, channel and group has an end', async () => {
  const registry = new Registry()
  const metrics = createCallMetrics(registry)
  const figures = { quota: 3, input: 2, output: 1, ms: 700, firstMs: 100 }
  const count = 5000
  for (let model = 0; model < count; model++) {
    metrics.settled({ model: `model-${model}`, channel: 1, group: 'default' }, figures)
    metrics.failed({ model: `model-${model}`, group: 'default', code: 'limit_reached' })
  }
  metrics.settled({ model: 'model-0', channel: 1, group: 'default' }, figures)
  const calls = await registry.getSingleMetric('relay_calls_total')?.get()
  const sum = calls?.values.reduce((total, { value }) => total + value, 0)
  assert.equal(sum, count + 1, 'every call is counted')
  assert.equal(calls?.values.find(({ labels }) => labels.model === 'model-0')?.value, 2)
  assert.ok((calls?.values.length ?? count) <= 2001)
  assert.ok((await registry.metrics()).split('\n').length < 25_000)
})
