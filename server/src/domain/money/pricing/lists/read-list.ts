import type { PriceListFormat } from '@turnpike/contract/money/price-book'
import type { ListedPrice } from './listed-price.ts'
import { isLitellm, readLitellm } from './litellm.ts'
import { isOneApi, readOneApi } from './one-api.ts'
import { isOpenrouter, readOpenrouter } from './openrouter.ts'

/** Undefined for a text in none of the formats. */
export function readList(
  text: string,
  quotaPerUnit: number,
): { format: PriceListFormat; prices: ListedPrice[] } | undefined {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return undefined
  }
  if (isOneApi(list)) return { format: 'one-api', prices: readOneApi(list, quotaPerUnit) }
  if (isOpenrouter(list)) return { format: 'openrouter', prices: readOpenrouter(list, quotaPerUnit) }
  if (isLitellm(list)) return { format: 'litellm', prices: readLitellm(list, quotaPerUnit) }
  return undefined
}
