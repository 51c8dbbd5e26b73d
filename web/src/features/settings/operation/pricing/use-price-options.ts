import { useText } from '../../../../lib/text/text.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { useRules } from '../../form/use-rules.ts'
import { isAmount, readMap } from '../map-text.ts'
import { priceKeys } from './price-maps.ts'
import { pricingText } from './pricing.text.ts'

/** The three price maps with their labels and rules. Two sections edit them: as JSON, and as a table. */
export function usePriceOptions(): SettingsSection['options'] {
  const t = useText(pricingText)
  const rules = useRules()
  return Object.fromEntries(
    priceKeys.map((key) => {
      const label = t(key)
      const rule = rules.json(label, (value) => {
        const map = readMap(JSON.stringify(value))
        if (!map) return t('notMap', { label })
        const wrong = [...map].find(([, amount]) => !isAmount(amount))
        return wrong && t('notAmount', { label, model: wrong[0] })
      })
      return [key, { label, rule }]
    }),
  )
}
