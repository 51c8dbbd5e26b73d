import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { generalText } from './general.text.ts'

export function useGeneralSection(): SettingsSection {
  const t = useText(generalText)
  return { ...useSectionOptions('operation/general', t), title: t('title'), Fields: GeneralFields }
}

function GeneralFields({ form }: { form: OptionForm }) {
  const t = useText(generalText)
  return (
    <>
      <FormSection title={t('links')} text={t('linksText')}>
        <OptionField form={form} name="TopUpLink" optional help={t('TopUpLinkHelp')} />
        <OptionField form={form} name="ChatLink" optional help={t('ChatLinkHelp')} />
        <OptionField form={form} name="ChatLink2" optional />
      </FormSection>
      <FormSection title={t('money')} text={t('moneyText')}>
        <OptionField form={form} name="QuotaPerUnit" help={t('QuotaPerUnitHelp')} />
        <OptionField form={form} name="DisplayInCurrencyEnabled" help={t('DisplayInCurrencyEnabledHelp')} />
      </FormSection>
      <FormSection title={t('retries')} text={t('retriesText')}>
        <OptionField form={form} name="RetryTimes" unit={t('RetryTimesUnit')} help={t('RetryTimesHelp')} />
      </FormSection>
      <FormSection title={t('display')}>
        <OptionField form={form} name="DisplayTokenStatEnabled" help={t('DisplayTokenStatEnabledHelp')} />
        <OptionField form={form} name="DefaultCollapseSidebar" help={t('DefaultCollapseSidebarHelp')} />
      </FormSection>
    </>
  )
}
