import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { NumberOption } from '../form/fields/number-option.tsx'
import { QuotaOption } from '../form/fields/quota-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useRules } from '../form/use-rules.ts'
import { quotaText } from './quota.text.ts'

const tokensMax = 1_073_741_823

export function useQuotaSection(): SettingsSection {
  const t = useText(quotaText)
  const rules = useRules()
  return {
    id: 'quota',
    title: t('title'),
    options: {
      QuotaForNewUser: { label: t('newUser'), rule: rules.amount() },
      QuotaForInvitee: { label: t('invitee'), rule: rules.amount() },
      QuotaForInviter: { label: t('inviter'), rule: rules.amount() },
      PreConsumedQuota: { label: t('preConsumed'), rule: rules.whole({ max: tokensMax }) },
    },
    Fields: QuotaFields,
  }
}

function QuotaFields({ form }: { form: OptionForm }) {
  const t = useText(quotaText)
  return (
    <>
      <FormSection title={t('gifts')} text={t('giftsText')}>
        <QuotaOption form={form} name="QuotaForNewUser" />
        <QuotaOption form={form} name="QuotaForInvitee" help={t('inviteeHelp')} />
        <QuotaOption form={form} name="QuotaForInviter" help={t('inviterHelp')} />
      </FormSection>
      <FormSection title={t('estimate')} text={t('estimateText')}>
        <NumberOption form={form} name="PreConsumedQuota" whole unit={t('tokens')} help={t('preConsumedHelp')} />
      </FormSection>
    </>
  )
}
