import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { chargeOf } from '../charge.ts'
import { type Estimate, heldTariff } from '../hold.ts'
import { type TokenRatios, tokenPrice } from '../price.ts'
import { noUsage, type Service, type Usage } from '../usage.ts'
import { priceAt } from './price-at.ts'

/** Dollars per million tokens, in and out, as ratios. */
const ratiosOf = (input: number, output: number, more: Partial<TokenRatios> = {}): TokenRatios => ({
  ratio: Number((input / 2).toFixed(6)),
  completion_ratio: Number((output / input).toFixed(12)),
  cache_read_ratio: 0.1,
  cache_write_ratio: 1.25,
  image_ratio: 1,
  audio_ratio: 1,
  audio_completion_ratio: Number((output / input).toFixed(12)),
  ...more,
})
const priced = (tiers: ModelTiers, input = 1.25, output = 10, more: Partial<TokenRatios> = {}) =>
  tokenPrice('m', ratiosOf(input, output, more), { context: 1_000_000 }, 500_000, tiers)

/** A charge in dollars, redone with integers of a billionth: dollars per million × tokens. */
const dollarsToQuota = (...parts: [tokens: number, dollarsPerMillion: string][]): number => {
  const scaled = ([tokens, price]: [number, string]) => {
    const [whole = '', fraction = ''] = price.split('.')
    return BigInt(tokens) * BigInt(whole + fraction.padEnd(9, '0'))
  }
  const sum = parts.map(scaled).reduce((one, other) => one + other, 0n) * 500_000n
  const unit = 10n ** 15n // billionths of a dollar per million tokens
  return Number((2n * sum + unit) / (2n * unit))
}

const lengths = [{ above: 200_000, ratio: 2, completion_ratio: 6 }]
const at = (used: Partial<Usage>) => ({ ...noUsage, ...used })

test('the whole call is charged at the tier of its total input, cached input included', () => {
  const price = priced({ lengths })
  const quota = (used: Partial<Usage>) => chargeOf(at(used), price, 1).quota
  assert.equal(quota({ input: 200_000, output: 100 }), dollarsToQuota([200_000, '1.25'], [100, '10']))
  assert.equal(quota({ input: 200_001, output: 100 }), dollarsToQuota([200_001, '2.5'], [100, '15']))
  const cached = { input: 1, cache_read: 200_000, output: 100 }
  assert.equal(quota(cached), dollarsToQuota([1, '2.5'], [200_000, '0.25'], [100, '15']))
  const { parts } = chargeOf(at(cached), price, 1)
  assert.ok('lines' in parts)
  assert.deepEqual(parts.price.tier, { above: 200_000 })
  assert.equal(parts.price.ratio, 1.25)
})

test('several runs of one call are judged by their own length', () => {
  const runs = { input: 300_000, output: 10, runs: 2 }
  assert.equal(chargeOf(at(runs), priced({ lengths }), 1).quota, dollarsToQuota([300_000, '1.25'], [10, '10']))
})

test('a service tier is charged where the upstream served it, with the length tier and its own lengths', () => {
  const services = { priority: { ratio: 2 }, flex: { ratio: 0.5 }, fast: { ratio: 6, completion_ratio: 5 } }
  const quota = (service: Service, input: number, tiers: ModelTiers = { lengths, services }) =>
    chargeOf(at({ input, output: 100, service }), priced(tiers), 1).quota
  assert.equal(quota({ tier: 'priority' }, 1_000), dollarsToQuota([1_000, '2.5'], [100, '20']))
  assert.equal(quota({ tier: 'flex' }, 300_000), dollarsToQuota([300_000, '1.25'], [100, '7.5']))
  assert.equal(quota({ speed: 'fast' }, 1_000), dollarsToQuota([1_000, '7.5'], [100, '37.5']))
  assert.equal(quota({ tier: 'standard', speed: 'standard' }, 1_000), dollarsToQuota([1_000, '1.25'], [100, '10']))
  assert.equal(quota({ tier: 'batch' }, 1_000), dollarsToQuota([1_000, '1.25'], [100, '10']))
  const own = { lengths, services: { priority: { ratio: 2, lengths: [{ above: 100_000, ratio: 3 }] } } }
  assert.equal(quota({ tier: 'priority' }, 300_000, own), dollarsToQuota([300_000, '3.75'], [100, '30']))
  assert.equal(quota({ tier: 'priority' }, 1_000, own), dollarsToQuota([1_000, '2.5'], [100, '20']))
})

