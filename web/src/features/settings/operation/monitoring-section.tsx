import { FormSection } from '../../../components/form/form-section.tsx'
import { useText } from '../../../lib/text/text.ts'
import { NumberOption } from '../form/fields/number-option.tsx'
import { QuotaOption } from '../form/fields/quota-option.tsx'
import { SwitchOption } from '../form/fields/switch-option.tsx'
import type { SettingsSection } from '../form/settings-section.ts'
import type { OptionForm } from '../form/use-option-form.ts'
import { useRules } from '../form/use-rules.ts'
import { monitoringText } from './monitoring.text.ts'

export function useMonitoringSection(): SettingsSection {
  const t = useText(monitoringText)
  const rules = useRules()
  return {
    id: 'monitoring',
    title: t('title'),
    options: {
      ChannelDisableThreshold: { label: t('threshold'), rule: rules.decimal() },
      AutomaticDisableChannelEnabled: { label: t('disable') },
      AutomaticEnableChannelEnabled: { label: t('enable') },
      QuotaRemindThreshold: { label: t('remindThreshold'), rule: rules.amount() },
    },
    Fields: MonitoringFields,
  }
}

function MonitoringFields({ form }: { form: OptionForm }) {
  const t = useText(monitoringText)
  return (
    <>
      <FormSection title={t('health')} text={t('healthText')}>
        <NumberOption form={form} name="ChannelDisableThreshold" unit={t('seconds')} help={t('thresholdHelp')} />
        <SwitchOption form={form} name="AutomaticDisableChannelEnabled" help={t('disableText')} />
        <SwitchOption form={form} name="AutomaticEnableChannelEnabled" help={t('enableText')} />
      </FormSection>
      <FormSection title={t('reminder')} text={t('reminderText')}>
        <QuotaOption form={form} name="QuotaRemindThreshold" />
      </FormSection>
    </>
  )
}
