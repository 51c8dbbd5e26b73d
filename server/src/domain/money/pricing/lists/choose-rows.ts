import { isTextWithin } from '@turnpike/contract/bounds'
import type { BadPriceReason, PriceAmounts } from '@turnpike/contract/money/price-book'
import { modelNameBounds } from '@turnpike/contract/names'
import type { ListedPrice } from './listed-price.ts'

type Usable = { name: string; amounts: PriceAmounts }
type Bad = { name: string; reason: BadPriceReason }

/**
 * One row per model. A name that begins with a vendor means the model after the slash, if only that one is known here.
 * A row with the exact name wins over one with a vendor, and the first of several over the others.
 */
export function chooseRows(prices: readonly ListedPrice[], isKnown: (name: string) => boolean) {
  const found = new Map<string, Usable>()
  const bad: Bad[] = []
  for (const price of prices) {
    if ('reason' in price) bad.push({ name: price.name.slice(0, modelNameBounds.lengthMax), reason: price.reason })
    else if (!isTextWithin(modelNameBounds, price.name))
      bad.push({ name: price.name.slice(0, modelNameBounds.lengthMax), reason: 'bad_name' })
    else {
      const tail = price.name.slice(price.name.lastIndexOf('/') + 1)
      const model = !isKnown(price.name) && tail !== '' && isKnown(tail) ? tail : price.name
      if (!found.has(model) || price.name === model) found.set(model, price)
    }
  }
  return { found, bad }
}

/**
 * The amounts of a row where those in force stay for what the list does not have: the output price, tiers of a kind, and the
 * ratios of a price per token beside a price per call.
 */
export function completed(amounts: PriceAmounts, before: PriceAmounts): PriceAmounts {
  if (amounts.ModelPrice !== undefined) return { ...before, ...amounts }
  const { ModelPrice: _, ...ratios } = before
  const tiers = amounts.ModelTiers && { ModelTiers: { ...before.ModelTiers, ...amounts.ModelTiers } }
  return { ...ratios, ...amounts, ...tiers }
}
