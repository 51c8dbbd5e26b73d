import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import { parseOption } from '@turnpike/contract/options'
import { readBillingExpr } from '../../../domain/money/pricing/family/billing-expr.ts'
import { isObject, parsedJson } from '../../../domain/routing/channels/edit/json-text.ts'
import type { TableNotes } from '../../report.ts'
import { shortened } from '../../row.ts'
import type { Family } from '../../sources/open-source.ts'
import { completionRatio } from './completion-ratio.ts'

const mapKeys = [
  'ModelRatio',
  'ModelPrice',
  'CompletionRatio',
  'CacheRatio',
  'CreateCacheRatio',
  'ImageRatio',
  'AudioRatio',
  'AudioCompletionRatio',
] as const
type MapKey = (typeof mapKeys)[number]

const modesKey = 'billing_setting.billing_mode'
const expressionsKey = 'billing_setting.billing_expr'
/** The options of a source that hold prices. */
export const sourcePriceKeys: readonly string[] = [...mapKeys, modesKey, expressionsKey]

/** What a model costs at the source. An absent amount is unknown; a problem says why the price cannot be imported. */
export type SourcePrice = { amounts: PriceAmounts } | { problem: string; there: string }

type Found = { texts: Readonly<Record<string, string>>; family: Family; notes: TableNotes }
type Maps = Partial<Record<MapKey, Map<string, number>>>

/** In this family a token with a ratio of 1 costs one point of quota, and a dollar is so many points. */
const usualQuotaPerUnit = 500_000

/** The prices of the source's models, as its program would charge them. */
export function readSourcePrices({ texts, family, notes }: Found): Map<string, SourcePrice> {
  const prices = new Map<string, SourcePrice>()
  const maps: Maps = {}
  for (const key of mapKeys) {
    const map = readMap(key, texts[key], { prices, notes })
    if (map) maps[key] = map
  }
  for (const [model] of maps.ModelRatio ?? []) prices.set(model, { amounts: tokenAmounts(model, maps, family) })
  // A price per call wins over a ratio.
  for (const [model, price] of maps.ModelPrice ?? []) prices.set(model, { amounts: { ModelPrice: price } })
  for (const [model, price] of expressionPrices(texts, notes)) prices.set(model, price)
  if (family.name === 'one-api') separateChannelTypes(prices)
  if (!maps.ModelRatio && family.name !== 'litellm')
    notes.remark('the prices that its program brings are not in its database: those of this server are used')
  if (family.name === 'one-api')
    notes.remark('its program rounds each charge up; here it is rounded to the nearest point')
  if (family.name === 'new-api' && family.version === '0.4')
    notes.remark('its program rounds output tokens times their ratio to whole tokens; here only the charge is rounded')
  return prices
}

/** The entries that can be stored. The others are prices with a problem. */
function readMap(
  key: MapKey,
  text: string | undefined,
  { prices, notes }: { prices: Map<string, SourcePrice>; notes: TableNotes },
): Map<string, number> | undefined {
  if (text === undefined) return undefined
  const map = parsedJson(text)
  if (!isObject(map)) {
    notes.cannot('the value cannot be read', key)
    return undefined
  }
  const read = new Map<string, number>()
  const decimals = key === 'ModelPrice' ? 6 : 12
  for (const [model, value] of Object.entries(map)) {
    const rounded = typeof value === 'number' ? Number(value.toFixed(decimals)) : Number.NaN
    const isLost = rounded === 0 && value !== 0
    if (!isLost && Number.isFinite(rounded) && parseOption(key, JSON.stringify({ [model]: rounded })).ok) {
      read.set(model, rounded)
      const isClose = Math.abs(rounded - Number(value)) <= 1e-9 * Math.abs(Number(value))
      if (!isClose) notes.changed(`a price is rounded to ${decimals} digits after the point`, `${key} ${model}`)
    } else {
      notes.changed('a price that cannot be stored is left out', `${key} ${model}`)
      if (key === 'ModelRatio' || key === 'ModelPrice')
        prices.set(model, { problem: 'it cannot be stored here', there: shownText(key, value) })
    }
  }
  return read
}

