import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { priceKeys } from '@turnpike/contract/money/price-book'
import { defaultOptions } from '@turnpike/contract/options'
import { chargeOf } from '../charge.ts'
import type { TokenPrice } from '../price.ts'
import { buildPriceBook, type PriceOptions, priceOf } from '../price-book.ts'
import { priceAt } from '../tiers/price-at.ts'
import { noUsage, type Service, totalPrompt, type Usage } from '../usage.ts'
import { readBillingExpr, writeBillingExpr } from './billing-expr.ts'

const quotaPerUnit = 500_000

function priceFrom(amounts: PriceAmounts, model = 'house-1'): TokenPrice {
  const none = Object.fromEntries(priceKeys.map((key) => [key, {}])) as Record<(typeof priceKeys)[number], object>
  const set = Object.entries(amounts).map(([key, value]) => [key, { [model]: value }])
  const price = priceOf(
    // The values were made by the function under test, and a price book refuses others.
    buildPriceBook({ ...none, ...Object.fromEntries(set), QuotaPerUnit: quotaPerUnit } as PriceOptions),
    model,
  )
  assert.ok(price?.kind === 'tokens')
  return price
}

function readPrice(text: string): TokenPrice {
  const amounts = readBillingExpr(text, quotaPerUnit)
  assert.ok(amounts, text)
  return priceFrom(amounts)
}

/** 2026-11-18 is a Wednesday. */
const at = (hour: number, day = 18) => Date.UTC(2026, 10, day, hour, 30) / 1000

/** What the expression itself says, by the evaluation of its text: dollars per million. */
function dollarsThere(text: string, usage: Usage, time: number): number {
  const { tier, speed } = usage.service ?? {}
  const date = new Date(time * 1000)
  const has = (name: string) => new RegExp(`\\b${name} \\*`).test(text)
  const apart = (name: string, count: number) => (has(name) ? 0 : count)
  const values: Record<string, unknown> = {
    len: totalPrompt(usage),
    p:
      usage.input +
      apart('cr', usage.cache_read) +
      apart('cc', usage.cache_write_5m) +
      apart('img', usage.image_input) +
      apart('ai', usage.audio_input),
    c: usage.output + apart('ao', usage.audio_output) + apart('img_o', usage.image_output ?? 0),
    cr: usage.cache_read,
    cc: usage.cache_write_5m,
    cc1h: usage.cache_write_1h,
    img: usage.image_input,
    img_o: usage.image_output ?? 0,
    ai: usage.audio_input,
    ao: usage.audio_output,
    tier: (_: string, value: number) => value,
    param: (name: string) => ({ service_tier: tier, speed })[name],
    header: () => (speed === 'fast' ? 'fast-mode-2026-02-01' : ''),
    has: (text: string, part: string) => text.includes(part),
    hour: () => date.getUTCHours(),
    weekday: () => date.getUTCDay(),
  }
  return Number(new Function(...Object.keys(values), `return ${text.replace(/^v1:/, '')}`)(...Object.values(values)))
}

let seed = 11
const random = (max: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * (max + 1))
}
const randomUsage = (service: Service): Usage => ({
  ...noUsage,
  input: random(random(1) ? 2_000 : 300_000),
  cache_read: random(50_000),
  cache_write_5m: random(9_000),
  image_input: random(900),
  audio_input: random(900),
  output: random(5_000),
  audio_output: random(300),
  image_output: random(300),
  service,
})

