import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import {
  isModelTiers,
  type LengthTier,
  lengthTiersMax,
  type ModelTiers,
  type PriceSpan,
  type ServiceTier,
  type TierRatios,
} from '@turnpike/contract/money/price-tiers'
import { isMultiple } from '@turnpike/contract/quota'
import type { TokenPrice, TokenRatios } from '../price.ts'
import { tariffFor } from '../tiers/tariff.ts'
import { usageLines } from '../usage.ts'
import { factorsOfSpans, hourFactors, spansOf } from './hour-factors.ts'
import {
  type Branch,
  type ExprCount,
  type ExprRates,
  exprCounts,
  type LengthCondition,
  parseExpr,
  type Rule,
  type TimeCheck,
} from './parse-expr.ts'

/** All amounts of a model: those that an expression does not mention have their default. */
export type ExprAmounts = PriceAmounts & { ModelRatio: number; CompletionRatio: number }

/** What a quotient of two prices may differ from another one that means the same. */
const isNearly = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other))
const quotient = (dividend: number, divisor: number) => Number((dividend / divisor).toFixed(12))

/**
 * The price that a billing expression of new-api states, in dollars per million tokens. Undefined for an expression that its
 * visual editor does not write, or that no price here can say.
 */
export function readBillingExpr(text: string, quotaPerUnit: number): ExprAmounts | undefined {
  const parsed = parseExpr(text)
  if (!parsed) return undefined
  const segments = segmentsOf(withAllCounts(parsed.branches))
  const [first, ...longer] = segments.map(({ above, rates }) => ({ above, ratios: ratiosOf(rates, quotaPerUnit) }))
  const multipliers = multipliersOf(parsed.rules)
  if (!first?.ratios || !multipliers) return undefined
  const base = first.ratios
  const lengths = longer.map(({ above, ratios }) => ratios && lengthTier(above, ratios, base))
  if (!lengths.every((tier) => tier !== undefined)) return undefined
  const tiers: ModelTiers = { ...(lengths.length > 0 && { lengths }), ...multipliers }
  const hasTiers = Object.keys(tiers).length > 0
  const amounts = {
    ModelRatio: base.ratio,
    CompletionRatio: base.completion_ratio,
    CacheRatio: unless(1, base.cache_read_ratio),
    CreateCacheRatio: unless(1.25, base.cache_write_ratio),
    ImageRatio: unless(1, base.image_ratio),
    ImageCompletionRatio: base.image_completion_ratio ?? null,
    AudioRatio: unless(1, base.audio_ratio),
    AudioCompletionRatio: unless(base.completion_ratio, base.audio_completion_ratio),
    ModelTiers: hasTiers ? tiers : null,
  }
  const { ModelTiers: _, ...numbers } = amounts
  if (!Object.values(numbers).every((value) => value === null || isMultiple(value))) return undefined
  return !hasTiers || isModelTiers(tiers) ? amounts : undefined
}

const unless = (usual: number, value: number) => (value === usual ? null : value)

/** new-api takes a count out of `p` and `c` in every branch if any branch has a price for it. */
function withAllCounts(branches: readonly Branch[]): Branch[] {
  const counts = new Set(branches.flatMap(({ rates }) => Object.keys(rates)))
  const free = Object.fromEntries([...counts].map((count) => [count, 0]))
  return branches.map(({ conditions, rates }) => ({ conditions, rates: { ...free, ...rates } }))
}

type Segment = { above: number; rates: ExprRates }

/** The rates by length: each segment begins above a length and ends where the next one begins. */
function segmentsOf(branches: readonly Branch[]): Segment[] {
  const bounds = branches.flatMap(({ conditions }) => conditions.map(lastShorter)).filter((bound) => bound >= 1)
  const segments: Segment[] = []
  for (const above of [0, ...[...new Set(bounds)].sort((one, other) => one - other)]) {
    const branch = branches.find(({ conditions }) => conditions.every((condition) => holds(condition, above + 1)))
    if (branch && branch.rates !== segments.at(-1)?.rates) segments.push({ above, rates: branch.rates })
  }
  return segments.length <= lengthTiersMax + 1 ? segments : []
}

/** The longest input on the shorter side of a condition. */
const lastShorter = ({ comparison, length }: LengthCondition) =>
  comparison === '<=' || comparison === '>' ? Math.floor(length) : Math.ceil(length) - 1

function holds({ comparison, length }: LengthCondition, inputTokens: number): boolean {
  if (comparison === '<') return inputTokens < length
  if (comparison === '<=') return inputTokens <= length
  return comparison === '>' ? inputTokens > length : inputTokens >= length
}

