import { settingsHelp } from '../../../../components/help/help-targets.ts'
import { changesBetween, readMaps } from '../../../../components/options/price-maps.ts'
import { lazyPart } from '../../../../lib/browser/lazy-part.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { describeChange } from './edit/describe-change.ts'
import { pricingText } from './pricing.text.ts'
import { usePriceOptions } from './use-price-options.ts'

// The table is 60 kB, and every section of the tab is fetched with it.
const VisualPricing = lazyPart(async () => (await import('./visual-pricing.tsx')).VisualPricing)

export function useVisualPricingSection(): SettingsSection {
  const t = useText(pricingText)
  const { options } = usePriceOptions()
  return {
    id: 'visual-pricing',
    help: settingsHelp['operation/visual-pricing'],
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
