import {
  type Amounts,
  isPriced,
  type PriceChange,
  type PriceKey,
  priceKeys,
} from '../../../../../components/options/price-maps.ts'
import { dollarsOfPrice } from '../../../../../components/options/price-math.ts'
import type { Translate } from '../../../../../lib/text/text.ts'
import type { pricingText } from '../pricing.text.ts'

const words = {
  ModelPrice: 'priceChange',
  ModelRatio: 'ratioChange',
  CompletionRatio: 'completionChange',
} as const satisfies Record<PriceKey, string>

/** One line of the save bar: "gpt-5.4-mini ratio 0.4 → 0.375". */
export function describeChange({ model, before, after }: PriceChange, t: Translate<(typeof pricingText)['en']>) {
  if (!isPriced(after)) return t('removed', { model })
  if (!isPriced(before)) return t('added', { model })
  const spell = (key: PriceKey, amounts: Amounts) => {
    const amount = amounts[key]
    if (amount === undefined) return t('none')
    return key === 'ModelPrice' ? `$${dollarsOfPrice(amount)}` : String(amount)
  }
  const parts = priceKeys
    .filter((key) => before[key] !== after[key])
    .map((key) => t(words[key], { before: spell(key, before), after: spell(key, after) }))
  return t('changed', { model, parts: parts.join(t('and')) })
}
