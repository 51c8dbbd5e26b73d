import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { NumberOption } from '../form/fields/number-option.tsx'
import { SwitchOption } from '../form/fields/switch-option.tsx'
import { TextOption } from '../form/fields/text-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useRules } from '../form/use-rules.ts'
import { generalText } from './general.text.ts'

export function useGeneralSection(): SettingsSection {
  const t = useText(generalText)
  const rules = useRules()
  return {
    id: 'general',
    title: t('title'),
    options: {
      TopUpLink: { label: t('topUpLink'), rule: rules.address() },
      ChatLink: { label: t('chatLink'), rule: rules.address() },
      ChatLink2: { label: t('chatLink2'), rule: rules.address() },
      QuotaPerUnit: { label: t('quotaPerUnit'), rule: rules.decimal({ min: 0.000001 }) },
      DisplayInCurrencyEnabled: { label: t('inCurrency') },
      RetryTimes: { label: t('retryTimes'), rule: rules.whole({ max: 100 }) },
      DisplayTokenStatEnabled: { label: t('tokenStat') },
      DefaultCollapseSidebar: { label: t('collapse') },
    },
    Fields: GeneralFields,
  }
}

function GeneralFields({ form }: { form: OptionForm }) {
  const t = useText(generalText)
  return (
    <>
      <FormSection title={t('links')} text={t('linksText')}>
        <TextOption form={form} name="TopUpLink" mono optional help={t('topUpLinkHelp')} />
        <TextOption form={form} name="ChatLink" mono optional help={t('chatLinkHelp')} />
        <TextOption form={form} name="ChatLink2" mono optional />
      </FormSection>
      <FormSection title={t('money')} text={t('moneyText')}>
        <NumberOption form={form} name="QuotaPerUnit" help={t('quotaPerUnitHelp')} />
        <SwitchOption form={form} name="DisplayInCurrencyEnabled" help={t('inCurrencyText')} />
      </FormSection>
      <FormSection title={t('retries')} text={t('retriesText')}>
        <NumberOption form={form} name="RetryTimes" whole unit={t('retryTimesUnit')} help={t('retryTimesHelp')} />
      </FormSection>
      <FormSection title={t('display')}>
        <SwitchOption form={form} name="DisplayTokenStatEnabled" help={t('tokenStatText')} />
        <SwitchOption form={form} name="DefaultCollapseSidebar" help={t('collapseText')} />
      </FormSection>
    </>
  )
}
