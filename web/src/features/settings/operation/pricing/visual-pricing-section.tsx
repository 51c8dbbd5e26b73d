import { useText } from '../../../../lib/text/text.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { describeChange } from './edit/describe-change.ts'
import { changesBetween, readMaps } from './price-maps.ts'
import { pricingText } from './pricing.text.ts'
import { usePriceOptions } from './use-price-options.ts'
import { VisualPricing } from './visual-pricing.tsx'

export function useVisualPricingSection(): SettingsSection {
  const t = useText(pricingText)
  const { options } = usePriceOptions()
  return {
    id: 'visual-pricing',
    title: t('visualTitle'),
    options,
    changes({ stored, texts, isChanged }) {
      const [before, after] = [readMaps(stored), readMaps(texts)]
      if (before && after) return changesBetween(before, after).map((change) => describeChange(change, t))
      return Object.entries(options).flatMap(([key, { label }]) =>
        isChanged(key as keyof typeof options) ? label : [],
      )
    },
    Fields: VisualPricing,
  }
}