test('two service tiers multiply', () => {
  const price = priced({ services: { fast: { ratio: 2 }, us: { ratio: 1.1 } } }, 5, 25)
  const { quota, parts } = chargeOf(
    at({ input: 1_000, output: 10, service: { speed: 'fast', region: 'us' } }),
    price,
    1,
  )
  assert.equal(quota, dollarsToQuota([1_000, '11'], [10, '55']))
  assert.deepEqual('lines' in parts && parts.price.tier, { services: ['fast', 'us'] })
})

test('a price whose quotient has no end is charged to the unit', () => {
  const price = tokenPrice('m', ratiosOf(0.07, 0.285), {}, 500_000, {
    lengths: [
      { above: 10, ratio: Number((0.3 / 0.07).toFixed(12)), completion_ratio: Number((0.7 / 0.3).toFixed(12)) },
    ],
  })
  assert.equal(chargeOf(at({ output: 1_000 }), price, 1).quota, dollarsToQuota([1_000, '0.285'])) // 142.5
  for (const tokens of [11, 1_000, 123_457, 900_000])
    assert.equal(
      chargeOf(at({ input: tokens, output: 1_000 }), price, 1).quota,
      dollarsToQuota([tokens, '0.3'], [1_000, '0.7']),
    )
})

test('a call is priced by the time of day at which it starts', () => {
  const spans = [
    { from: '22:00', to: '06:00', days: [5], factor: 0.5 },
    { from: '09:00', to: '12:00', factor: 1.5 },
  ]
  const price = priced({ lengths, times: { zone: 'Asia/Shanghai', spans } })
  const quotaAt = (time: string, used: Partial<Usage> = { input: 1_000 }) =>
    chargeOf(at(used), priceAt(price, Date.parse(`${time}+08:00`) / 1000), 1).quota
  assert.equal(quotaAt('2026-11-20T21:59:59'), 625) // a Friday
  assert.equal(quotaAt('2026-11-20T22:00:00'), 313)
  assert.equal(quotaAt('2026-11-21T05:59:00'), 313)
  assert.equal(quotaAt('2026-11-21T06:00:00'), 625)
  assert.equal(quotaAt('2026-11-21T22:30:00'), 625)
  assert.equal(quotaAt('2026-11-20T05:00:00'), 625)
  assert.equal(quotaAt('2026-11-22T09:00:00'), 938)
  assert.equal(quotaAt('2026-11-22T09:00:00', { input: 300_000 }), dollarsToQuota([300_000, '3.75']))
})

