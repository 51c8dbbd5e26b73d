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
/** Several times what the longest list has. */
const openedMax = 300_000
const commasMax = 1_500_000
const rowsMax = 50_000

/** Undefined for a text in none of the formats. A chosen group exists in lists of gateways only. */
export function readList(text: string, quotaPerUnit: number, group = ''): PriceList | undefined {
  if (!isHarmless(text)) return undefined
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

const codes = { quote: 0x22, comma: 0x2c, backslash: 0x5c, openList: 0x5b, closeList: 0x5d, open: 0x7b, close: 0x7d }

/** Whether a text has a depth and a number of values that parsing it is cheap. */
function isHarmless(text: string): boolean {
  let [depth, opened, commas] = [0, 0, 0]
  let isText = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === codes.quote) isText = !isText
    else if (isText) index += Number(code === codes.backslash)
    else if (code === codes.open || code === codes.openList) {
      depth += 1
      opened += 1
      if (depth > depthMax || opened > openedMax) return false
    } else if (code === codes.close || code === codes.closeList) depth -= 1
    else if (code === codes.comma && ++commas > commasMax) return false
  }
  return true
}
