import { isTextWithin } from '@turnpike/contract/bounds'
import { modelNameBounds } from '@turnpike/contract/names'
import { isAmount, readMap } from '../../../../components/options/map-text.ts'
import { useText } from '../../../../lib/text/text.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { jsonRule, useSectionOptions } from '../../form/use-section-options.ts'
import { pricingText } from './pricing.text.ts'

/** The three price maps with their labels and rules. Two sections edit them: as JSON, and as a table. */
export function usePriceOptions(): Pick<SettingsSection, 'id' | 'options' | 'help'> {
  const t = useText(pricingText)
  const ruleOf = (label: string) =>
    jsonRule((value) => {
      const map = readMap(JSON.stringify(value))
      if (!map) return t('notMap', { label })
      if (![...map.keys()].every((model) => isTextWithin(modelNameBounds, model))) return t('nameBad')
      const wrong = [...map].find(([, amount]) => !isAmount(amount))
      return wrong && t('notAmount', { label, model: wrong[0] })
    })
  return useSectionOptions('operation/model-ratios', t, {
    ModelPrice: ruleOf(t('ModelPrice')),
    ModelRatio: ruleOf(t('ModelRatio')),
    CompletionRatio: ruleOf(t('CompletionRatio')),
  })
}
