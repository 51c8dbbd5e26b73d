import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { PriceJson } from './price-json.tsx'
import { pricingText } from './pricing.text.ts'
import { ResetRatios } from './reset-ratios.tsx'
import { usePriceOptions } from './use-price-options.ts'

export function useModelRatiosSection(): SettingsSection {
  const t = useText(pricingText)
  return { ...usePriceOptions(), title: t('ratiosTitle'), Fields: ModelRatiosFields }
}

function ModelRatiosFields({ form }: { form: OptionForm }) {
  const t = useText(pricingText)
  return (
    <>
      <FormSection title={t('prices')} text={t('pricesText')}>
        <PriceJson form={form} rows={8} />
      </FormSection>
      <FormSection title={t('defaults')} text={t('defaultsText')}>
        <ResetRatios form={form} />
      </FormSection>
    </>
  )
}