/** Programs that know no other ratios charge cached input, images and sound as text, at any length. */
const chargesTextOnly = ({ name, version }: Family) => name === 'one-api' || version === '0.4'

function tokenAmounts(model: string, maps: Maps, family: Family): PriceAmounts {
  const textOnly = chargesTextOnly(family)
  const ratioIn = (key: MapKey, usual: number) => maps[key]?.get(model) ?? (maps[key] || textOnly ? usual : undefined)
  const completion = completionRatio(family, model, maps.CompletionRatio)
  const text = {
    ModelRatio: maps.ModelRatio?.get(model),
    ...(completion !== undefined && { CompletionRatio: completion }),
  }
  if (family.name === 'litellm') return text
  return {
    ...text,
    CacheRatio: ratioIn('CacheRatio', 1),
    CreateCacheRatio: textOnly ? undefined : ratioIn('CreateCacheRatio', 1.25),
    ImageRatio: ratioIn('ImageRatio', 1),
    ImageCompletionRatio: null,
    ...audioAmounts(model, maps, textOnly),
    ModelTiers: null,
  }
}

/** Without a ratio of its own, sound is charged as text. With one of the two ratios, the other one is 1. */
function audioAmounts(model: string, { AudioRatio, AudioCompletionRatio }: Maps, textOnly: boolean): PriceAmounts {
  if (textOnly && /^gpt-4o(-mini)?-(audio|realtime)/.test(model)) return {} // ratios that only the program has
  if (!textOnly && !(AudioRatio && AudioCompletionRatio)) return {}
  const [input, output] = [AudioRatio?.get(model), AudioCompletionRatio?.get(model)]
  if (input === undefined && output === undefined) return { AudioRatio: null, AudioCompletionRatio: null }
  return { AudioRatio: input ?? 1, AudioCompletionRatio: output ?? 1 }
}

/** Models whose price is an expression: it wins over a ratio and over a price per call. */
function expressionPrices(texts: Readonly<Record<string, string>>, notes: TableNotes): Map<string, SourcePrice> {
  const objectOf = (key: string) => {
    const value = texts[key] === undefined ? {} : parsedJson(texts[key])
    if (isObject(value)) return value
    notes.cannot('the value cannot be read', key)
    return {}
  }
  const expressions = objectOf(expressionsKey)
  const quotaPerUnit = Number(texts.QuotaPerUnit ?? usualQuotaPerUnit)
  return new Map(
    Object.entries(objectOf(modesKey))
      .filter(([, mode]) => mode === 'tiered_expr')
      .map(([model]): [string, SourcePrice] => {
        const expression = Object.hasOwn(expressions, model) ? expressions[model] : undefined
        if (typeof expression !== 'string' || expression.trim() === '')
          return [model, { problem: 'it is billed by an expression, and has none', there: 'none' }]
        const amounts = quotaPerUnit > 0 ? readBillingExpr(expression, quotaPerUnit) : undefined
        const there = shortened(expression.trim(), shownMax)
        return [model, amounts ? { amounts } : { problem: 'its billing expression cannot be read here', there }]
      }),
  )
}

/** one-api can price a model for one type of channel: `name(type)`. */
function separateChannelTypes(prices: Map<string, SourcePrice>): void {
  const problem = 'it is the price of one channel type, which has no equivalent here'
  for (const [model, price] of prices)
    if (/\(\d+\)$/.test(model) && 'amounts' in price)
      prices.set(model, { problem, there: shownText('ModelRatio', price.amounts.ModelRatio) })
}

/** Characters of a text that the report shows. */
const shownMax = 300
const shownText = (key: MapKey, value: unknown) => shortened(`${key} ${JSON.stringify(value)}`, shownMax)
