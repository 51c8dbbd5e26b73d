import { dollarsOfRatio } from '../../../../components/options/price-math.ts'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import { pricingText } from './pricing.text.ts'

const template = { 'model-name': 1 }

/** The price maps as the texts they are stored as. */
export function PriceJson({ form, rows }: { form: OptionForm; rows?: number }) {
  const t = useText(pricingText)
  const price = `$${dollarsOfRatio(1, Number(form.stored.QuotaPerUnit))}`
  const shared = { form, template, rows }
  return (
    <>
      <OptionField {...shared} name="ModelPrice" help={t('modelPriceHelp')} />
      <OptionField {...shared} name="ModelRatio" help={t('modelRatioHelp', { price })} />
      <OptionField {...shared} name="CompletionRatio" help={t('completionRatioHelp')} />
    </>
  )
}