const services: Service[] = [{}, { tier: 'priority' }, { tier: 'flex' }, { speed: 'fast' }, { tier: 'standard' }]
const claude = 'p * 5 + c * 25 + cr * 0.5 + cc * 6.25 + cc1h * 10'
const readable = [
  'tier("base", p * 2 + c * 4)',
  `tier("base", ${claude})`,
  'v1:len <= 272000 ? tier("standard", p * 2.5 + c * 15 + cr * 0.25) : tier("long_context", p * 5 + c * 22.5 + cr * 0.5)',
  'len < 32000 ? tier("short", p * 1.2 + c * 6 + cr * 0.24 + cc * 1.5) : len <= 128000 ? tier("mid", p * 2.4 + c * 12 + cr * 0.48 + cc * 3) : tier("long", p * 3 + c * 15 + cr * 0.6 + cc * 3.75)',
  'len > 200000 ? tier("long", p * 0.07 + c * 0.285) : (len >= 1000 && len < 5000 ? tier("odd", p * 0.3 + c * 0.7 + ai * 3 + ao * 7) : tier("rest", p * 0.11 + c * 1e-2))',
  'tier("base", p * 2 + c * 8 + img * 2.5)',
  'tier("base", p * 0.3 + c * 2.5 + cr * 0.03 + ai * 1.0)',
  'tier("base", p * 2 + c * 12 + img_o * 120)',
  'tier("全模态", p * 0.43 + c * 3.06 + img * 0.78 + ai * 3.81 + ao * 15.11)',
  'len <= 9000 ? tier("a", p * 2 + c * 12 + img_o * 120 + ai * 4 + ao * 9) : tier("b", p * 3 + c * 15)',
  'tier("input only", p * 0.02)',
  'len <= 4000 ? tier("short", p * 1 + c * 2) : p * 0 + c * 0',
  `(tier("base", ${claude})) * (has(header("anthropic-beta"), "fast-mode-2026-02-01") ? 6 : 1)`,
  '(len <= 272000 ? tier("a", p * 2.5 + c * 15 + cr * 0.25) : tier("b", p * 5 + c * 22.5 + cr * 0.5)) * (param("service_tier") == "priority" ? 2 : 1) * (param("service_tier") == "flex" ? 0.5 : 1)',
  '(tier("base", p * 3 + c * 15)) * (hour("UTC") >= 21 || hour("UTC") < 6 ? 0.5 : 1)',
  '(tier("base", p * 3 + c * 15)) * (weekday("UTC") == 0 ? 0.8 : 1) * (weekday("UTC") == 6 ? 0.8 : 1)',
  '(tier("base", p * 3 + c * 15)) * (weekday("UTC") >= 1 && (hour("UTC") >= 22 || hour("UTC") < 7) ? 0.5 : 1) * (hour("UTC") >= 9 && hour("UTC") < 12 ? 1.5 : 1) * (param("speed") == "fast" ? 6 : 1)',
  'tier("free", p * 0 + c * 0)',
]

test('a billing expression costs the same as the price that is read from it', () => {
  for (const text of readable) {
    const price = readPrice(text)
    for (let round = 0; round < 60; round += 1) {
      const usage = randomUsage(services[random(4)] ?? {})
      const time = at(random(23), 15 + random(6))
      const { quota } = chargeOf(usage, priceAt(price, time), 1)
      const there = (dollarsThere(text, usage, time) / 1_000_000) * quotaPerUnit
      assert.ok(Math.abs(quota - there) <= 0.500001, `${text}: ${there} there, ${quota} here ${JSON.stringify(usage)}`)
    }
  }
})

test('an expression that is written is read as the same price', () => {
  for (const text of readable) {
    const price = readPrice(text)
    const written = writeBillingExpr(price)
    assert.ok(written, text)
    const again = readPrice(written)
    assert.deepEqual(again.rates, price.rates, written)
    for (const inputTokens of [1, 4_500, 10_000, 300_000]) {
      const usage = { ...randomUsage(services[random(4)] ?? {}), input: inputTokens }
      const time = at(random(23))
      const quotaBy = (one: TokenPrice) => chargeOf(usage, priceAt(one, time), 1).quota
      assert.equal(quotaBy(again), quotaBy(price), written)
    }
    assert.equal(writeBillingExpr(again), written)
  }
})

test('every shipped price per token is written and read as itself', () => {
  const book = buildPriceBook(defaultOptions())
  let count = 0
  for (const [model, price] of book) {
    if (price.kind !== 'tokens') continue
    const written = writeBillingExpr(price)
    const amounts = written === undefined ? undefined : readBillingExpr(written, quotaPerUnit)
    if (!amounts) continue
    count += 1
    const again = priceFrom(amounts, model)
    for (const [index, units] of price.rates.units.entries()) {
      const before: number = Number(units) / 10 ** price.rates.scale
      const after = Number(again.rates.units[index]) / 10 ** again.rates.scale
      assert.ok(Math.abs(before - after) < 1e-8, `${model} ${written}: ${before} ${after}`)
    }
  }
  assert.ok(count > 300, `${count} prices`)
})

