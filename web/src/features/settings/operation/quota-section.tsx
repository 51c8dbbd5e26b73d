import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { OptionField } from '../form/fields/option-field.tsx'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { quotaText } from './quota.text.ts'

export function useQuotaSection(): SettingsSection {
  const t = useText(quotaText)
  return { ...useSectionOptions('operation/quota', t), title: t('title'), Fields: QuotaFields }
}

function QuotaFields({ form }: { form: OptionForm }) {
  const t = useText(quotaText)
  return (
    <>
      <FormSection title={t('gifts')} text={t('giftsText')}>
        <OptionField form={form} name="QuotaForNewUser" />
        <OptionField form={form} name="QuotaForInvitee" help={t('QuotaForInviteeHelp')} />
        <OptionField form={form} name="QuotaForInviter" help={t('QuotaForInviterHelp')} />
      </FormSection>
      <FormSection title={t('estimate')} text={t('estimateText')}>
        <OptionField form={form} name="PreConsumedQuota" unit={t('tokens')} help={t('PreConsumedQuotaHelp')} />
        <OptionField form={form} name="DefaultOutputTokens" unit={t('tokens')} help={t('DefaultOutputTokensHelp')} />
      </FormSection>
    </>
  )
}