test('a charge never exceeds the hold while the upstream counts within its bound', () => {
  const tiers: ModelTiers = {
    lengths: [
      { above: 32_000, ratio: 1.5, image_ratio: 4 },
      { above: 128_000, ratio: 3, completion_ratio: 2, cache_read_ratio: 0.5, audio_ratio: 0.1 },
      { above: 256_000, ratio: 0.7 },
    ],
    services: {
      priority: { ratio: 2, lengths: [{ above: 64_000, ratio: 5 }] },
      flex: { ratio: 0.5 },
      fast: { ratio: 6, completion_ratio: 1 },
      us: { ratio: 1.1 },
    },
    times: { zone: 'UTC', spans: [{ from: '06:00', to: '18:00', factor: 1.7 }] },
  }
  const asked: [Service, Estimate['services']][] = [
    [{}, []],
    [{ tier: 'priority' }, ['priority']],
    [{ tier: 'flex' }, ['flex']],
    [{ speed: 'fast', region: 'us' }, ['fast', 'us']],
  ]
  let seed = 7
  const random = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * (max + 1))
  }
  const isLikely = () => random(1) === 1
  for (let round = 0; round < 2_000; round += 1) {
    const more = {
      cache_write_ratio: random(20) / 10,
      image_ratio: random(30) / 10,
      image_completion_ratio: random(100) / 10,
      audio_ratio: random(100) / 10,
      audio_completion_ratio: random(40) / 10,
    }
    const listed = priced(round % 3 === 0 ? {} : tiers, (10 + random(400)) / 100, (10 + random(4_000)) / 100, more)
    const price = priceAt(listed, random(86_400))
    assert.equal(price.kind, 'tokens')
    if (price.kind !== 'tokens') return
    const [service, services] = asked[random(asked.length - 1)] ?? [{}, []]
    const input = 1 + random(isLikely() ? 2_000 : 400_000)
    const estimate: Estimate = {
      input,
      mediaInput: isLikely() ? random(input) : 0,
      output_max: random(20_000),
      count: 1 + random(2),
      isCachedForHour: isLikely(),
      isSpoken: isLikely(),
      services: services ?? [],
    }
    const groupRatio = random(300) / 100
    const held = heldTariff(estimate, price, groupRatio, 0)
    let rest = Math.min(Math.ceil(estimate.input * 1.25) + 1_000, 1_000_000)
    const part = (max = rest) => {
      const most = Math.min(rest, max)
      const taken = [0, most, random(most)][random(2)] ?? 0
      rest -= taken
      return taken
    }
    const { mediaInput = 0, output_max = 0, count = 1 } = estimate
    const media = mediaInput === 0 ? 0 : Math.ceil(mediaInput * 1.25) + 1_000
    const image_input = part(media)
    const audio_input = part(media - image_input)
    let output = output_max * count
    const image_output = isLikely() ? random(output) : 0
    output -= image_output
    const audio_output = estimate.isSpoken ? random(output) : 0
    const usage = at({
      image_input,
      audio_input,
      cache_read: part(),
      cache_write_5m: part(),
      ...(estimate.isCachedForHour && { cache_write_1h: part() }),
      input: rest,
      output: output - audio_output,
      audio_output,
      ...(image_output > 0 && { image_output }),
      ...(isLikely() && { service }), // it may be served at the normal tier
    })
    const { quota } = chargeOf(usage, price, groupRatio)
    assert.ok(quota <= Math.max(1, held.amount), `${quota} > ${held.amount}: ${JSON.stringify({ estimate, usage })}`)
  }
})

test('a day of another length: spans follow the clock of the zone', () => {
  const spans = [{ from: '01:30', to: '03:30', factor: 0.5 }]
  const price = priced({ times: { zone: 'America/New_York', spans } })
  const isCheap = (time: string) =>
    chargeOf(at({ input: 1_000 }), priceAt(price, Date.parse(time) / 1000), 1).quota === 313
  // In March the clock jumps from 02:00 to 03:00, in November it shows 01:00 to 02:00 twice.
  for (const time of [
    '2026-03-08T06:30Z',
    '2026-03-08T07:29Z',
    '2026-11-01T05:30Z',
    '2026-11-01T06:59Z',
    '2026-11-01T08:29Z',
  ])
    assert.ok(isCheap(time), time)
  for (const time of [
    '2026-03-08T06:29Z',
    '2026-03-08T07:30Z',
    '2026-11-01T05:29Z',
    '2026-11-01T06:15Z',
    '2026-11-01T08:30Z',
  ])
    assert.ok(!isCheap(time), time)
})

test('a span that ends at midnight, or begins there', () => {
  const priceOn = (from: string, to: string, days?: number[]) =>
    priced({ times: { zone: 'UTC', spans: [{ from, to, ...(days && { days }), factor: 0.5 }] } })
  const isCheap = (price: ReturnType<typeof priced>, time: string) =>
    chargeOf(at({ input: 1_000 }), priceAt(price, Date.parse(`${time}Z`) / 1000), 1).quota === 313
  const evening = priceOn('23:00', '00:00', [5])
  assert.deepEqual(
    ['2026-11-20T22:59', '2026-11-20T23:00', '2026-11-20T23:59:59', '2026-11-21T00:00', '2026-11-21T23:30'].map(
      (time) => isCheap(evening, time),
    ),
    [false, true, true, false, false],
  )
  const morning = priceOn('00:00', '01:00')
  assert.deepEqual(
    ['2026-11-20T23:59:59', '2026-11-21T00:00', '2026-11-21T00:59:59', '2026-11-21T01:00'].map((time) =>
      isCheap(morning, time),
    ),
    [false, true, true, false],
  )
})
