import type { RatioConfig } from '@turnpike/contract/money/pricing'
import type { OptionValues } from '@turnpike/contract/options'
import { writeBillingExpr } from '../../money/pricing/family/billing-expr.ts'
import { buildPriceBook, type PriceOptions } from '../../money/pricing/price-book.ts'
import { wholeMap } from '../../money/pricing/price-maps.ts'

// Options are replaced after a change, never altered.
const configs = new WeakMap<OptionValues, RatioConfig>()

/** The whole price book for other gateways. Made once per change of the options. */
export function ratioConfigOf(options: OptionValues): RatioConfig {
  const known = configs.get(options)
  if (known) return known
  const config: RatioConfig = {
    model_price: wholeMap('ModelPrice', options.ModelPrice),
    model_ratio: wholeMap('ModelRatio', options.ModelRatio),
    completion_ratio: wholeMap('CompletionRatio', options.CompletionRatio),
    cache_ratio: wholeMap('CacheRatio', options.CacheRatio),
    create_cache_ratio: wholeMap('CreateCacheRatio', options.CreateCacheRatio),
    image_ratio: wholeMap('ImageRatio', options.ImageRatio),
    image_completion_ratio: wholeMap('ImageCompletionRatio', options.ImageCompletionRatio),
    audio_ratio: wholeMap('AudioRatio', options.AudioRatio),
    audio_completion_ratio: wholeMap('AudioCompletionRatio', options.AudioCompletionRatio),
    ...billingOf(options),
  }
  configs.set(options, config)
  return config
}

/** The models whose price has tiers, each with its whole price as an expression. */
function billingOf(options: PriceOptions): Pick<RatioConfig, 'billing_mode' | 'billing_expr'> {
  const expressions = [...buildPriceBook(options)].flatMap(([model, price]): [string, string][] => {
    const expression = price.kind === 'tokens' && price.tiers && writeBillingExpr(price)
    return expression ? [[model, expression]] : []
  })
  return {
    billing_mode: Object.fromEntries(expressions.map(([model]) => [model, 'tiered_expr'])),
    billing_expr: Object.fromEntries(expressions),
  }
}