/** Undefined for rates that ratios to the price of input cannot say. */
function ratiosOf(rates: ExprRates, quotaPerUnit: number): TokenRatios | undefined {
  const { p = 0, c = 0, cr = p, cc = p, cc1h, img = p, img_o, ai = p, ao = c } = rates
  const others = [c, cr, cc, img, ai, ao, img_o ?? 0, cc1h ?? 0]
  if (p === 0) return others.every((rate) => rate === 0) ? freeRatios : undefined
  // Here a cache write for an hour has no price of its own.
  if (cc1h !== undefined && (rates.cc === undefined || !isNearly(cc1h / p, (cc / p) * 1.6))) return undefined
  if (ai === 0 && ao !== 0) return undefined
  const completion = quotient(c, p)
  return {
    ratio: Number(((p * quotaPerUnit) / 1_000_000).toFixed(12)),
    completion_ratio: completion,
    cache_read_ratio: quotient(cr, p),
    cache_write_ratio: quotient(cc, p),
    image_ratio: quotient(img, p),
    ...(img_o !== undefined && { image_completion_ratio: quotient(img_o, p) }),
    audio_ratio: quotient(ai, p),
    audio_completion_ratio: ai === 0 ? completion : quotient(ao, ai),
  }
}

const freeRatios: TokenRatios = {
  ratio: 0,
  completion_ratio: 1,
  cache_read_ratio: 1,
  cache_write_ratio: 1.25,
  image_ratio: 1,
  audio_ratio: 1,
  audio_completion_ratio: 1,
}

/** A tier says only what differs from the model's own price. Undefined where that is free, since no multiple leaves it. */
function lengthTier(above: number, ratios: TokenRatios, base: TokenRatios): LengthTier | undefined {
  if (ratios.ratio === 0) return { above, ratio: 0 }
  if (base.ratio === 0) return undefined
  const spoken =
    base.audio_completion_ratio === base.completion_ratio ? ratios.completion_ratio : base.audio_completion_ratio
  const pictures = ratios.image_completion_ratio ?? ratios.completion_ratio
  const inherited: Record<Exclude<keyof TierRatios, 'ratio'>, number> = {
    completion_ratio: base.completion_ratio,
    cache_read_ratio: base.cache_read_ratio,
    cache_write_ratio: base.cache_write_ratio,
    image_ratio: base.image_ratio,
    image_completion_ratio: base.image_completion_ratio ?? ratios.completion_ratio,
    audio_ratio: base.audio_ratio,
    audio_completion_ratio: spoken,
  }
  const wanted = { ...ratios, image_completion_ratio: pictures }
  const own = Object.entries(inherited).flatMap(([name, value]) => {
    const ratio = wanted[name as keyof typeof inherited] // the names of `inherited`
    return ratio === value ? [] : [[name, ratio]]
  })
  return { above, ratio: quotient(ratios.ratio, base.ratio), ...Object.fromEntries(own) }
}

/** The member of a request that asks for each service tier. */
const askedBy: Record<ServiceTier, { name: string; value: string }> = {
  priority: { name: 'service_tier', value: 'priority' },
  flex: { name: 'service_tier', value: 'flex' },
  batch: { name: 'service_tier', value: 'batch' },
  fast: { name: 'speed', value: 'fast' },
  us: { name: 'inference_geo', value: 'us' },
}
const services = Object.keys(askedBy) as ServiceTier[] // the keys of the record

/** The service tier that a rule is about; undefined for a rule about anything else. */
function serviceOf({ conditions }: Rule): ServiceTier | undefined {
  const [condition, another] = conditions
  if (!condition || another) return undefined
  if (condition.kind === 'param')
    return services.find((tier) => askedBy[tier].name === condition.name && askedBy[tier].value === condition.value)
  // Claude's fast mode needs a header besides.
  const isFast = condition.kind === 'header' && condition.name === 'anthropic-beta' && /^fast-mode/.test(condition.part)
  return isFast ? 'fast' : undefined
}

function multipliersOf(rules: readonly Rule[]): Pick<ModelTiers, 'services' | 'times'> | undefined {
  const factors = new Map<ServiceTier, number>()
  const timed: { checks: TimeCheck[][]; factor: number }[] = []
  for (const rule of rules) {
    const service = serviceOf(rule)
    const checks = rule.conditions.map((condition) => (condition.kind === 'time' ? condition.checks : undefined))
    if (service) factors.set(service, Number(((factors.get(service) ?? 1) * rule.factor).toFixed(12)))
    else if (checks.every((each) => each !== undefined)) timed.push({ checks, factor: rule.factor })
    else return undefined
  }
  const [zone = 'UTC', ...otherZones] = new Set(timed.flatMap(({ checks }) => checks.flat().map((check) => check.zone)))
  if (otherZones.length > 0) return undefined
  const spans = spansOf(
    hourFactors((day, hour) =>
      timed
        .filter(({ checks }) => checks.every((anyOf) => anyOf.some((check) => isTime(check, day, hour))))
        .reduce((product, { factor }) => Number((product * factor).toFixed(12)), 1),
    ),
  )
  if (!spans) return undefined
  const priced = [...factors].map(([tier, ratio]): [ServiceTier, TierRatios] => [tier, { ratio }])
  return {
    ...(priced.length > 0 && { services: Object.fromEntries(priced) }),
    ...(spans.length > 0 && { times: { zone, spans } }),
  }
}

