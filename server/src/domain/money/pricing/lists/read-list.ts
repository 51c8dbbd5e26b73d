import type { PriceListFormat } from '@turnpike/contract/money/price-book'
import { groupRatioIn, isPricingPage, isRatioConfig, readPricingPage, readRatioConfig } from './gateway-lists.ts'
import type { ListedPrice } from './listed-price.ts'
import { isLitellm, readLitellm } from './litellm.ts'
import { isModelsDev, readModelsDev } from './models-dev.ts'
import { isOpenrouter, readOpenrouter } from './openrouter.ts'

export type PriceList = {
  format: PriceListFormat
  prices: ListedPrice[]
  /** The ratio of the chosen group; undefined if the list does not have the group. */
  groupRatio: number | undefined
}

/** Deeper than any of the formats. */
const depthMax = 24
/** More than all lists have together. */
const rowsMax = 50_000

/** Undefined for a text in none of the formats. A chosen group exists in lists of gateways only. */
export function readList(text: string, quotaPerUnit: number, group = ''): PriceList | undefined {
  if (isDeep(text)) return undefined
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return undefined
  }
  const read = readFormat(list, quotaPerUnit, group)
  if (!read || read.prices.length > rowsMax) return undefined
  return { ...read, groupRatio: group === '' ? 1 : groupRatioIn(list, group) }
}

function readFormat(list: unknown, quotaPerUnit: number, group: string): Omit<PriceList, 'groupRatio'> | undefined {
  if (isPricingPage(list)) return { format: 'one-api', prices: readPricingPage(list, quotaPerUnit, group) }
  if (isRatioConfig(list)) return { format: 'ratio-config', prices: readRatioConfig(list, quotaPerUnit) }
  if (isOpenrouter(list)) return { format: 'openrouter', prices: readOpenrouter(list, quotaPerUnit) }
  if (isLitellm(list)) return { format: 'litellm', prices: readLitellm(list, quotaPerUnit) }
  if (isModelsDev(list)) return { format: 'models-dev', prices: readModelsDev(list, quotaPerUnit) }
  return undefined
}

/** Whether brackets are nested too deep; those inside texts do not count. */
function isDeep(text: string): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    if (depth > depthMax) return true
  }
  return false
}
