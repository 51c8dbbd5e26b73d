import type { PriceAmounts } from '@turnpike/contract/money/price-book'
import type { SourceResult, SourceRun } from '@turnpike/contract/money/price-sources'
import { isMultiple, isRatio } from '@turnpike/contract/quota'
import type { Deps } from '../../../../deps.ts'
import { amountsOf, type PriceMaps } from '../book/changed-prices.ts'
import { chooseRows, completed } from '../lists/choose-rows.ts'
import { fetchList } from '../lists/fetch-list.ts'
import { isObject, quotient } from '../lists/listed-price.ts'
import { type PriceList, readList } from '../lists/read-list.ts'
import { isFarOff } from './judge-price.ts'
import { readPatterns } from './model-patterns.ts'
import type { SourceRow } from './price-sources.queries.ts'

/** A price of the list, as the source's rules make it ours. */
export type SourcePrice = { model: string; listed: string; before: PriceAmounts; amounts: PriceAmounts }
/** `prices` is empty for every result but `done`. */
export type Reading = { run: SourceRun; prices: SourcePrice[] }
/** What a list is compared with: the prices in force, and the models that enabled channels serve. */
export type PricesHere = { maps: PriceMaps; quotaPerUnit: number; served: ReadonlySet<string> }

const badShown = 20
const farOffShown = 10

/** Reads the list of a source. One that is probably wrong as a whole gives no prices, and the result says why. */
export async function readSource(
  deps: Pick<Deps, 'outbound' | 'log'>,
  source: SourceRow,
  here: PricesHere,
  now: number,
): Promise<Reading> {
  const run: SourceRun = {
    at: now,
    result: 'done',
    models: 0,
    models_before: source.good_models,
    same: 0,
    applied: 0,
    proposed: 0,
    far_off: [],
    bad: [],
    bad_total: 0,
  }
  const failed = (result: SourceResult, facts: Partial<SourceRun> = {}) => ({
    run: { ...run, ...facts, result },
    prices: [],
  })
  const response = await fetchList(deps, source.address)
  if (!response) return failed('unreachable')
  if (response.status !== 200) return failed('unreachable', { status: response.status })
  const list = readList(response.body, here.quotaPerUnit, source.group)
  if (!list) return failed(isEmptyJson(response.body) ? 'empty' : 'unreadable')
  if (list.format !== source.kind) return failed('unreadable')
  if (list.groupRatio === undefined) return failed('group_unknown')
  const { prices, bad } = pricesOf(list, list.groupRatio, source, here)
  const models = list.prices.filter((price) => 'amounts' in price).length
  const facts = { models, bad: bad.slice(0, badShown), bad_total: bad.length }
  if (models === 0) return failed('empty', facts)
  if (models * 3 <= source.good_models * 2) return failed('shrunk', facts)
  const farOff = prices.filter(({ before, amounts }) => isFarOff(before, amounts)).map(({ model }) => model)
  if (farOff.length > 0) return failed('far_off', { ...facts, far_off: farOff.slice(0, farOffShown) })
  return { run: { ...run, ...facts }, prices }
}

/** An object or list without rows, alone or as the data of a response. */
function isEmptyJson(text: string): boolean {
  if (text.length > emptyLengthMax) return false
  try {
    const value: unknown = JSON.parse(text || '{}')
    const rows = isObject(value) && isRecordOrList(value.data) ? value.data : value
    return isRecordOrList(rows) && Object.keys(rows).length === 0
  } catch {
    return false
  }
}
const emptyLengthMax = 10_000
const isRecordOrList = (value: unknown): value is object => typeof value === 'object' && value !== null

function pricesOf(list: PriceList, groupRatio: number, source: SourceRow, { maps, served }: PricesHere) {
  const isKnown = (name: string) => served.has(name) || Object.keys(amountsOf(maps, name)).length > 0
  const { found, bad } = chooseRows(list.prices, isKnown)
  const factor = factorOf(source, groupRatio)
  const { isIncluded, isExcluded } = readPatterns(source.patterns)
  const isWanted = (names: readonly string[]) =>
    !isExcluded(names) &&
    (source.models === 'patterns' ? isIncluded(names) : source.models === 'all' || served.has(names[0] ?? ''))
  const prices: SourcePrice[] = []
  for (const [model, { name, amounts }] of found) {
    if (!isWanted([model, name])) continue
    const own = multiplied(amounts, factor)
    if (!own) {
      bad.push({ name, reason: 'out_of_range' })
      continue
    }
    const before = amountsOf(maps, model)
    prices.push({ model, listed: name, before, amounts: completed(own, before) })
  }
  return { prices, bad }
}

/** Money is paid for the balance of a gateway, and only its lists have groups. */
const factorOf = ({ kind, factor, recharge_factor }: SourceRow, groupRatio: number) =>
  kind === 'one-api' || kind === 'ratio-config' ? factor * recharge_factor * groupRatio : factor

/** Other amounts are multiples of these, so they stay. Undefined for a price that cannot be stored. */
function multiplied(amounts: PriceAmounts, factor: number): PriceAmounts | undefined {
  const { ModelRatio, ModelPrice } = amounts
  if (ModelPrice !== undefined) {
    const price = Number((ModelPrice * factor).toFixed(6))
    return isRatio(price) && price > 0 === ModelPrice > 0 ? { ...amounts, ModelPrice: price } : undefined
  }
  if (ModelRatio === undefined) return undefined
  const ratio = quotient(ModelRatio * factor, 1)
  return isMultiple(ratio) && ratio > 0 === ModelRatio > 0 ? { ...amounts, ModelRatio: ratio } : undefined
}
