import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AggregatorRegistry, Counter, Histogram, Registry } from 'prom-client'
import { talliedCounter } from './tallied-counter.ts'
import { talliedHistogram } from './tallied-histogram.ts'

const about = { name: 'times', help: 'Times', labelNames: ['route'], buckets: [0.1, 1] }
const values = [0.05, 0.1, 0.5, 1, 3]

const linesOf = (text: string) => text.split('\n').filter(Boolean).map(inOneOrder).sort()
/** The order of labels says nothing. */
const inOneOrder = (line: string) => line.replace(/\{(.*)\}/, (_, labels: string) => labels.split(',').sort().join())

test('tallied counters and histograms are read as those of the library, alone and summed over processes', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const counted = { name: 'counts', help: 'Counts', labelNames: ['route'] }
  const [count, times] = [talliedCounter({ ...counted, registers: [ours] }), talliedHistogram(ours, about)]
  const counter = new Counter({ ...counted, registers: [theirs] })
  const histogram = new Histogram({ ...about, registers: [theirs] })
  for (const [index, value] of values.entries()) {
    const route = index % 2 === 0 ? '/a' : '/b'
    count(route).add(value)
    times(route).observe(value)
    counter.inc({ route }, value)
    histogram.observe({ route }, value)
  }
  const expected = linesOf(await theirs.metrics())
  assert.ok(expected.length > 10)
  assert.deepEqual(linesOf(await ours.metrics()), expected)
  assert.deepEqual(linesOf(await ours.metrics()), expected, 'reading counts nothing twice')
  const summed = async (registry: Registry) => {
    const one = await registry.getMetricsAsJSON()
    return linesOf(await AggregatorRegistry.aggregate([one, one]).metrics())
  }
  assert.deepEqual(await summed(ours), await summed(theirs))
})