test('an expression by another time, count or request is not read', () => {
  const base = 'tier("base", p * 3 + c * 15)'
  for (const text of [
    '',
    'p * 3 +',
    'tier("a", p * 3 + c * 15) tier("b", p * 3)',
    'tier("a", p * 3 + p * 3)',
    'tier("a", p * -3 + c * 15)',
    'tier("a", p * 3 + c * 15 + 7)',
    'tier("a", max(p, 1) * 3)',
    'tier("a", p * 1e999 + c * 1)',
    'v2:tier("a", p * 3 + c * 15)',
    'len <= 32000 && c <= 200 ? tier("a", p * 1 + c * 2) : tier("b", p * 1 + c * 8)',
    'p <= 32000 ? tier("a", p * 1 + c * 2) : tier("b", p * 1 + c * 8)',
    'len <= 1000 ? tier("a", p * 1 + c * 2) : tier("b", p * 1 + c * 8) * (param("service_tier") == "flex" ? 0.5 : 1)',
    'len <= 1000 ? tier("a", p * 0 + c * 0) : tier("b", p * 1 + c * 8)', // no multiple of a free price
    'tier("a", p * 0 + c * 8)',
    'tier("a", p * 3 + c * 15 + cc * 3.75 + cc1h * 7)',
    `(${base}) * (param("service_tier") == "auto" ? 2 : 1)`,
    `(${base}) * (param("stream") == true ? 2 : 1)`,
    `(${base}) * (header("x") != "" ? 2 : 1)`,
    `(${base}) * (month("UTC") == 1 ? 2 : 1)`,
    `(${base}) * (hour("UTC") < 6 && param("service_tier") == "flex" ? 2 : 1)`,
    `(${base}) * (hour("UTC") < 6 ? 0.5 : 1) * (hour("Asia/Shanghai") < 6 ? 0.5 : 1)`,
    `(${base}) * (hour("Nowhere/Land") < 6 ? 0.5 : 1)`,
    `(${base}) * (hour("UTC") < 6 ? 0.5 : 2)`,
    `(${base}) * 2`,
  ])
    assert.equal(readBillingExpr(text, quotaPerUnit), undefined, text)
})

test('a long, deep or odd text is refused', () => {
  const leaf = 'tier("a", p * 3 + c * 15)'
  for (const text of [
    `${'('.repeat(9_000)}${leaf}${')'.repeat(9_000)}`,
    '('.repeat(19_999),
    'len < 1 ? '.repeat(2_000) + leaf,
    `${' '.repeat(30_000)}${leaf}`,
    `${`len < 9 ? ${leaf} : `.repeat(20)}${'\\'.repeat(10_000)}`,
    `tier("${'\\'.repeat(15_001)}", p * 1)`,
    `tier("a", p * ${'9'.repeat(15_000)})`,
    '__proto__',
    'tier("a", constructor * 3)',
    Array.from({ length: 18 }, (_, index) => `len < ${index + 2} ? tier("a", p * ${index + 1} + c * 1) : `).join('') +
      leaf,
  ])
    assert.equal(readBillingExpr(text, quotaPerUnit), undefined, text.slice(0, 40))
})

test('a price with rates that no expression states has none', () => {
  const priced = (tiers: TokenPrice['tiers']) => priceFrom({ ModelRatio: 1, CompletionRatio: 4, ModelTiers: tiers })
  const span = { from: '08:30', to: '09:00', factor: 2 }
  assert.equal(writeBillingExpr(priced({ services: { flex: { ratio: 0.5, completion_ratio: 2 } } })), undefined)
  assert.equal(writeBillingExpr(priced({ times: { zone: 'UTC', spans: [span] } })), undefined)
  assert.equal(
    writeBillingExpr(priced({ services: { flex: { ratio: 0.5 } }, lengths: [{ above: 9, ratio: 2 }] })),
    '(len <= 9 ? tier("base", p * 2 + c * 8 + cr * 2 + cc * 2.5 + cc1h * 4) : tier("above_9", p * 4 + c * 16 + cr * 4 + cc * 5 + cc1h * 8)) * (param("service_tier") == "flex" ? 0.5 : 1)',
  )
})
