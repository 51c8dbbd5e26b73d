import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createCallMetrics } from '../../src/gateway/entry/call-metrics.ts'
import { useServers } from '../harness/harness.ts'

const servers = useServers('sqlite', { one: {} })
const deployed = (name: string) => readFileSync(join(import.meta.dirname, '../../../deploy/monitoring', name), 'utf8')

test('the board and the alerts use metrics that exist', async () => {
  const { one } = servers
  const text = await (await fetch(`${one.url}/metrics`)).text()
  const exposed = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name = '', type]) => namesOf(name, type)),
  )
  for (const file of ['grafana-dashboard.json', 'alerts.yaml']) {
    const sent = [...deployed(file).matchAll(/\b(?:turnpike|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name)
    assert.ok(sent.length > 5, file)
    assert.deepEqual(
      sent.filter((name) => !exposed.has(name)),
      [],
      file,
    )
  }
})

test('for one release every metric of ours is also there under its name without the prefix, with the same values', async () => {
  const { one } = servers
  await fetch(`${one.url}/api/status`)
  const lines = (await (await fetch(`${one.url}/metrics`)).text()).split('\n').filter(Boolean)
  assert.equal(new Set(lines).size, lines.length, 'no line is there twice')
  const ours = lines.filter((line) => /^(# \w+ )?turnpike_/.test(line))
  assert.ok(ours.some((line) => line.startsWith('turnpike_http_request_duration_seconds_bucket{')))
  const former = ours.map((line) => line.replace('turnpike_', '').replace('time_to_first_token', 'first_word'))
  assert.deepEqual(
    former.filter((line) => !lines.includes(line)),
    [],
  )
  const bare = lines.filter((line) => !/^(# \w+ )?(turnpike|process|nodejs)_/.test(line))
  assert.deepEqual(bare, former)
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
  const calls = await registry.getSingleMetric('turnpike_relay_calls_total')?.get()
  const sum = calls?.values.reduce((total, { value }) => total + value, 0)
  assert.equal(sum, count + 1, 'every call is counted')
  assert.equal(calls?.values.find(({ labels }) => labels.model === 'model-0')?.value, 2)
  assert.ok((calls?.values.length ?? count) <= 2001)
  assert.ok((await registry.metrics()).split('\n').length < 25_000)
})