function isTime({ unit, comparison, value }: TimeCheck, day: number, hour: number): boolean {
  const now = unit === 'hour' ? hour : day
  if (comparison === '==') return now === value
  if (comparison === '<') return now < value
  if (comparison === '<=') return now <= value
  return comparison === '>' ? now > value : now >= value
}

/**
 * The expression by which new-api charges the same. Undefined for a price that none states: a service tier with other
 * ratios than the model's, or a time of day within an hour.
 */
export function writeBillingExpr(price: TokenPrice): string | undefined {
  const own = price.base ?? price
  const { tiers = {} } = own
  const rules = [...serviceRules(tiers), ...timeRules(tiers)]
  if (!rules.every((rule) => rule !== undefined)) return undefined
  // Each length tier by itself, without the time of day at which the price was looked up.
  const { tier: _, ...lasting } = own
  const timeless: TokenPrice = { ...lasting, ...(tiers.lengths && { tiers: { lengths: tiers.lengths } }) }
  const lengths = [0, ...(tiers.lengths ?? []).map(({ above }) => above)]
  const rates = lengths.map((above) => dollarsOf(tariffFor(timeless, above + 1, [])))
  // A count that has a price in one branch needs one in all of them.
  const counts = exprCounts.filter((count) => rates.some((each) => !isAsText(count, each)))
  const leaves = rates.map((each, index) => {
    const name = index === 0 ? 'base' : `above_${lengths[index]}`
    return `tier("${name}", ${counts.map((count) => `${count} * ${each[count]}`).join(' + ')})`
  })
  const choice = leaves
    .map((leaf, index) => (index === leaves.length - 1 ? leaf : `len <= ${lengths[index + 1]} ? ${leaf}`))
    .join(' : ')
  return rules.length === 0 ? choice : [`(${choice})`, ...rules].join(' * ')
}

const lineOfCount: Record<ExprCount, (typeof usageLines)[number]> = {
  p: 'input',
  c: 'output',
  cr: 'cache_read',
  cc: 'cache_write_5m',
  cc1h: 'cache_write_1h',
  img: 'image_input',
  img_o: 'image_output',
  ai: 'audio_input',
  ao: 'audio_output',
}
type Dollars = Record<ExprCount, number>

/** Dollars per million tokens. */
function dollarsOf({ rates: { units, scale }, quota_per_unit }: TokenPrice): Dollars {
  const dollars = exprCounts.map((count) => {
    const perToken = Number(units[usageLines.indexOf(lineOfCount[count])]) / 10 ** scale
    return [count, Number(((perToken * 1_000_000) / quota_per_unit).toFixed(9))]
  })
  return Object.fromEntries(dollars) // all counts
}

/**
 * Whether new-api charges the same without a price for the count. Cached input needs one: without it, it is charged as
 * input, but nothing where the upstream is Claude.
 */
function isAsText(count: ExprCount, rates: Dollars): boolean {
  if (count === 'img' || count === 'ai') return rates[count] === rates.p
  return (count === 'img_o' || count === 'ao') && rates[count] === rates.c
}

const serviceRules = ({ services: priced = {} }: ModelTiers) =>
  services.flatMap((tier) => {
    const rates = priced[tier]
    if (!rates) return []
    const { ratio, ...others } = rates
    const { name, value } = askedBy[tier]
    return [Object.keys(others).length > 0 ? undefined : `(param("${name}") == "${value}" ? ${ratio} : 1)`]
  })

function timeRules({ times }: ModelTiers): (string | undefined)[] {
  if (!times) return []
  const factors = factorsOfSpans(times.spans)
  const spans = factors && spansOf(factors)
  return spans ? spans.flatMap((span) => rulesOfSpan(span, times.zone)) : [undefined]
}

/** Of spans that have days, none passes midnight. Days that do not follow each other need a rule each. */
function rulesOfSpan({ from, to, days, factor }: PriceSpan, zone: string): string[] {
  const [start, end] = [Number(from.slice(0, 2)), Number(to.slice(0, 2))]
  const hour = `hour("${zone}")`
  const sinceStart = start > 0 ? [`${hour} >= ${start}`] : []
  const untilEnd = end > 0 ? [`${hour} < ${end}`] : []
  if (!days) {
    const isNight = end > 0 && start > end
    return [`(${[...sinceStart, ...untilEnd].join(isNight ? ' || ' : ' && ')} ? ${factor} : 1)`]
  }
  return days.map(
    (day) => `(${[`weekday("${zone}") == ${day}`, ...sinceStart, ...untilEnd].join(' && ')} ? ${factor} : 1)`,
  )
}
