import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../config.ts'
import { traceSettings } from './trace-settings.rules.ts'

const at = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
const read = (env: Record<string, string>) => traceSettings(readConfig(env))
const ignoredIn = (env: Record<string, string>) => read({ ...at, ...env })?.ignored.map(({ variable }) => variable)

test('traces are off unless a collector is named, and off where they are switched off', () => {
  assert.equal(read({}), undefined)
  assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_SERVICE_NAME: 'gateway' }), undefined)
  assert.equal(read({ ...at, OTEL_SDK_DISABLED: 'TRUE' }), undefined)
  assert.equal(read({ ...at, OTEL_TRACES_EXPORTER: 'none' }), undefined)
})

test('the address for all signals gets the path of traces; the one for traces is used as it is', () => {
  const urlOf = (env: Record<string, string>) => read(env)?.settings.url
  assert.equal(urlOf(at), 'http://collector:4318/v1/traces')
  assert.equal(urlOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://host/otlp/' }), 'https://host/otlp/v1/traces')
  assert.equal(urlOf({ ...at, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://host/own/' }), 'https://host/own/')
})

test('without more the callers decide, and the queue has the bounds of the specification', () => {
  const { sampler, queueMax, batchMax, delayMs, serviceName } = read(at)?.settings ?? {}
  assert.deepEqual(sampler, { name: 'always_on', ratio: 1, isParentBased: true })
  assert.deepEqual([queueMax, batchMax, delayMs, serviceName], [2048, 512, 5000, undefined])
})

test('samplers by name, with a share where they take one', () => {
  const samplerOf = (name: string, share?: string) =>
    read({ ...at, OTEL_TRACES_SAMPLER: name, ...(share && { OTEL_TRACES_SAMPLER_ARG: share }) })?.settings.sampler
  assert.deepEqual(samplerOf('traceidratio', '0.25'), { name: 'traceidratio', ratio: 0.25, isParentBased: false })
  assert.deepEqual(samplerOf('PARENTBASED_TRACEIDRATIO', '0'), { name: 'traceidratio', ratio: 0, isParentBased: true })
  assert.deepEqual(samplerOf('parentbased_always_off'), { name: 'always_off', ratio: 1, isParentBased: true })
  assert.deepEqual(samplerOf('always_on', 'nonsense'), { name: 'always_on', ratio: 1, isParentBased: false })
})

test('a value that cannot be used counts as unset and is named, without the value', () => {
  const bad = {
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_SDK_DISABLED: 'yes',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_EXPORTER: 'zipkin',
    OTEL_BSP_MAX_QUEUE_SIZE: '-1',
    OTEL_BSP_SCHEDULE_DELAY: 'soon',
  }
  assert.deepEqual(ignoredIn(bad)?.toSorted(), Object.keys(bad).toSorted())
  assert.deepEqual(ignoredIn({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1.5' }), [
    'OTEL_TRACES_SAMPLER_ARG',
  ])
  assert.deepEqual(read({ ...at, ...bad })?.settings, read(at)?.settings)
  assert.doesNotMatch(JSON.stringify(read({ ...at, ...bad })?.ignored), /jaeger_remote|zipkin|soon/)
  assert.deepEqual(ignoredIn({ OTEL_SDK_DISABLED: 'false', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }), [])
})

test('no more is sent at once than may wait', () => {
  assert.equal(read({ ...at, OTEL_BSP_MAX_QUEUE_SIZE: '10' })?.settings.batchMax, 10)
})
